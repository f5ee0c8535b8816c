/** Notices about an opened game: changes by a patch, assumptions, missing or damaged files. */
import type { Notices } from "../panels/notices";
import type { Opened } from "../worker/protocol";

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
