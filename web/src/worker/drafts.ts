/**
 * Costumes while they are edited. Each change is packed into the real block, and the stage and all panels show that block, as
 * the game will.
 */
import type {
  Actor,
  Costume,
  DraftDirection,
  DraftHead,
  PictureKey,
  PictureSpread,
  DraftRecord,
  DraftWindow,
} from "costumier";
import { CostumierError, type Draft, type Editor } from "costumier/edit";
import type { Canvassed, Drafted, Easel, Edit, OutForm, Ops, Trouble } from "./protocol";
import { flattened, type Layer, type LayerEdit } from "./layers";
import type { Session } from "./session";

/** Number of columns and rows around a picture that can be painted on. */
const MARGIN = 96;

/** What drafts answer. */
export type DraftOp =
  | "draft"
  | "edit"
  | "undo"
  | "record"
  | "rowsOf"
  | "spare"
  | "bring"
  | "fits"
  | "shownBy"
  | "filesOf"
  | "out"
  | "program"
  | "whatis";

interface Open {
  draft: Draft;
  /** By limb. They are no part of the engine's draft, which gets them when it is packed. */
  layers: Map<number, Layer>;
  /** For each edit, how to take it back: the layer before, or the engine's. */
  done: (LayerEdit | "engine")[];
  /** The limb and the picture that is painted on in the place of what the limb shows. */
  spare: PictureKey | null;
  /** Whether another limb may show another picture than when it was asked last. */
  isRearranged: boolean;
  origin: Uint8Array<ArrayBuffer>;
  version: number;
  /** The packed block that is shown. */
  payload: Uint8Array<ArrayBuffer>;
  head: Drafted["head"];
  /** The head of the block that is shown: that of the draft with its layers, unless it cannot be packed. */
  worn: Drafted["head"];
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
    spare: ({ id, picture }) => {
      this.of(id).spare = picture;
      return null;
    },
    rowsOf: ({ id, key }) => this.of(id).draft.rows(key),
    bring: asked => this.bring(asked),
    fits: ({ ids }) => this.fits(ids),
    shownBy: ({ id }) => this.shownBy(id),
    filesOf: ({ id }) => withLayers(this.packable(id), draft => draft.files()),
    out: ({ ids, form }) => this.out(ids, form),
    program: ({ id, text, at }) => {
      const { draft } = this.of(id);
      if (at !== undefined) return { stretch: draft.stretch(at) };
      return text === undefined ? { text: draft.program() } : { found: draft.checkProgram(text) };
    },
    whatis: ({ image }) => this.editor.whatis(this.session.original, image),
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

  /** Starts to edit a costume, from the game's block or from the block that stored edits were made on. */
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
    const head = draft.head();
    // The stage shows the block of the draft before, if there was one.
    const payload = this.open.get(id)?.payload ?? own;
    const open: Open = {
      ...{
        draft,
        layers: new Map(),
        done: [],
        spare: null,
        isRearranged: true,
        origin: own,
        version: 0,
        payload,
        head,
      },
      ...{ block: null, refusal: null, worn: head },
    };
    try {
      for (const edit of edits) apply(open, edit);
    } catch (why) {
      draft.free();
      throw why;
    }
    this.open.get(id)?.draft.free();
    this.open.set(id, open);
    // The actors play other records than before, those of kept changes or of the game.
    this.session.beginAnew();
    return this.packed(id, open);
  }

  private edit({ id, edits, trial }: Ops["edit"]["asked"]): Drafted {
    const open = this.of(id);
    let done = 0;
    try {
      for (const edit of edits) {
        apply(open, edit);
        done++;
      }
    } catch (why) {
      // A change is applied whole or not at all.
      for (; done; done--) back(open);
      throw why;
    }
    if (edits.some(one => "draft" in one)) this.session.beginAnew();
    const drafted = this.packed(id, open);
    if (trial) for (; done; done--) back(open);
    return drafted;
  }

  private undo({ id, count }: Ops["undo"]["asked"]): Drafted {
    const open = this.of(id);
    for (let left = count; left; left--) back(open);
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

  /** The name of a new chore. */
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
      this.cover(id, open);
      const { payload, bytes, notes, worn } = withLayers(open, draft => ({
        ...draft.pack(),
        worn: open.layers.size ? draft.head() : open.head,
      }));
      open.block = { bytes, before: open.origin.length, notes };
      open.refusal = null;
      if (!same(payload, open.payload)) this.session.wear(id, payload);
      open.payload = payload;
      open.worn = worn;
    } catch (why) {
      if (!(why instanceof CostumierError) || why.kind === "panic") throw why;
      open.block = null;
      open.refusal = why.toJSON();
    }
    const { version, head, block, refusal, origin } = open;
    const layers = [...open.layers].map(([limb, layer]) => ({ limb, ...layer, rows: layer.rows.slice() }));
    return { id, version, head, block, refusal, layers, origin: origin.slice(), isOfGame: !this.session.isFolder };
  }

  /** The pictures of an actor that can be painted on. */
  easel(actor: Actor): Easel | null {
    const { costume } = actor.state();
    const open = this.open.get(costume);
    if (!open) return null;
    const spreads = actor.spreads(MARGIN);
    const { spare } = open;
    const pictures = spreads.filter(one => one.limb !== spare?.limb).flatMap(one => canvassed(open, one));
    const like = spare && (spreads.find(one => one.limb === spare.limb) ?? spreads[0]);
    if (like) pictures.push(...canvassed(open, like, spare));
    return { costume, version: open.version, pictures };
  }

  private shownBy(id: number): Ops["shownBy"]["answer"] {
    return shownBy(this.session.open.costume(id), this.of(id).head);
  }

  // Limbs of AKOS costumes share a table of pictures. A layer lies over those that its limb shows, in any chore.
  private cover(id: number, open: Open): void {
    const { draft, head, layers } = open;
    if (head.kind !== "akos" || !layers.size) return;
    if (!open.isRearranged && [...layers.values()].every(one => one.pictures)) return;
    const game = this.session.original.withCostume(id, draft.pack().payload);
    try {
      const shown = [...shownBy(game.costume(id), head)];
      for (const [limb, layer] of layers) {
        const own = shown.filter(([, chores]) => chores.some(one => one.limbs.includes(limb)));
        const pictures = own.map(([key]) => Number(key.split(".")[1])).sort((a, b) => a - b);
        layers.set(limb, { ...layer, pictures });
      }
    } finally {
      game.free();
    }
    open.isRearranged = false;
  }

  /** The same as a zip, where the game was made around it. */
  folder(id: number): Uint8Array<ArrayBuffer> | null {
    return this.session.isFolder && this.open.has(id) ? withLayers(this.packable(id), draft => draft.zip()) : null;
  }

  private put(ids: readonly number[], form: "patch" | "zip") {
    const costumes = ids.map(id => ({ id, payload: this.packable(id).payload }));
    return this.editor.put(this.session.original, costumes, form);
  }

  // Files need a costume that can be packed now.
  private packable(id: number): Open {
    const open = this.of(id);
    if (open.refusal) throw new Error(`Costume ${id} cannot be packed: ${open.refusal.text}`);
    return open;
  }

  private fits(ids: readonly number[]): Ops["fits"]["answer"] {
    const { report } = this.put(ids, "patch");
    return { known: !report.changes_index, files: report.files };
  }

  /** Files of the edited costumes; `null` if nothing differs from the game. */
  private out(ids: readonly number[], form: OutForm): Ops["out"]["answer"] {
    if (form === "folder" || form === "aseprite") {
      const id = ids[0]!;
      const open = this.packable(id);
      if (form === "folder") return { name: "folder.zip", bytes: withLayers(open, draft => draft.zip()) };
      const files = withLayers(open, draft => draft.files("aseprite"));
      const made = files.find(one => one.path.endsWith(".aseprite"));
      return made ? { name: made.path, bytes: made.bytes } : null;
    }
    const [made] = this.put(ids, form === "patch" ? "patch" : "zip").files;
    return made ? { name: made.path, bytes: made.bytes } : null;
  }
}

/** A picture that an actor shows, with its pixels; or another one in its place. */
function canvassed({ head, worn, draft }: Open, spread: PictureSpread, spare?: PictureKey): Canvassed[] {
  const entry = ({ limbs }: DraftHead, { limb, index }: PictureKey) =>
    (limbs.find(one => one.limb === limb) ?? limbs[0])?.pictures[index];
  const [shown, own] = [entry(worn, spread.picture), entry(head, spare ?? spread.picture)];
  if (!shown || !own) return [];
  const { kind, at, moves, size } = own;
  const owner = { limb: own.owner[0], index: own.owner[1] };
  // What is shown may be larger than the picture: layers lie over it, or it is of another change.
  const by = (pairs: Int32Array, way: number) => Int32Array.from(pairs, (one, i) => (i % 2 ? one : one + way));
  return [
    {
      ...{ ...spread, owner, kind, at, moves, pixels: draft.rows(owner) },
      ...(spare && { limb: spare.limb, picture: owner }),
      ...{ width: size[0], height: size[1] },
      columns: by(spread.columns, shown.at[0] - at[0]),
      rows: by(spread.rows, shown.at[1] - at[1]),
    },
  ];
}

/** The chores that show each stored picture. Frees the costume. */
function shownBy(costume: Costume, { limbs: tables }: DraftHead): Ops["shownBy"]["answer"] {
  const found = new Map<string, { chore: number; name: string; facings: string[]; limbs: number[] }[]>();
  try {
    for (const action of costume.actions()) {
      const seen = new Map<string, Set<number>>();
      for (const { limb: player, spans } of costume.timeline(action.chore, action.angle).limbs)
        for (const { pictures } of spans)
          for (const { limb, index } of pictures) {
            const table = tables.find(one => one.limb === limb) ?? tables[0];
            const owner = table?.pictures[index]?.owner;
            const key = owner?.join(".");
            if (key) seen.set(key, (seen.get(key) ?? new Set()).add(player));
          }
      for (const [key, players] of seen) {
        const list = found.get(key) ?? [];
        found.set(key, list);
        const chore = list.find(one => one.chore === action.chore);
        const limbs = [...new Set([...(chore?.limbs ?? []), ...players])];
        if (chore) {
          chore.facings.push(action.facing);
          chore.limbs = limbs;
        } else list.push({ chore: action.chore, name: action.name, facings: [action.facing], limbs });
      }
    }
  } finally {
    costume.free();
  }
  return found;
}

/** The name of errors of costumes that are not being edited. */
export const NO_DRAFT = "no-draft";

/** Does something with the draft as it is packed: with its layers in the pictures, which are taken out again. */
function withLayers<T>({ draft, head, layers }: Open, act: (draft: Draft) => T): T {
  let done = 0;
  try {
    for (const { key, ...painted } of flattened(head, layers, key => draft.rows(key))) {
      draft.paint(key, painted);
      done++;
    }
    return act(draft);
  } finally {
    for (; done; done--) draft.undo();
  }
}

function apply(open: Open, edit: Edit): void {
  if (!("layer" in edit)) {
    applyTo(open.draft, edit, open.head.kind);
    open.done.push("engine");
    open.isRearranged ||= "draft" in edit;
    return;
  }
  const { limb } = edit.layer;
  open.done.push({ limb, to: open.layers.get(limb) ?? null });
  lay(open, edit.layer);
}

function lay({ layers }: Open, { limb, to }: LayerEdit): void {
  if (to) layers.set(limb, to);
  else layers.delete(limb);
}

/** Takes the last edit back. */
function back(open: Open): void {
  const last = open.done.pop();
  if (last === "engine") {
    open.draft.undo();
    open.isRearranged = true;
  } else if (last) lay(open, last);
}

// The page uses the word `record` for both kinds.
function applyTo(draft: Draft, edit: Exclude<Edit, { layer: unknown }>, kind: string): void {
  if ("paint" in edit) {
    const { key, ...painted } = edit.paint;
    return draft.paint(key, painted);
  }
  if (kind !== "akos" || !("record" in edit.draft)) return draft.apply(edit.draft);
  const { chore, direction, record } = edit.draft.record;
  const limbs = record && "limbs" in record ? (record.limbs as Record<number, DraftWindow>) : null;
  draft.apply({ windows: { chore, facing: direction, record: limbs } });
}

function same(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
