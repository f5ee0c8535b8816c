/**
 * A picture that no chore shows, opened for painting: the easel has it in the place of what its limb shows, and the stage is
 * faint beneath it. It is closed when anything else is looked at.
 */
import type { Edit } from "./edit";

export class Spare {
  private now: { limb: number; index: number; frame: string } | null = null;

  constructor(private readonly edit: Edit) {
    edit.app.playback.listen(() => {
      if (this.now && this.now.frame !== edit.floating.frame()) this.close();
    });
  }

  /** The index of the picture, while one is open. */
  get index(): number | undefined {
    return this.now?.index;
  }

  open(limb: number, index: number): void {
    const { edit } = this;
    if (edit.layering.isOn) edit.layering.toggle();
    edit.chooseLimb(limb);
    this.now = { limb, index, frame: edit.floating.frame() };
    this.tell();
    edit.say(`No chore shows picture ${index}. You paint it here; the list "Picture of this box" gives it to a box.`);
  }

  close(): void {
    if (!this.now) return;
    this.now = null;
    this.tell();
  }

  private tell(): void {
    const { app, draft, region, brush } = this.edit;
    app.stage.isFaint = this.edit.isFaint;
    region.drop();
    brush.forget();
    if (draft) void app.client.ask("spare", { id: draft.id, picture: this.now }).then(() => app.playback.want());
  }
}
