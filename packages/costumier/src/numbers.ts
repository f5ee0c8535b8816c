/** Checks of numbers for the instance, which would cut off fractions and turn negative numbers into large ones. */
import { CostumierError } from "./errors.js";
import type { Chore, PictureKey } from "./types.js";

/** Most ticks that one call plays. */
export const MOST_TICKS = 100_000;

/** Bounds of numbers in the instance. */
export const U32 = 0xffff_ffff;
export const U16 = 0xffff;
export const U8 = 0xff;

/** Returns a value as errors show it. */
function asText(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "bigint") return `${value}n`;
  return Array.isArray(value) ? "a list" : String(value);
}

/** Returns a number that is whole and within bounds; throws an error of kind `usage` that names it otherwise. */
export function whole(name: string, value: number, most = U32, least = 0): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw CostumierError.usage(`${name} is ${asText(value)}: use a whole number from ${least} to ${most}`);
}

/** Returns a pixel of a room as it is, or throws as {@link whole} does. */
export function coordinate(name: string, value: number): number {
  return whole(name, value, 0x7fff_ffff, -0x8000_0000);
}

/** Returns a chore as it is, or throws an error of kind `usage` if it is neither a number nor a role. */
export function checkedChore(it: Chore): Chore {
  if (typeof it === "number") return whole("chore", it, U16);
  if (typeof it === "string" && /^(init|walk|stand|talk([-_ ](start|stop))?)$/i.test(it)) return it;
  throw CostumierError.usage(`${asText(it)} is no chore: use init, walk, stand, talk-start, talk-stop or a number`);
}

/** Returns a chore or a facing as a text, or throws an error of kind `usage` if it is neither a number nor a text. */
export function word(name: string, value: number | string): string {
  if (typeof value === "number" || typeof value === "string") return String(value);
  throw CostumierError.usage(`${name} is ${asText(value)}: use a name or a number`);
}

/** As {@link whole}, for a number that may be left out. */
export function optional(name: string, value: number | undefined, most = U32): number | undefined {
  return value === undefined ? undefined : whole(name, value, most);
}

/** Returns bytes as they are, or throws as {@link whole} does: an array of another kind takes 259 for 3. */
export function bytes(name: string, values: ArrayLike<number>): Uint8Array {
  if (values instanceof Uint8Array) return values;
  if (values instanceof Uint8ClampedArray) return new Uint8Array(values.buffer, values.byteOffset, values.length);
  if (Array.isArray(values) || (ArrayBuffer.isView(values) && "length" in values))
    return Uint8Array.from(values, (value, at) => whole(`${name}[${at}]`, value, U8));
  throw CostumierError.usage(`${name} must be a Uint8Array; for an ArrayBuffer: new Uint8Array(buffer)`);
}

/** Returns an object as it is, or throws an error of kind `usage` for another value. */
export function object<T extends object>(name: string, value: T): T {
  if (typeof value === "object" && value !== null) return value;
  throw CostumierError.usage(`${name}: use an object, not ${String(value)}`);
}

/** Returns fields of an object in the order of their names. Throws as {@link object} does, and for a field of another name. */
export function fields<T extends object, const K extends readonly (keyof T)[]>(
  name: string,
  value: T,
  ...names: K
): { -readonly [I in keyof K]: T[K[I]] } {
  const wrong = Object.keys(object(name, value)).find((it) => !names.includes(it as keyof T));
  if (wrong !== undefined) throw CostumierError.usage(`${name}: there is no "${wrong}"; use ${names.join(", ")}`);
  return names.map((it) => value[it]) as { -readonly [I in keyof K]: T[K[I]] };
}

/** Returns an object as JSON, or throws as {@link object} does; NaN and infinity, of which JSON makes nothing, as {@link whole} does. */
export const json = (name: string, value: object): string =>
  JSON.stringify(object(name, value), (key, it: unknown) => {
    // A number in a list has the name of the list.
    if (isNaN(+key)) name = key;
    return typeof it !== "number" || isFinite(it) ? it : whole(name, it);
  });

/** Returns a truth value; `false` if it is left out. */
export function truth(name: string, value: boolean | undefined): boolean {
  if (value === undefined || typeof value === "boolean") return value ?? false;
  throw CostumierError.usage(`${name} is ${String(value)}: use true or false`);
}

/** Returns a picture's limb and index, checked. */
export function numbers(key: PictureKey): [limb: number, index: number] {
  const { limb, index } = object("a picture is { limb: 0, index: 3 }", key);
  return [whole("limb", limb, U8), whole("index", index, U16)];
}
