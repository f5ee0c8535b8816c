/** Saves files of edited costumes, and copies a picture for one chore and facing. */
import { costumeName, fileName } from "../files/names";
import { save } from "../files/save";
import type { OutForm } from "../worker/protocol";
import { copyFor } from "./chores";
import { troubleOf } from "../worker/client";
import type { Edit } from "./edit";
import { beforeAndAfter } from "./picture";

/** Makes a file and saves it. A patch and the game's files hold all edited costumes, the others the one on the easel. */
export async function saveAs(edit: Edit, form: OutForm | "png" | "gif"): Promise<void> {
  const { draft, app, facts } = edit;
  const { store, client } = app;
  if (!draft) return;
  const name = fileName(store.state, costumeName(store.state));
  facts.say("Making the file …");
  try {
    if (form === "png") {
      save(`${name}-before-after.png`, await beforeAndAfter(app));
      return facts.say(`${name}-before-after.png is saved.`);
    }
    if (form === "gif") {
      const scale = Math.max(1, Math.min(8, Math.round(app.stage.zoom / Math.max(1, Math.round(devicePixelRatio)))));
      const bytes = await client.ask("beforeAfter", { said: { ...app.playback.said(), compare: "after" }, scale });
      save(`${name}-before-after.gif`, bytes);
      return facts.say(`${name}-before-after.gif is saved.`);
    }
    const all = form === "patch" || form === "files";
    const ids = all ? [...new Set([draft.id, ...edit.drafts.changed()])].sort((a, b) => a - b) : [draft.id];
    const made = await client.ask("out", { ids, form });
    if (!made) return facts.say("Nothing differs from the game yet.");
    const ending =
      form === "folder" ? "-folder.zip" : form === "files" ? "-files.zip" : (/\.[^.]*$/.exec(made.name)?.[0] ?? "");
    save(name + ending, made.bytes);
    facts.say(`${name}${ending} is saved: ${made.bytes.length} bytes.`);
  } catch (why) {
    app.notices.show("The file cannot be made.", troubleOf(why));
  }
}

/** Gives this chore and facing a picture of its own. */
export async function copyHere(edit: Edit): Promise<void> {
  const { draft, app, facts } = edit;
  const sheet = edit.sheet();
  const clip = app.playback.clip;
  if (!draft || !sheet || !clip) return;
  const { chore, facing } = clip;
  const found = await app.client.ask("record", { id: draft.id, chore, facing });
  if (!found) return facts.say("This chore has no record here.");
  const copy = copyFor(draft.drafted.head, sheet.key, sheet.picture.pixels, { ...found, chore, limb: sheet.limb });
  if (typeof copy === "string") return facts.say(copy);
  const words = app.store.state.costume?.actions.find(one => one.chore === chore)?.name ?? `chore ${chore}`;
  const done = await edit.make("Change here only", [
    ...copy.edits.map(one => ({ draft: one })),
    ...edit.layering.follow(sheet.key, copy.index),
  ]);
  if (done) facts.say(`${words}, ${found.direction}, has a picture of its own now.`);
}
