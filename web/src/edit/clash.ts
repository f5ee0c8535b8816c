/** What is told of colours to paint with that look unlike in other rooms, first of all in those that scripts bring the costume to. */
import type { Clash, ClashColour, CostumeColours } from "costumier";
import { report } from "../worker/aside";
import type { Edit } from "./edit";

export interface ColourNote {
  /** `differs`: in rooms that no script is known to bring it to. */
  mark: Clash["certainty"] | "differs";
  words: string;
}

export class Clashes {
  private all: readonly Clash[] = [];
  /** The costume and the palette that were asked for. */
  private key = "";
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly edit: Edit) {}

  /** The notes by costume colour. They are asked for again where the costume or its palette is another one. */
  notes({ colours: own, others }: CostumeColours): ReadonlyMap<number, ColourNote> {
    const { draft } = this.edit;
    if (!draft || !others.length) return new Map();
    this.ask();
    const clashes = this.all.filter(one => one.costume === draft.id);
    const notes = new Map<number, ColourNote>();
    for (const [entry] of draft.drafted.head.rgb.entries()) {
      const here = clashes.flatMap(clash =>
        clash.colours.filter(one => one.colour === entry).map(one => [clash, one] as const),
      );
      const isSure = here.some(([{ certainty }]) => certainty === "certain");
      if (here.length) notes.set(entry, { mark: isSure ? "certain" : "likely", words: here.map(inWords).join(" ") });
      else {
        const rooms = others.flatMap(({ palettes, colours }) =>
          colours[entry] && colours[entry] !== own[entry]?.exact
            ? [`${colours[entry]} in ${palettes.map(one => `room ${one.room}`).join(", ")}`]
            : [],
        );
        if (rooms.length)
          notes.set(entry, { mark: "differs", words: `Different in other rooms: ${rooms.join("; ")}.` });
      }
    }
    return notes;
  }

  private ask(): void {
    const { draft, app } = this.edit;
    const { game } = app.store.state;
    if (!draft || !game || game.isBare) return;
    const key = JSON.stringify([game.info.key, draft.id, draft.drafted.head.palette]);
    if (key === this.key) return;
    this.key = key;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      // Without an answer, the colours have no marks.
      const found = report(app.client, "clashes").catch(() => null);
      void found.then(it => {
        if (!it || key !== this.key) return;
        this.all = it.clashes;
        void this.edit.facts.colour();
      });
    }, 400);
  }
}

function inWords([{ room, home, certainty, brought }, { there, at_home }]: readonly [Clash, ClashColour]): string {
  const [place] = brought;
  const by = place?.script ? ` (script ${place.script})` : "";
  const may = certainty === "certain" ? "scripts bring it" : "scripts may bring it";
  return `In room ${room}, where ${may}${by}, it is ${there}: unlike ${at_home} in room ${home}, at home.`;
}
