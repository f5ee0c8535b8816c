/**
 * Costumes while they are edited. Each change is packed into the real block, which the stage and everything else then
 * shows: what plays is what the game will play.
 */
import type { Actor, DraftDirection, DraftRecord, DraftWindow } from "costumier";
import { CostumierError, type Draft, type Editor } from "costumier/edit";
import type { Drafted, Easel, Edit, OutForm, Ops, Trouble } from "./protocol";
import type { Session } from "./session";

/** Columns and rows around a picture that can be painted on. */
const MARGIN = 96;

/** What drafts answer. */
export type DraftOp =
  "draft" | "edit" | "undo" | "record" | "rowsOf" | "bring" | "fits" | "shownBy" | "filesOf" | "out" | "program";

interface Open {
  draft: Draft;
  origin: Uint8Array<ArrayBuffer>;
  version: number;
  /** The packed block that is shown. */
  payload: Uint8Array<ArrayBuffer>;
  head: Drafted["head"];
  block: Drafted["block"];
  refusal: Trouble | null;
}

export class Drafts {
  private readonly open = new Map<number, Open>();

  constructor(
    private readonly editor: Editor,
    private readonly session: Session,
  ) {}

  readonly answers: { [O in DraftOp]: (asked: Ops[O]["asked"]) => Ops[O]["answer"] } = {
    draft: asked => this.begin(asked),
    edit: asked => this.edit(asked),
    undo: asked => this.undo(asked),
    record: asked => this.record(asked),
    rowsOf: ({ id, key }) => this.of(id).draft.rows(key),
    bring: asked => this.bring(asked),
    fits: ({ ids }) => this.fits(ids),
    shownBy: ({ id }) => this.shownBy(id),
    filesOf: ({ id }) => this.packable(id).draft.files(),
    out: ({ ids, form }) => this.out(ids, form),
    program: ({ id, text, at }) => {
      const { draft } = this.of(id);
      if (at !== undefined) return { stretch: draft.stretch(at) };
      return text === undefined ? { text: draft.program() } : { found: draft.checkProgram(text) };
    },
  };

  close(): void {
    for (const { draft } of this.open.values()) draft.free();
    this.open.clear();
  }

  private of(id: number): Open {
    const open = this.open.get(id);
    if (open) return open;
    throw Object.assign(new Error(`costume ${id} is not being edited`), { name: NO_DRAFT });
  }

  /** Begins to edit a costume: from the game's block, or from the one that the edits were made on. */
  private begin({ id, edits, origin }: Ops["draft"]["asked"]): Drafted {
    const game = this.session.original;
    const costume = game.costume(id);
    const own = costume.payload();
    costume.free();
    const other = origin ? game.withCostume(id, origin) : null;
    let draft: Draft;
    try {
      draft = this.editor.draft(other ?? game, id);
    } finally {
      other?.free();
    }
    try {
      const { kind } = draft.head();
      for (const edit of edits) apply(draft, edit, kind);
    } catch (why) {
      draft.free();
      throw why;
    }
    this.open.get(id)?.draft.free();
    const head = draft.head();
    const open: Open = { draft, origin: own, version: 0, payload: own, head, block: null, refusal: null };
    this.open.set(id, open);
    return this.packed(id, open);
  }

  private edit({ id, edits, trial }: Ops["edit"]["asked"]): Drafted {
    const open = this.of(id);
    let done = 0;
    try {
      for (const edit of edits) {
        apply(open.draft, edit, open.head.kind);
        done++;
      }
    } catch (why) {
      // All of a change, or nothing of it.
      for (; done; done--) open.draft.undo();
      throw why;
    }
    if (edits.some(one => "draft" in one)) this.session.beginAnew();
    const drafted = this.packed(id, open);
    if (trial) for (; done; done--) open.draft.undo();
    return drafted;
  }

  private undo({ id, count }: Ops["undo"]["asked"]): Drafted {
    const open = this.of(id);
    for (let left = count; left; left--) open.draft.undo();
    this.session.beginAnew();
    return this.packed(id, open);
  }

  private record({ id, chore, facing }: Ops["record"]["asked"]): Ops["record"]["answer"] {
    const { draft, head } = this.of(id);
    if (head.kind === "akos") {
      const [direction, limbs] = draft.windows(chore, facing) ?? [];
      return limbs ? { direction: direction as DraftDirection, record: { limbs } as DraftRecord } : null;
    }
    const direction = facing as DraftDirection;
    if (!["west", "east", "south", "north"].includes(facing)) return null;
    const record = draft.record(chore, direction);
    if (!record || !("same_as" in record)) return record && { direction, record };
    const other = draft.record(chore, record.same_as);
    return other && { direction: record.same_as, record: other };
  }

  /** The name that a chore has been given. */
  nameOf(id: number, chore: number): string | undefined {
    return this.open.get(id)?.head.chores.find(one => one[0] === chore)?.[1];
  }

  private bring({ id, bytes, target }: Ops["bring"]["asked"]): Ops["bring"]["answer"] {
    const { draft } = this.of(id);
    const named = draft.namesPictures(bytes);
    const { colours, index } = target;
    const wanted = named && index !== undefined ? (colours ? { colours } : {}) : target;
    return { ...draft.bring(bytes, wanted), named };
  }

  private packed(id: number, open: Open): Drafted {
    open.version++;
    open.head = open.draft.head();
    try {
      const { payload, bytes, notes } = open.draft.pack();
      open.block = { bytes, before: open.origin.length, notes };
      open.refusal = null;
      if (!same(payload, open.payload)) this.session.wear(id, payload);
      open.payload = payload;
    } catch (why) {
      if (!(why instanceof CostumierError) || why.kind === "panic") throw why;
      open.block = null;
      open.refusal = why.toJSON();
    }
    const { version, head, block, refusal, origin } = open;
    return { id, version, head, block, refusal, origin: origin.slice(), isOfGame: !this.session.isFolder };
  }

  /** What an actor shows that can be painted on. */
  easel(actor: Actor): Easel | null {
    const { costume } = actor.state();
    const open = this.open.get(costume);
    if (!open) return null;
    const pictures = actor.spreads(MARGIN).flatMap(spread => {
      const table = open.head.limbs.find(one => one.limb === spread.picture.limb) ?? open.head.limbs[0];
      const entry = table?.pictures[spread.picture.index];
      if (!entry) return [];
      const owner = { limb: entry.owner[0], index: entry.owner[1] };
      const { kind, at, moves } = entry;
      return [{ ...spread, owner, kind, at, moves, pixels: open.draft.rows(owner) }];
    });
    return { costume, version: open.version, pictures };
  }

  /** Which chores show each stored picture. */
  private shownBy(id: number): Ops["shownBy"]["answer"] {
    const open = this.of(id);
    const costume = this.session.open.costume(id);
    const found = new Map<string, { chore: number; name: string; facings: string[] }[]>();
    try {
      for (const action of costume.actions()) {
        const seen = new Set<string>();
        for (const { spans } of costume.timeline(action.chore, action.angle).limbs)
          for (const { pictures } of spans)
            for (const { limb, index } of pictures) {
              const table = open.head.limbs.find(one => one.limb === limb) ?? open.head.limbs[0];
              const owner = table?.pictures[index]?.owner;
              if (owner) seen.add(owner.join("."));
            }
        for (const key of seen) {
          const list = found.get(key) ?? [];
          found.set(key, list);
          const chore = list.find(one => one.chore === action.chore);
          if (chore) chore.facings.push(action.facing);
          else list.push({ chore: action.chore, name: action.name, facings: [action.facing] });
        }
      }
    } finally {
      costume.free();
    }
    return found;
  }

  /** The same as a zip, where the game was made around it. */
  folder(id: number): Uint8Array<ArrayBuffer> | null {
    return this.session.isFolder && this.open.has(id) ? this.packable(id).draft.zip() : null;
  }

  private put(ids: readonly number[], form: "patch" | "zip") {
    const costumes = ids.map(id => ({ id, payload: this.packable(id).payload }));
    return this.editor.put(this.session.original, costumes, form);
  }

  // Files are made of what can be packed now, not of what could be packed before.
  private packable(id: number): Open {
    const open = this.of(id);
    if (open.refusal) throw new Error(`Costume ${id} cannot be packed: ${open.refusal.text}`);
    return open;
  }

  private fits(ids: readonly number[]): Ops["fits"]["answer"] {
    const { report } = this.put(ids, "patch");
    return { known: !report.changes_index, files: report.files };
  }

  /** Files of what was edited; `null` where nothing differs from the game. */
  private out(ids: readonly number[], form: OutForm): Ops["out"]["answer"] {
    if (form === "folder" || form === "aseprite") {
      const id = ids[0]!;
      const draft = this.packable(id).draft;
      if (form === "folder") return { name: "folder.zip", bytes: draft.zip() };
      const made = draft.files("aseprite").find(one => one.path.endsWith(".aseprite"));
      return made ? { name: made.path, bytes: made.bytes } : null;
    }
    const [made] = this.put(ids, form === "patch" ? "patch" : "zip").files;
    return made ? { name: made.path, bytes: made.bytes } : null;
  }
}

/** The name of errors of costumes that are not being edited. */
export const NO_DRAFT = "no-draft";

// The page says `record` of both kinds.
function apply(draft: Draft, edit: Edit, kind: string): void {
  if ("paint" in edit) return draft.paint(edit.paint.key, edit.paint);
  if (kind !== "akos" || !("record" in edit.draft)) return draft.apply(edit.draft);
  const { chore, direction, record } = edit.draft.record;
  const limbs = record && "limbs" in record ? (record.limbs as Record<number, DraftWindow>) : null;
  draft.apply({ windows: { chore, facing: direction, record: limbs } });
}

function same(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
