/** The wardrobe's search, in the text of a cell and in further facts of the costume, and its filters. */
import type { CostumeEntry, CostumeRow } from "costumier";
import { h } from "../dom";
import type { State, Store } from "../state";

// A number belongs to the word next to it: `costume 12`, `32 colours`, `room 2`.
const WORDS = /\d+ (?:colours|pictures|pics|limbs)|(?:room|costume) #?\d+|\S+/g;

/** The words of a search. A costume must have all of them. */
export function searchWords(search: string): string[] {
  return (search.toLowerCase().match(WORDS) ?? []).map(word => word.replace("#", ""));
}

/** Whether a costume has all of these words. Numbers are whole numbers: `3` does not find 32. */
export function isFound(words: readonly string[], row: CostumeEntry, fact: CostumeRow | undefined, more = ""): boolean {
  const known = fact
    ? `${fact.kind ?? ""} ${fact.format ?? ""} ${fact.colours} colours ${fact.pictures} pictures ${fact.pictures} pics ${fact.limbs} limbs ${fact.largest?.join("×") ?? ""} ${fact.status}`
    : "";
  const all =
    ` ${row.name ?? ""} costume ${row.id} room ${row.room} ${row.room_name ?? ""} ${known} ${more} `.toLowerCase();
  return words.every(word => {
    const number = /^\d/.test(word) || /^(?:room|costume) \d/.test(word);
    return number ? all.includes(` ${word.replace("x", "×")} `) : all.includes(word);
  });
}

/** Whether the search or the filter needs to know what the game never shows. */
export const asksUnused = ({ search, filter }: State): boolean =>
  filter.status === "unused" || /\bunused\b/i.test(search);

/** The lists that filter by room and by state, where there is something to choose. */
export function filters(store: Store, costumes: readonly CostumeEntry[]): (HTMLElement | false)[] {
  const rooms = [...new Set(costumes.map(row => row.room))].sort((a, b) => a - b);
  const name = (room: number) => costumes.find(row => row.room === room)?.room_name;
  const select = (label: string, key: "room" | "status", options: [string, string][]) =>
    h(
      "select",
      {
        "aria-label": label,
        onchange: (event: Event) =>
          store.set({
            filter: { ...store.state.filter, [key]: (event.target as HTMLSelectElement).value },
          }),
      },
      ...options.map(([value, words]) => h("option", { value }, words)),
    );
  return [
    rooms.length > 1 &&
      select("Room", "room", [
        ["", "All rooms"],
        ...rooms.map(room => [String(room), `Room ${room}${name(room) ? ` ${name(room)}` : ""}`] as [string, string]),
      ]),
    costumes.length > 1 &&
      select("State", "status", [
        ["", "All"],
        ["ok", "Fine"],
        ["odd", "Odd"],
        ["broken", "Broken"],
        ["unused", "Unused"],
      ]),
  ];
}
