/** The evidence that something is unused, in sentences: as `costumier unused` prints it. */
import type { PictureKey, ScriptPlace, UnusedReport, UnusedRow } from "costumier";

/** Largest number of names and of places in a sentence. */
const MOST = { names: 24, places: 8 };

/** A sentence for things of one costume that are unused for the same reasons. */
export function sentences({ computed }: Pick<UnusedReport, "computed">, rows: readonly UnusedRow[]): string[] {
  return grouped(rows).map(group => {
    const { certainty, computed: doubts } = group[0]!;
    const places = doubts.flatMap(index => {
      const { place, what, known } = computed[index]!;
      const values = known.length ? `known values: ${some(known.map(String), MOST.places)}` : "no value of it is known";
      return [`${placeOf(place)}: ${what}; ${values}`];
    });
    const unless = places.length ? ` Unless a computed number means it: ${some(places, MOST.places, ". ")}.` : "";
    return `${certainty === "certain" ? "Certain" : "Likely"}: ${sentence(group)}.${unless}`;
  });
}

export const placeOf = ({ script, at }: ScriptPlace): string => `script ${script ?? "?"} byte 0x${at.toString(16)}`;

function grouped(rows: readonly UnusedRow[]): UnusedRow[][] {
  const groups = new Map<string, UnusedRow[]>();
  const facings = (of: UnusedRow) =>
    rows.filter(row => row.kind === "record" && row.chore === of.chore).map(row => row.facing);
  for (const row of rows) {
    const { kind, certainty, computed, has_record, same_as } = row;
    const more = { record: facings(row), look: row.overrides }[kind as string] ?? null;
    const key = JSON.stringify([kind, certainty, computed, has_record, same_as !== null, more]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()];
}

// What is likely is not stated as a fact.
function sentence(group: readonly UnusedRow[]): string {
  const first = group[0]!;
  const either = (sure: string, likely: string) => (first.certainty === "certain" ? sure : likely);
  const chores = [...new Set(group.map(row => `${row.chore}${row.chore_name ? ` (${row.chore_name})` : ""}`))];
  const shown = either("a shown picture", "a picture that is known to be shown");
  switch (first.kind) {
    case "costume": {
      const loaded = first.loaded.length ? ` (it is only loaded: ${some(first.loaded.map(placeOf), MOST.places)})` : "";
      return `no script ${either("puts", "is known to put")} the costume on an actor${loaded}`;
    }
    case "chore": {
      const starts = either("starts", "is known to start");
      return `neither a script nor the interpreter ${starts} ${named("chore", chores)}`;
    }
    case "record": {
      const facings = [...new Set(group.map(row => row.facing))].join(", ");
      return `no actor in the costume ${either("turns", "is known to turn")} ${facings}, as in ${named("chore", chores)}`;
    }
    case "picture": {
      const name = (key: PictureKey) => `${key.limb}.${key.index}`;
      const keys = group.map(({ picture, same_as }) => name(picture!) + (same_as ? ` (as ${name(same_as)})` : ""));
      const pictures = `${named("picture", keys)} (limb.picture)`;
      const are = group.length === 1 ? "is" : "are";
      if (first.same_as) return `${pictures} ${are} not shown, and pictures with the same pixels are`;
      const played = either("only what is never played shows", "only what is not known to be played shows");
      const record = either("no record shows", "no record is known to show");
      return `${first.has_record ? played : record} ${pictures}`;
    }
    case "entries":
      return `no pixel of ${shown} has ${named("colour", first.entries!.map(String))}`;
    default: {
      const overrides = Object.entries(first.overrides ?? {}).map(([entry, colour]) => `${entry} as ${colour}`);
      return `scripts set the look ${overrides.join(", ")}, and no pixel of ${shown} changes`;
    }
  }
}

const named = (noun: string, names: readonly string[]): string =>
  `${noun}${names.length === 1 ? "" : "s"} ${some(names, MOST.names)}`;

function some(texts: readonly string[], most: number, between = ", "): string {
  const more = texts.length - most;
  return texts.slice(0, most).join(between) + (more > 0 ? `${between}and ${more} more` : "");
}
