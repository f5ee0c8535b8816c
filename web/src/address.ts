/**
 * The state in the address, behind `#`, so that a view can be kept and sent and no server is told of it. Only
 * what differs from the beginning is written. A link says which game it means; who has another one open is
 * told so.
 */
import { actorOf, START, type Background, type State, type Tab } from "./state";
import type { Facing, ObjectsShown, Role, ScreenName } from "costumier";
import type { ActorSaid } from "./worker/protocol";

/** What a link asks for. */
export interface Link {
  game: string | null;
  tick: number;
  playing: boolean;
  patch: Partial<State>;
}

const BACKGROUNDS: Background[] = ["checks", "flat", "room"];
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
];

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

// COSTUME~CHORE~FACING~x~y~… of one actor.
function readActor(text: string): ActorSaid | null {
  const [id, chore, facing, x, y, scale, plane, flags, palette, vars, conditions, shadow, pixels] = text.split("~");
  const costume = number(id ?? null, 0, 65535);
  if (costume === null) return null;
  const actor = actorOf(costume, number(x ?? null, -99999, 99999) ?? 0, number(y ?? null, -99999, 99999) ?? 0);
  if (chore && /^\d{1,5}$/.test(chore)) actor.chore = Number(chore);
  else if (chore && ROLES.includes(chore as Role)) actor.chore = chore as Role;
  if (facing && FACINGS.includes(facing)) actor.facing = facing as Facing;
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

function writeActor(actor: ActorSaid): string {
  const said = [
    actor.costume,
    actor.chore,
    actor.facing,
    actor.x || "",
    actor.y || "",
    actor.scale === 255 ? "" : actor.scale,
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

/** Reads what stands behind `#`; whatever cannot be read is as at the beginning. */
export function readAddress(hash: string): Link {
  const asked = new URLSearchParams(hash.replace(/^#/, ""));
  const patch: Partial<State> = {};
  const actors = asked
    .getAll("actor")
    .slice(0, 16)
    .map(readActor)
    .filter(actor => actor !== null);
  if (actors.length) {
    patch.actors = actors;
    patch.selected = number(asked.get("of"), 0, actors.length - 1) ?? 0;
  }
  const zoom = number(asked.get("zoom"), 1, 32);
  if (zoom !== null) patch.zoom = zoom;
  const room = number(asked.get("room"), 0, 65535);
  if (room !== null) patch.room = room;
  const behind = asked.get("behind") as Background | null;
  if (behind && BACKGROUNDS.includes(behind)) patch.background = behind;
  const objects = asked.get("objects") as ObjectsShown | null;
  if (objects && OBJECTS.includes(objects)) patch.objects = objects;
  const tab = asked.get("panel") as Tab | null;
  if (tab && TABS.includes(tab)) {
    patch.tab = tab;
    patch.bytesOpen = tab === "bytes";
  }
  const byte = number(asked.get("byte"), 0, 2 ** 30);
  if (byte !== null) patch.byte = byte;
  const onion = number(asked.get("onion"), 0, 3);
  if (onion !== null) patch.onion = onion;
  if (asked.has("outlines")) patch.outlines = true;
  const screen = asked.get("screen");
  if (SCREENS.includes(screen as ScreenName)) patch.screen = screen as ScreenName;
  const look = /^(-?\d{1,6})~(-?\d{1,6})$/.exec(asked.get("at") ?? "");
  if (look) patch.look = [Number(look[1]), Number(look[2])];
  const muted = list(asked.get("muted") ?? "");
  if (muted.length) patch.muted = muted;
  return { game: asked.get("game"), tick: number(asked.get("tick"), 0, 1e6) ?? 0, playing: !asked.has("tick"), patch };
}

/** Writes the state; a tick is said only while it stands still, since a moving one is no place to return to. */
export function writeAddress(state: State, tick: number): string {
  const said: [string, string][] = [];
  if (state.game && !state.sample) said.push(["game", state.game.info.key]);
  for (const actor of state.actors) said.push(["actor", writeActor(actor)]);
  if (state.selected) said.push(["of", String(state.selected)]);
  if (!state.playing) said.push(["tick", String(tick)]);
  if (state.zoom !== START.zoom) said.push(["zoom", String(state.zoom)]);
  if (state.room !== null) said.push(["room", String(state.room)]);
  if (state.background !== START.background) said.push(["behind", state.background]);
  if (state.objects !== START.objects) said.push(["objects", state.objects]);
  if (state.background === "room" && state.look) said.push(["at", state.look.join("~")]);
  if (state.screen) said.push(["screen", state.screen]);
  if (state.onion) said.push(["onion", String(state.onion)]);
  if (state.outlines) said.push(["outlines", "1"]);
  if (state.muted.length) said.push(["muted", state.muted.join(",")]);
  if (state.tab !== START.tab) said.push(["panel", state.tab]);
  if (state.byte !== null && state.bytesOpen) said.push(["byte", String(state.byte)]);
  return said
    .map(
      ([key, value]) =>
        `${key}=${encodeURIComponent(value).replaceAll("%7E", "~").replaceAll("%3A", ":").replaceAll("%2C", ",")}`,
    )
    .join("&");
}
