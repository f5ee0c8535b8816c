/** Costumes and rooms that are put into a game. */
import { filesOf } from "./draft.js";
import { CostumierError } from "./errors.js";
import type { RawGame } from "./glue.js";
import { bytes, fields, optional, truth, whole } from "./numbers.js";
import type { ExportedFile, PutReport } from "./types.js";

/** A block for a costume of a game. */
export interface PutCostume {
  readonly id: number;
  /** The block, with or without its header. */
  readonly payload: Uint8Array;
  /** The room of a new costume. */
  readonly room?: number;
}

/** A block for a room of a game. */
export interface PutRoom {
  readonly id: number;
  /** The block, without its header. */
  readonly payload: Uint8Array;
}

/** How costumes are put into a game. */
export interface PutOptions {
  /** Rooms that are put into the game at the same time. */
  readonly rooms?: readonly PutRoom[];
  /** Changes all ids of a block that several share. */
  readonly all_ids?: boolean;
  /** Leaves smaller blocks smaller. */
  readonly no_padding?: boolean;
}

/** What is made of the files that change: a patch, the files, or a zip of them. */
export type PutForm = "patch" | "files" | "zip";

/** @internal */
export function put(
  raw: RawGame, costumes: readonly PutCostume[], form: PutForm, options: PutOptions,
): { report: PutReport; files: ExportedFile[] } {
  if (!Array.isArray(costumes)) throw CostumierError.usage("put wants a list of costumes: [{ id: 1, payload }]");
  const all = (costumes as PutCostume[]).map((it) => {
    const [id, payload, room] = fields("a costume is { id: 1, payload }", it, "id", "payload", "room");
    return { id: whole("costume", id), room: optional("room", room) ?? NaN, block: bytes("payload", payload) };
  });
  const [rooms = [], all_ids, no_padding] = fields("put", options, "rooms", "all_ids", "no_padding");
  if (!Array.isArray(rooms)) throw CostumierError.usage("`rooms` is a list of rooms: [{ id: 12, payload }]");
  const others = (rooms as PutRoom[]).map((it) => {
    const [id, payload] = fields("a room is { id: 12, payload }", it, "id", "payload");
    return { id: whole("room", id), block: bytes("payload", payload) };
  });
  const blocks = [...all, ...others].map(({ block }) => block);
  const lengths = Uint32Array.from(blocks, ({ length }) => length);
  const joined = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  for (const block of blocks) {
    joined.set(block, at);
    at += block.length;
  }
  const ids = (list: readonly { id: number }[]) => Float64Array.from(list, ({ id }) => id);
  const plan = raw.put(
    ids(all), Float64Array.from(all, ({ room }) => room), ids(others), lengths, joined, truth("all_ids", all_ids),
    truth("no_padding", no_padding),
  );
  try {
    const report = JSON.parse(plan.report()) as PutReport;
    const files = plan.written(form === "zip" ? "files" : form);
    if (form !== "zip" || !report.files.length) return { report, files: filesOf(files) };
    try {
      return { report, files: [{ path: "files.zip", bytes: files.zip() }] };
    } finally {
      files.free();
    }
  } finally {
    plan.free();
  }
}
