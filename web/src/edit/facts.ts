/** Texts about the costume and the picture that is painted on. */
import type { Facing, PictureKey } from "costumier";
import { hex } from "../panels/rgb";
import { Clashes } from "./clash";
import { inWords, pictureName, tableOf, type ShownIn } from "./chores";
import type { Edit } from "./edit";

export class Facts {
  private shown: ReadonlyMap<string, readonly ShownIn[]> = new Map();
  private fitting: ReturnType<typeof setTimeout> | null = null;
  /** The last message, shown for some seconds. */
  private word = "";
  private fading: ReturnType<typeof setTimeout> | null = null;

  private readonly clashes: Clashes;

  constructor(private readonly edit: Edit) {
    this.clashes = new Clashes(edit);
  }

  /** The colours to paint with, as the stage shows them. */
  readonly colour = latest(() => this.askColours());
  /** Which chores show which picture: asked when more than pixels has changed. */
  readonly chores = latest(() => this.askChores());

  private async askColours(): Promise<void> {
    const { draft, app } = this.edit;
    const { store, client } = app;
    const actor = store.chosen;
    if (!this.edit.isOn || !draft || actor?.costume !== draft.id) return;
    const room = store.state.room;
    const [colours, palette] = await Promise.all([
      client.ask("colours", { id: draft.id, room }).catch(() => null),
      client.ask("palette", { room: room ?? store.state.costume?.room ?? 0 }).catch(() => null),
    ]);
    if (draft !== this.edit.draft) return;
    const seen = (colours?.colours ?? []).map((row, i) => {
      const set = actor.palette[i];
      if (set === undefined || !palette) return row.exact ?? null;
      return hex(palette.subarray(set * 3, set * 3 + 3));
    });
    this.edit.palette.show(draft.drafted.head, seen, colours ? this.clashes.notes(colours) : new Map());
    this.tell();
  }

  private async askChores(): Promise<void> {
    const { draft, app, side, limb } = this.edit;
    if (!draft) return;
    const shown = await app.client.ask("shownBy", { id: draft.id }).catch(() => null);
    if (draft === this.edit.draft && shown) this.shown = shown;
    // Undo can take the chosen limb away.
    if (limb !== null && !tableOf(draft.drafted.head, limb)?.pictures.length) this.edit.chooseLimb(null);
    side.limbs(this.limbs(), this.edit.limb);
    this.tell();
  }

  /** The pictures that a limb shows in the present chore and facing. */
  picturesOf(limb: number): number[] {
    const row = this.edit.app.playback.clip?.limbs.find(one => one.limb === limb);
    return row?.spans.flatMap(one => one.pictures.map(it => it.index)) ?? [];
  }

  limbs(): number[] {
    const { playback, store } = this.edit.app;
    const limbs = playback.clip?.limbs.map(one => one.limb) ?? store.state.costume?.limbs ?? [];
    const { limb } = this.edit;
    return [...new Set([...limbs, ...(limb === null ? [] : [limb])])].sort((a, b) => a - b);
  }

  /** To find out whether ScummVM knows the changed game takes a whole patch, so it waits for a pause. */
  later(): void {
    if (this.fitting) clearTimeout(this.fitting);
    this.fitting = setTimeout(() => void this.fits(), 500);
  }

  private async fits(): Promise<void> {
    const { draft, app } = this.edit;
    if (draft) app.wardrobe.renew(draft.id);
    app.time.renew();
    if (!draft?.count || !draft.drafted.isOfGame || draft.drafted.refusal) return;
    const fit = await app.client.ask("fits", { ids: [draft.id] }).catch(() => null);
    this.edit.side.byHand.hidden = fit?.known !== false;
  }

  shownIn(key: PictureKey): readonly ShownIn[] {
    return this.shown.get(`${key.limb}.${key.index}`) ?? [];
  }

  tell(): void {
    const { edit } = this;
    const { draft, side } = edit;
    if (!draft || !edit.isOn) return;
    // The stage shows what was packed last, faintly, and over it what cannot be packed.
    const { stage } = edit.app;
    if (stage.isFaint !== edit.isFaint) {
      stage.isFaint = edit.isFaint;
      stage.draw();
    }
    edit.recolour.tell();
    side.limbs(this.limbs(), edit.limb);
    side.steps(draft.canUndo, draft.canRedo);
    side.size(edit.size);
    const { refusal } = draft.drafted;
    const acts: (readonly [string, () => void])[] = [...edit.fullSize.acts];
    if (draft.place === "tab") acts.push(["Try again", () => void draft.save()]);
    if (draft.place === "elsewhere") acts.push(["Keep mine", () => void edit.drafts.keepMine(draft)]);
    const meant = refusal && this.meant(refusal.text);
    if (meant) acts.push(["Show it", () => this.point(meant)]);
    const { cause } = draft;
    if (cause) {
      const { words, later } = cause;
      const also = later ? ` and ${later} later change${later === 1 ? "" : "s"}` : "";
      acts.push([`Undo ${words}${also}`, () => void edit.undoAll(later + 1)]);
    }
    edit.line.tell(draft, this.word, acts, [
      edit.layering.note,
      edit.fullSize.words,
      edit.keep?.words ?? "",
      edit.disk.words(draft),
    ]);
    this.picture();
  }

  // The picture that a refusal names: `limb 0 "head" / picture "walk-1": …`, with numbers or names.
  private meant(words: string): { limb: number; index: number } | null {
    const found = /limb (\d+)[^/]*\/ picture (?:"([^"]*)"|(\d+))/.exec(words);
    if (!found) return null;
    const limb = Number(found[1]);
    const pictures = this.edit.draft?.drafted.head.limbs.find(one => one.limb === limb)?.pictures ?? [];
    const index = found[3] === undefined ? pictures.findIndex(one => one.name === found[2]) : Number(found[3]);
    return pictures[index] ? { limb, index } : null;
  }

  // Shows a chore that has the picture, with its limb chosen.
  private point({ limb, index }: { limb: number; index: number }): void {
    const { edit } = this;
    const where = this.shownIn({ limb, index })[0];
    if (!where) return edit.spare.open(limb, index);
    edit.chooseLimb(limb);
    edit.app.store.actor({ chore: where.chore, facing: where.facings[0] as Facing });
    edit.app.playback.restart();
  }

  private picture(): void {
    const { draft, side, app } = this.edit;
    const sheet = this.edit.sheet();
    if (!draft || !sheet) return side.told("", null);
    const layer = this.edit.layering.words;
    if (layer) return side.told(layer, null);
    const { width, height } = sheet.picture;
    const { limb, index } = sheet.key;
    const pictures = tableOf(draft.drafted.head, limb)?.pictures ?? [];
    const chores = this.shownIn(sheet.key);
    const mirrored = new Set(app.store.state.costume?.actions.filter(one => one.mirrored).map(one => one.facing));
    const facing = (one: string) => (mirrored.has(one) ? `${one} (mirrored)` : one);
    const name = pictureName(index, pictures[index]?.name);
    const changed = draft.changedIn(limb);
    const have = `Limb ${limb} has ${pictures.length} picture${pictures.length === 1 ? "" : "s"}`;
    const told = `${have}; ${changed || "none"} ${changed < 2 ? "has" : "have"} been changed.`;
    side.told(`Limb ${sheet.limb} · ${name} · ${width}×${height}. ${told}`, {
      words: inWords(chores),
      list: chores.map(one => `${one.name}: ${one.facings.map(facing).join(", ")}`),
      canCopy: chores.length > 0,
      why: "Copies the picture for this chore and facing. New drawing, under Time, copies it for one box",
    });
  }

  say(words: string): void {
    this.word = words;
    this.tell();
    if (this.fading) clearTimeout(this.fading);
    this.fading = setTimeout(() => {
      this.word = "";
      this.tell();
    }, 6000);
  }
}

/** An action that runs once at a time. Calls during a run cause one more run after it. */
function latest(act: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let again = false;
  const run = async () => {
    try {
      do {
        again = false;
        await act();
      } while (again);
    } finally {
      running = null;
    }
  };
  return () => {
    again = true;
    return (running ??= run());
  };
}
