/** Opens costumes for editing: with what is kept of them, and in one tab at a time. */
import { troubleOf } from "../worker/client";
import type { Edit } from "./edit";
import { InAnotherTab } from "./open-drafts";
import { whyNotEdited } from "./why";

export class Opening {
  private turn = 0;
  /** Whether the pause was told since the mode was entered. */
  wasOpen = false;

  constructor(private readonly edit: Edit) {}

  /** Opens a costume for editing; `steal`: another tab loses it. */
  async open(id: number, steal = false): Promise<void> {
    const { edit } = this;
    const turn = ++this.turn;
    const { store, notices } = edit.app;
    const { costume } = store.state;
    if (edit.floating.isSet) {
      await edit.floating.commit();
      if (turn !== this.turn) return;
    }
    edit.spare.close();
    if (edit.layering.isOn) edit.layering.toggle();
    if (edit.draft && edit.draft.id !== id) edit.chooseLimb(null);
    edit.draft = null;
    edit.region.drop();
    edit.brush.forget();
    edit.line.tell(null, "Opening …", []);
    const kind = costume && whyNotEdited(costume.kind, store.state.game!.info.generation);
    if (kind) return this.refuse(kind, "kind");
    try {
      const draft = await edit.drafts.open(id, steal);
      if (turn !== this.turn) return;
      edit.draft = draft;
      if (draft.isOnOther)
        notices.show(`The game has another ${edit.drafts.nameOf(id)} than the one that you have edited.`, {
          kind: "changed",
          text: "Your edits go on from the costume as it was. Saved into this game, they replace the whole costume, with what is new in it.",
          hint: "To begin with the game's costume instead, save yours as a costume folder and discard the edits.",
        });
      edit.side.hasGame(draft.drafted.isOfGame);
      edit.side.limbs(edit.facts.limbs(), edit.limb);
      const { tick, clip } = edit.app.playback;
      const { count } = draft;
      if (count)
        edit.say(`Your edits of ${edit.drafts.nameOf(id)} are here: ${count} change${count === 1 ? "" : "s"}.`);
      else if (!this.wasOpen) edit.say(`Paused: you paint the picture of tick ${tick} of ${clip?.ticks ?? 1}.`);
      this.wasOpen = true;
      await edit.facts.colour();
      edit.app.playback.want();
      edit.base = draft.drafted.version;
      // What the panels know of the costume is the game's until now.
      if (draft.count) store.set({ edited: store.state.edited + 1 });
      await edit.facts.chores();
      edit.facts.later();
      edit.preview.later();
      edit.tell();
      edit.refit();
      await edit.floating.resume(draft);
    } catch (why) {
      if (turn !== this.turn) return;
      if (why instanceof InAnotherTab)
        this.refuse(why.message, "tabs", [["Edit it here", () => void this.open(id, true)]]);
      else this.refuse(troubleOf(why).text, troubleOf(why).kind);
    }
  }

  /** Opens all costumes of the game that were edited before. */
  async resume(): Promise<void> {
    const { edit } = this;
    const ids = await edit.drafts.resume();
    edit.app.notices.clearKind("action");
    edit.renew();
    if (ids[0] !== undefined && !ids.includes(edit.app.store.chosen?.costume ?? -1)) edit.app.choose(ids[0]);
    edit.app.store.set({ mode: "edit", tools: true });
  }

  private refuse(words: string, kind: string, actions: readonly (readonly [string, () => void])[] = []): void {
    const { app, line } = this.edit;
    line.tell(null, words, []);
    app.notices.show("This costume cannot be edited.", { kind, text: words }, actions);
    if (!actions.length) app.store.set({ mode: "look" });
  }
}
