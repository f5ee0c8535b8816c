/** The text of the program that a limb of an AKOS costume runs, where it is no list of pictures. */
import { attr, h, put } from "../dom";
import { playOf, playsProgram } from "./chores";
import type { Timing } from "./timing";

/** Most lines that are shown. */
const MOST = 200;

export class ProgramText {
  readonly element = h("div", { class: "edit-program", hidden: true });
  private told = "";

  constructor(private readonly timing: Timing) {}

  /** Shows the program of a limb in the chore on the stage; `null` for none. */
  tell(limb: number | null): void {
    const { draft, app } = this.timing.edit;
    const { clip } = app.playback;
    const key = limb === null ? "" : `${draft?.drafted.version} ${draft?.id} ${clip?.chore} ${clip?.facing} ${limb}`;
    if (key === this.told) return;
    this.told = key;
    if (limb === null || draft?.drafted.head.kind !== "akos") this.element.hidden = true;
    else void this.show(key, limb);
  }

  private async show(key: string, limb: number): Promise<void> {
    const { draft, app } = this.timing.edit;
    const { chore, facing } = app.playback.clip!;
    const found = await app.client.ask("record", { id: draft!.id, chore, facing });
    const play = found && "limbs" in found.record ? playOf(found.record, limb) : null;
    const start = play && typeof play === "object" && "start" in play ? play.start : null;
    const all = start === null ? [] : (await app.client.ask("bytes", { id: draft!.id })).program;
    if (key !== this.told) return;
    const first = all.findIndex(one => one.at === start);
    this.element.hidden = first < 0;
    if (first < 0) return;
    const { records } = all[first]!;
    const rest = all.slice(first, first + MOST);
    // What the same records reach, up to the program of another limb.
    const end = rest.findIndex(one => one.records.join() !== records.join());
    const lines = rest.slice(0, end < 0 ? MOST : end);
    const words = lines.map(({ label, statement }) => `${label ? `${label}:\n` : ""}    ${statement}`);
    put(
      this.element,
      h("p", {}, playsProgram(limb)),
      h("pre", { tabindex: "0", "aria-label": `Program of limb ${limb}` }, words.join("\n")),
    );
    attr(this.element, "data-limb", String(limb));
  }
}
