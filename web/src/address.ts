/**
 * The state in the address, behind `#`: a view can be kept and sent, and no server sees it. Only differences from the
 * default state are written. A link names its game; with another game open, the page reports that.
 */
import { actorOf, SPEEDS, START, type Background, type Marked, type State, type Tab } from "./state";
import type { Facing, ObjectsShown, Role, ScreenName } from "costumier";
import type { ActorSaid } from "./worker/protocol";

/** The contents of a link. */
export interface Link {
  game: string | null;
  /** Tick of the scene, which all actors share. */
  tick: number;
  playing: boolean;
  /** The link itself. */
  hash: string;
  patch: Partial<State>;
  /** Those of `patch.actors` whose chore and facing are in the link. */
  explicit: readonly ActorSaid[];
  /** Parts of the link that cannot be read. */
  unread: string[];
}

const BACKGROUNDS: Background[] = ["checks", "flat", "room"];
export const MARKED: Marked[] = ["none", "planes", "boxes", "objects"];
const OBJECTS: ObjectsShown[] = ["none", "initial", "all"];
const TABS: Tab[] = ["stage", "wardrobe", "time", "actions", "colours", "bytes", "take"];
const FACINGS = ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"];
const ROLES: Role[] = ["init", "walk", "stand", "talk-start", "talk-stop"];
const SCREENS: ScreenName[] = [
  "ega",
  "cga",
  "cga-composite",
  "cga-bw",
  "hercules",
  "hercules-amber",
  "amiga",
  "amiga-monkey",
  "c64",
  "mac",
  "vga",
];

/** Maximum number of actors on the stage, and the largest zoom. */
export const MOST_ACTORS = 16;
export const MOST_ZOOM = 32;

function number(text: string | null, from: number, to: number): number | null {
  if (text === null || !/^-?\d{1,9}$/.test(text)) return null;
  const value = Number(text);
  return value >= from && value <= to ? value : null;
}

// Pairs of numbers: 3:27,4:9
function pairs(text: string | null): Record<number, number> {
  const found: Record<number, number> = {};
  for (const part of (text ?? "").split(",").slice(0, 256)) {
    const match = /^(\d{1,4}):(-?\d{1,6})$/.exec(part);
    if (match) found[Number(match[1])] = Number(match[2]);
  }
  return found;
}

const paired = (values: Record<number, number>) =>
  Object.entries(values)
    .map(([key, value]) => `${key}:${value}`)
    .join(",");

// 3,4,7
const list = (text: string) =>
  text
    .split(",")
    .map(one => number(one, 0, 31))
    .filter(one => one !== null);

// 12.5~-30: a point, to hundredths of a pixel.
function point(text: string): [number, number] | null {
  const found = /^(-?\d{1,6}(?:\.\d{1,2})?)~(-?\d{1,6}(?:\.\d{1,2})?)$/.exec(text);
  return found ? [Number(found[1]), Number(found[2])] : null;
}

function speed(text: string): number | null {
  return SPEEDS.find(one => String(one) === text) ?? null;
}

// COSTUME~CHORE~FACING~x~y~… of one actor. In a room, one without a size and a plane has those of its walk box.
function readActor(text: string, inRoom: boolean, unread: string[], explicit: ActorSaid[]): ActorSaid | null {
  const [id, chore, facing, x, y, scale, plane, flags, palette, vars, conditions, shadow, pixels] = text.split("~");
  const costume = number(id ?? null, 0, 65535);
  if (costume === null) {
    unread.push(`actor=${text.slice(0, 40)}`);
    return null;
  }
  const actor = actorOf(costume, number(x ?? null, -99999, 99999) ?? 0, number(y ?? null, -99999, 99999) ?? 0);
  if (chore && /^\d{1,5}$/.test(chore)) actor.chore = Number(chore);
  else if (chore && ROLES.includes(chore as Role)) actor.chore = chore as Role;
  else if (chore) unread.push(`chore ${chore.slice(0, 40)}`);
  if (facing && FACINGS.includes(facing)) actor.facing = facing as Facing;
  else if (facing) unread.push(`facing ${facing.slice(0, 40)}`);
  if (chore === String(actor.chore) && facing === actor.facing) explicit.push(actor);
  if (inRoom && !scale && !plane) actor.scale = actor.zplane = "box";
  if (scale) actor.scale = scale === "box" ? "box" : (number(scale, 1, 255) ?? 255);
  if (plane) actor.zplane = plane === "box" ? "box" : (number(plane, 0, 255) ?? 0);
  actor.talking = (flags ?? "").includes("t");
  actor.flip = (flags ?? "").includes("f");
  actor.palette = pairs(palette ?? null);
  actor.vars = pairs(vars ?? null);
  actor.conditions = list(conditions ?? "");
  actor.shadow = number(shadow ?? null, 0, 255) ?? 0;
  actor.pixels = pairs(pixels ?? null);
  return actor;
}

function writeActor(actor: ActorSaid, inRoom: boolean): string {
  const isPlain = actor.scale === 255 && !actor.zplane;
  const said = [
    actor.costume,
    actor.chore,
    actor.facing,
    actor.x || "",
    actor.y || "",
    actor.scale === 255 && !(inRoom && isPlain) ? "" : actor.scale,
    actor.zplane || "",
    (actor.talking ? "t" : "") + (actor.flip ? "f" : ""),
    paired(actor.palette),
    paired(actor.vars),
    actor.conditions.join(","),
    actor.shadow || "",
    paired(actor.pixels),
  ];
  return said.join("~").replace(/~+$/, "");
}

/** Reads the text after `#`. A part that cannot be read keeps its default, and is named in `unread`. */
export function readAddress(hash: string): Link {
  const asked = new URLSearchParams(hash.replace(/^#/, ""));
  const patch: Partial<State> = {};
  const unread: string[] = [];
  // Reads one part of the link; `null` if it cannot be read.
  const part = <T>(key: string, read: (text: string) => T | null, take: (value: T) => void) => {
    const text = asked.get(key);
    if (text === null) return;
    const value = read(text);
    if (value === null) unread.push(`${key}=${text.slice(0, 40)}`);
    else take(value);
  };
  const among =
    <T extends string>(all: readonly T[]) =>
    (text: string) =>
      all.find(one => one === text) ?? null;
  const between = (from: number, to: number) => (text: string) => number(text, from, to);
  const flag = (text: string) => (text === "1" ? true : text === "0" ? false : null);

  const said = asked.getAll("actor").slice(0, MOST_ACTORS);
  const explicit: ActorSaid[] = [];
  const inRoom = asked.get("behind") === "room";
  const actors = said.map(text => readActor(text, inRoom, unread, explicit));
  const known = actors.filter(actor => actor !== null);
  if (known.length) {
    patch.actors = known;
    part("of", between(0, actors.length - 1), of => (patch.selected = Math.max(0, known.indexOf(actors[of]!))));
  }
  part("zoom", between(1, MOST_ZOOM), zoom => (patch.zoom = zoom));
  part("room", between(0, 65535), room => (patch.room = room));
  part("palette", between(0, 255), palette => (patch.palette = palette));
  part("tall", flag, tall => (patch.tall = tall));
  part("behind", among(BACKGROUNDS), behind => (patch.background = behind));
  part("objects", among(OBJECTS), objects => (patch.objects = objects));
  part("screen", among(SCREENS), screen => (patch.screen = screen));
  part("at", point, look => (patch.look = look));
  part("onion", between(0, 3), onion => (patch.onion = onion));
  part("outlines", flag, outlines => (patch.outlines = outlines));
  part("planes", flag, planes => (patch.marked = planes ? "planes" : "none"));
  part("marked", among(MARKED), marked => (patch.marked = marked));
  part("feet", flag, feet => (patch.feet = feet));
  part("speed", speed, speed => (patch.speed = speed));
  part("solo", between(0, 31), solo => (patch.solo = solo));
  part(
    "muted",
    text => list(text),
    muted => (patch.muted = muted),
  );
  part("panel", among(TABS), tab => {
    patch.tab = tab;
    patch.bytesOpen = tab === "bytes";
  });
  part("byte", between(0, 2 ** 30), byte => {
    patch.byte = byte;
    patch.bytesOpen = true;
  });
  let tick = 0;
  part("tick", between(0, 1e5), value => (tick = value));
  return { game: asked.get("game"), hash, tick, playing: !asked.has("tick"), patch, explicit, unread };
}

/** Writes the state, and the scene's tick if time stands still. */
export function writeAddress(state: State, tick: number): string {
  const said: [string, string][] = [];
  if (state.game && !state.sample) said.push(["game", state.game.info.key]);
  for (const actor of state.actors) said.push(["actor", writeActor(actor, state.background === "room")]);
  if (state.selected) said.push(["of", String(state.selected)]);
  if (!state.playing || state.still) said.push(["tick", String(tick)]);
  if (state.zoom !== START.zoom) said.push(["zoom", String(state.zoom)]);
  if (state.room !== null) said.push(["room", String(state.room)]);
  if (state.palette) said.push(["palette", String(state.palette)]);
  if (state.tall) said.push(["tall", "1"]);
  if (state.background !== START.background) said.push(["behind", state.background]);
  if (state.objects !== START.objects) said.push(["objects", state.objects]);
  if (state.look) said.push(["at", state.look.join("~")]);
  if (state.screen) said.push(["screen", state.screen]);
  if (state.onion) said.push(["onion", String(state.onion)]);
  if (state.outlines) said.push(["outlines", "1"]);
  if (state.marked === "planes") said.push(["planes", "1"]);
  else if (state.marked !== "none") said.push(["marked", state.marked]);
  if (!state.feet) said.push(["feet", "0"]);
  if (state.speed !== START.speed) said.push(["speed", String(state.speed)]);
  if (state.solo !== null) said.push(["solo", String(state.solo)]);
  if (state.muted.length) said.push(["muted", state.muted.join(",")]);
  if (state.tab !== START.tab) said.push(["panel", state.tab]);
  if (state.bytesOpen && (state.byte !== null || state.tab !== "bytes")) said.push(["byte", String(state.byte ?? 0)]);
  return said
    .map(
      ([key, value]) =>
        `${key}=${encodeURIComponent(value).replaceAll("%7E", "~").replaceAll("%3A", ":").replaceAll("%2C", ",")}`,
    )
    .join("&");
}
