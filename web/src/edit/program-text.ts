/**
 * The text of an AKOS costume's program, as a costume folder has it. It is edited in a drawer under Time and applied as one
 * change; what is wrong with it is shown next to its lines while one types.
 */
import "./program-text.css";
import type { ProgramProblem } from "costumier";
import { attr, h, put, text } from "../dom";
import { playOf } from "./chores";
import type { Timing } from "./timing";

/** Milliseconds without a key after which the text is checked. */
const PAUSE = 250;

/** Most problems that are shown. */
const MOST = 200;

export class ProgramText {
  private readonly why = h("p", { hidden: true });
  private readonly numbers = h("pre", { class: "numbers", "aria-hidden": "true" });
  private readonly area = h("textarea", {
    wrap: "off",
    spellcheck: "false",
    autocapitalize: "off",
    "aria-label": "Text of the program",
    oninput: () => this.typed(),
    onscroll: () => this.scrolled(),
    onkeydown: (event: Event) => this.key(event as KeyboardEvent),
  });
  private readonly found = h("ol", { "aria-label": "Problems of the text" });
  private readonly apply = h(
    "button",
    { type: "button", title: "Sets the text, as one change (Ctrl+Enter)", onclick: () => void this.set() },
    "Apply",
  );
  private readonly reset = h(
    "button",
    { type: "button", title: "The text of the costume as it is now", onclick: () => this.give(this.base) },
    "Reset",
  );
  private readonly first = h("button", { type: "button", class: "plain", hidden: true, onclick: () => this.point() });
  private readonly count = h("span", { class: "quiet", role: "status" });
  private readonly drawer = h(
    "details",
    { ontoggle: () => void this.renew() },
    h("summary", {}, "Text of the program"),
    h("div", { class: "edit-text" }, this.numbers, this.area, h("div", { class: "found" }, this.found)),
    h("div", { class: "edit-acts" }, this.apply, this.reset, this.count, this.first),
  );
  readonly element = h("div", { class: "edit-program", hidden: true }, this.why, this.drawer);
  /** The costume's text. */
  private base = "";
  private told = "";
  private limb: number | null = null;
  private problems: readonly ProgramProblem[] = [];
  private waiting: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly timing: Timing) {}

  /** Shows the program of the costume, and whether a limb plays it in the chore on the stage; `null` for none. */
  tell(limb: number | null): void {
    const { draft, app } = this.timing.edit;
    const { clip } = app.playback;
    const key = limb === null ? "" : `${draft?.drafted.version} ${draft?.id} ${clip?.chore} ${clip?.facing} ${limb}`;
    if (key === this.told) return;
    this.told = key;
    this.limb = limb;
    this.element.hidden = limb === null || draft?.drafted.head.kind !== "akos";
    if (!this.element.hidden) void this.renew();
  }

  // The text is asked for when it is seen. What was typed stays.
  private async renew(): Promise<void> {
    const { told, limb, timing } = this;
    const { draft, app } = timing.edit;
    const { clip } = app.playback;
    if (!draft || !clip || limb === null || this.element.hidden) return;
    const { id } = draft;
    const asked = { id, chore: clip.chore, facing: clip.facing };
    const [record, answer] = await Promise.all([
      app.client.ask("record", asked).catch(() => null),
      this.drawer.open ? app.client.ask("program", { id }).catch(() => null) : null,
    ]);
    if (told !== this.told) return;
    const play = record && "limbs" in record.record ? playOf(record.record, limb) : null;
    const start = play && typeof play === "object" && "start" in play ? play.start : null;
    this.why.hidden = start === null;
    text(this.why, `Limb ${limb} plays a program here: its boxes are changed for all chores that play it.`);
    const now = answer?.text;
    if (now == null || now === this.base) return;
    const isTyped = this.area.value !== this.base;
    this.base = now;
    if (isTyped) return this.typed();
    this.give(now);
    if (start === null) return;
    const { program } = await app.client.ask("bytes", { id });
    const label = program.find(one => one.at === start)?.label;
    if (label && told === this.told) this.show(now.split("\n").indexOf(`${label}:`) + 1);
  }

  private give(value: string): void {
    this.area.value = value;
    this.typed();
  }

  private typed(): void {
    const lines = this.area.value.split("\n").length;
    text(this.numbers, Array.from({ length: lines }, (_, i) => i + 1).join("\n"));
    this.scrolled();
    if (this.waiting) clearTimeout(this.waiting);
    this.waiting = null;
    if (this.area.value === this.base) return this.list([]);
    attr(this.apply, "aria-disabled", "true");
    this.waiting = setTimeout(() => void this.check(), PAUSE);
  }

  private async check(): Promise<boolean> {
    const { draft, app } = this.timing.edit;
    const { value } = this.area;
    if (!draft || value === this.base) return false;
    if (this.waiting) clearTimeout(this.waiting);
    this.waiting = null;
    const failed = (why: unknown): { found: ProgramProblem[] } => ({
      found: [{ line: null, kind: "problem", text: why instanceof Error ? why.message : String(why) }],
    });
    const { found } = await app.client.ask("program", { id: draft.id, text: value }).catch(failed);
    if (value !== this.area.value) return false;
    this.list(found ?? []);
    return !this.problems.some(one => one.kind === "problem");
  }

  private list(problems: readonly ProgramProblem[]): void {
    this.problems = [...problems].sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
    const counted = (kind: ProgramProblem["kind"]) => {
      const count = problems.filter(one => one.kind === kind).length;
      return count ? [`${count} ${kind}${count === 1 ? "" : "s"}`] : [];
    };
    const isTyped = this.area.value !== this.base;
    const words = [...counted("problem"), ...counted("note")].join(", ");
    text(this.count, words || (isTyped ? "No problems" : "Not changed"));
    attr(this.apply, "aria-disabled", isTyped && !counted("problem").length ? null : "true");
    attr(this.reset, "aria-disabled", isTyped ? null : "true");
    attr(this.area, "aria-invalid", counted("problem").length ? "true" : null);
    const line = this.problems.find(one => one.line !== null)?.line;
    this.first.hidden = line == null;
    text(this.first, `Go to line ${line}`);
    put(
      this.found,
      ...this.problems
        .slice(0, MOST)
        .map(({ line, kind, text }) =>
          h(
            "li",
            { "data-kind": kind, "data-line": line, onclick: () => line !== null && this.show(line, true) },
            h("b", {}, line === null ? kind : `${line} ${kind}`),
            ` ${text}`,
          ),
        ),
    );
    this.align();
  }

  // Each problem stands at the height of its line, or right below the one before it.
  private align(): void {
    const high = this.high;
    let bottom = 0;
    for (const one of this.found.children as HTMLCollectionOf<HTMLElement>) {
      bottom = Math.max(bottom, (Number(one.dataset["line"] ?? 1) - 1) * high);
      one.style.top = `${bottom}px`;
      bottom += one.offsetHeight;
    }
    this.found.style.height = `${bottom}px`;
  }

  private get high(): number {
    return parseFloat(getComputedStyle(this.area).lineHeight) || 16;
  }

  private scrolled(): void {
    const by = `translateY(${-this.area.scrollTop}px)`;
    this.numbers.style.transform = this.found.style.transform = by;
  }

  private point(): void {
    const line = this.problems.find(one => one.line !== null)?.line;
    if (line != null) this.show(line, true);
  }

  // Scrolls to a line; chosen, it is selected.
  private show(line: number, chosen = false): void {
    const { area } = this;
    area.scrollTop = Math.max(0, (line - 3) * this.high);
    const before = area.value.split("\n").slice(0, line);
    const end = before.join("\n").length;
    if (!chosen) return;
    area.focus({ preventScroll: true });
    area.setSelectionRange(end - (before.at(-1)?.length ?? 0), end);
  }

  private key(event: KeyboardEvent): void {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void this.set();
  }

  private async set(): Promise<void> {
    const { edit } = this.timing;
    const { value } = this.area;
    if (value === this.base) return edit.say("The text of the program is not changed.");
    if (!(await this.check())) return;
    // As written, it is the costume's from now on; the listing of it comes with the new version.
    const was = this.base;
    this.base = value;
    if (!(await edit.make("Program", [{ draft: { program: { text: value } } }]))) this.base = was;
    this.typed();
  }
}
