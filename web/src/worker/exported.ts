/** Files of an export. It is loaded at the first export. */
import type { Game } from "costumier";
import type { ExportAsked, Exported } from "./protocol";
import type { Tell } from "./session";

export async function exported(game: Game, { ids, options, zip }: ExportAsked, progress: Tell): Promise<Exported> {
  const job = game.exportJob(ids, options);
  try {
    while (job.step()) {
      progress(`${job.done} of ${job.total} costume${job.total === 1 ? "" : "s"}`, job.done, job.total);
      await new Promise(done => setTimeout(done));
    }
    const files = job.files();
    // A single file needs no manifest and no page.
    const [only, ...more] = files.filter(one => !["manifest.json", "index.html"].includes(one.path));
    const odd = oddities(files.find(one => one.path === "manifest.json")?.bytes);
    if (!zip && only && !more.length) return { name: only.path.split("/").at(-1)!, bytes: only.bytes, files: 1, odd };
    return { name: zip ?? "costumes.zip", bytes: job.zip(), files: files.length, odd };
  } finally {
    job.free();
  }
}

// The parts that could not be made, from the manifest.
function oddities(manifest: Uint8Array | undefined): Exported["odd"] {
  if (!manifest) return null;
  type Problem = { severity: string; text: string };
  type Row = { id: number; error: { text: string } | null; problems: Problem[]; left_out?: Problem[] };
  const { costumes } = JSON.parse(new TextDecoder().decode(manifest)) as { costumes: Row[] };
  const all = costumes.flatMap(({ id, error, problems, left_out = [] }) => {
    const broken = problems.filter(one => one.severity === "broken");
    return [...(error ? [error] : []), ...broken, ...left_out].map(one => `costume ${id}: ${one.text}`);
  });
  return all[0] === undefined ? null : { text: all[0], count: all.length };
}
