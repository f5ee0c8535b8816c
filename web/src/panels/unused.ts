/** What a game holds and never shows: badges of the wardrobe, marks of chores, and the evidence. */
import type { ConditionalCostume, UnusedReport, UnusedRow } from "costumier";
import { h } from "../dom";
import { placeOf, sentences } from "./unused-words";
import "./unused.css";

const CERTAINTIES = ["certain", "likely"] as const;

export class Unused {
  private readonly rows = new Map<number, UnusedRow[]>();
  private readonly conditional: ReadonlyMap<number, ConditionalCostume>;

  constructor(private readonly report: UnusedReport) {
    for (const row of report.items)
      if (row.costume !== null) this.rows.set(row.costume, [...(this.rows.get(row.costume) ?? []), row]);
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
    return row ? { certainty: row.certainty, why: sentences(this.report, [row])[0]! } : null;
  }

  /** The evidence of a costume, to be unfolded; `null` if there is nothing to tell. */
  list(id: number): HTMLElement | null {
    const lines = this.evidence(id);
    const condition = this.conditional.get(id);
    if (condition) {
      const places = condition.places.map(placeOf).join("; ");
      lines.push(`Shown only where ${condition.variable} is ${condition.is}: ${places}.`);
    }
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

  private evidence(id: number): string[] {
    const rows = this.rows.get(id);
    if (!rows) return [];
    return [...sentences(this.report, rows), ...this.report.gaps.map(gap => `Nothing is certain: ${gap}.`)];
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
