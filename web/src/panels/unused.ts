/** What a game holds and never shows: badges of the wardrobe, marks of chores, and the evidence. */
import type { ConditionalCostume, UnusedLine, UnusedReport, UnusedRow } from "costumier";
import { h } from "../dom";
import "./unused.css";

const CERTAINTIES = ["certain", "likely"] as const;
/** Largest number of computed numbers that a sentence lists. */
const MOST_DOUBTS = 8;

export class Unused {
  private readonly rows = new Map<number, UnusedRow[]>();
  private readonly lines = new Map<UnusedRow, UnusedLine>();
  private readonly conditional: ReadonlyMap<number, ConditionalCostume>;

  constructor(private readonly report: UnusedReport) {
    for (const row of report.items)
      if (row.costume !== null) this.rows.set(row.costume, [...(this.rows.get(row.costume) ?? []), row]);
    for (const line of report.lines) for (const item of line.items) this.lines.set(report.items[item]!, line);
    this.conditional = new Map(report.conditional.map(one => [one.costume, one]));
  }

  has(id: number): boolean {
    return this.rows.has(id);
  }

  /** The words by which the search finds a costume; empty if all of it is shown. */
  words(id: number): string {
    const found = CERTAINTIES.filter(certainty => this.of(id, certainty).length);
    return found.length ? `unused ${found.join(" ")}` : "";
  }

  /** The badge of a cell: a line for what is certain, and one for what is likely. */
  badge(id: number): HTMLElement[] {
    const title = this.evidence(id).join("\n");
    return CERTAINTIES.flatMap(certainty => {
      const [first, second] = counts(this.of(id, certainty));
      if (!first) return [];
      // A cell has place for two short ones.
      const words = (second?.includes("picture") ? `${first}, ${second}` : first).replace("picture", "pic");
      const read = h("span", { class: "visually-hidden" }, `, unused, ${certainty}: `);
      return [h("span", { "data-certainty": certainty, title }, read, words, certainty === "likely" && "?")];
    });
  }

  /** Why nothing starts a chore; `null` if something does. */
  chore(id: number, chore: number): { certainty: UnusedRow["certainty"]; why: string } | null {
    const row = this.rows.get(id)?.find(one => one.kind === "chore" && one.chore === chore);
    return row ? { certainty: row.certainty, why: this.sentence(this.lines.get(row)!) } : null;
  }

  /** The evidence of a costume, to be unfolded; `null` if there is nothing to tell. */
  list(id: number): HTMLElement | null {
    const lines = this.evidence(id);
    const condition = this.conditional.get(id);
    if (condition) lines.push(`Shown only ${condition.text}.`);
    if (!lines.length) return null;
    const counted = counts(this.rows.get(id) ?? []);
    return h(
      "details",
      {},
      h("summary", {}, counted.length ? `Unused: ${counted.join(", ")}` : "Shown on some machines only"),
      h("ul", {}, ...lines.map(line => h("li", {}, line))),
    );
  }

  private of(id: number, certainty: UnusedRow["certainty"]): UnusedRow[] {
    return (this.rows.get(id) ?? []).filter(row => row.certainty === certainty);
  }

  private sentence({ items, text }: UnusedLine): string {
    const { certainty, computed } = this.report.items[items[0]!]!;
    const doubts = computed.slice(0, MOST_DOUBTS).map(index => this.report.computed[index]!.text);
    if (computed.length > MOST_DOUBTS) doubts.push(`and ${computed.length - MOST_DOUBTS} more`);
    const unless = doubts.length ? ` Unless a computed number means it: ${doubts.join(". ")}.` : "";
    return `${certainty === "certain" ? "Certain" : "Likely"}: ${text}.${unless}`;
  }

  private evidence(id: number): string[] {
    const rows = this.rows.get(id);
    if (!rows) return [];
    const lines = new Set(rows.map(row => this.lines.get(row)!));
    return [
      ...[...lines].map(line => this.sentence(line)),
      ...this.report.gaps.map(gap => `Nothing is certain: ${gap}.`),
    ];
  }
}

/** The numbers of unused things, the largest things first. */
function counts(rows: readonly UnusedRow[]): string[] {
  const of = (kind: UnusedRow["kind"]) => rows.filter(row => row.kind === kind);
  const pictures = of("picture");
  const facings = new Set(of("record").map(row => row.facing));
  const all: [number, string][] = [
    [of("chore").length, "chore"],
    [pictures.filter(row => !row.same_as).length, "picture"],
    [facings.size, "facing"],
    [pictures.filter(row => row.same_as).length, "double"],
    [of("entries").reduce((sum, row) => sum + row.entries!.length, 0), "colour"],
    [of("look").length, "look"],
  ];
  const whole = of("costume").length ? ["never worn"] : [];
  return [...whole, ...all.flatMap(([count, noun]) => (count ? [`${count} ${noun}${count === 1 ? "" : "s"}`] : []))];
}
