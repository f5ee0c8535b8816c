/** Rare notices: changes by a patch, assumptions, missing or damaged files, a link for another game, a mistake of the page. */
import type { Notices } from "../panels/notices";
import type { Link } from "../address";
import type { Opened, Trouble } from "../worker/protocol";

export function tell(notices: Notices, opened: Opened): void {
  const { costumes, info, notes } = opened;
  if (opened.patched) tellPatch(notices, opened);
  else if (notes.length) notices.tell(notes[0]!, [], { kind: "notes", text: notes.join("\n") });
  if (!costumes.length) notices.show("This game has no costumes.", { kind: "empty", text: info.why });
  const bad = info.problems.filter(one => one.severity === "broken");
  if (bad.length)
    notices.show("Parts of this game are damaged. The rest works.", {
      kind: "broken",
      text: bad
        .slice(0, 8)
        .map(one => `${one.path}: ${one.text}`)
        .join("\n"),
      ...(bad.length > 8 ? { hint: `And ${bad.length - 8} more.` } : {}),
    });
}

function tellPatch(notices: Notices, { patched, costumes }: Opened): void {
  const names = costumes.filter(one => patched!.includes(one.id)).map(one => one.name ?? `costume ${one.id}`);
  if (!names.length) return notices.tell("This patch changes no costume. The game is shown with it.");
  const [first, ...more] = names;
  const words = `This patch changes ${first}${more.length ? ` and ${more.length} more` : ""}. *Before*, *Side by side* and *Difference* are above the stage.`;
  notices.tell(words.replaceAll("*", ""), [], { kind: "patch", text: `It changes ${names.join(", ")}.` });
}

/** The link is for a game that is not open. */
export function tellAnother(notices: Notices, link: Link, isSample: boolean, open: () => void): void {
  notices.tell(
    `This link shows a character of another game. Open your copy to see it${isSample ? "; meanwhile, this is the sample" : ""}.`,
    [["Open a game …", open]],
    { kind: "link", text: `The link is for the game ${link.game}. Links hold no games, only where to look.` },
  );
}

/** The worker has stopped, and a fresh one has the game open. */
export function tellPanic(notices: Notices, trouble: Trouble): void {
  notices.show("This page made a mistake and has started afresh. Nothing of yours is lost.", {
    ...trouble,
    hint: "A report with these details, and which game it was, helps to mend it.",
  });
}
