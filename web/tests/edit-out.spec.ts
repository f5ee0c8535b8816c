/** What leaves the mode that edits: a GIF of before and after, a folder on the disk that is kept in step. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { OUT, run, sampleGame } from "./common";
import { drawRectangle, editAt, patched, settled, stroke } from "./edit-common";

async function painted(page: Page): Promise<void> {
  await editAt(page, "actor=1~walk~east&tick=0&zoom=4");
  await drawRectangle(page);
}

test("before and after as a GIF: the halves are what the game and the edited game export", async ({ page }) => {
  await painted(page);
  const download = page.waitForEvent("download");
  await page.locator(".edit-out summary").click();
  await page.getByRole("button", { name: "Before and after, GIF" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/odile-before-after\.gif$/);
  const bytes = readFileSync((await file.path())!);
  expect(bytes.subarray(0, 6).toString()).toBe("GIF89a");
  if (process.env["LOOK"]) writeFileSync(join(OUT, "before-after.gif"), bytes);
  // The first frame: what the stage shows on the right, what it showed before on the left, in pixels of the zoom.
  const counts = await page.evaluate(
    async ({ gif }) => {
      const app = (globalThis as any).costumier;
      const blob = new Blob([Uint8Array.from(gif)], { type: "image/gif" });
      const bitmap = await createImageBitmap(blob);
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const pen = canvas.getContext("2d")!;
      pen.drawImage(bitmap, 0, 0);
      const drawn = (from: number, to: number) => {
        const { data } = pen.getImageData(from, 0, to - from, bitmap.height);
        let count = 0;
        for (let i = 3; i < data.length; i += 4) if (data[i]) count++;
        return count / 16;
      };
      const said = { ...app.playback.said(), view: [-100, -100, 200, 130], edits: false };
      const visible = async (compare: string) => {
        const { data } = await app.client.ask("stage", { said: { ...said, compare }, tick: 0 });
        let count = 0;
        for (let i = 3; i < data.length; i += 4) if (data[i]) count++;
        return count;
      };
      const half = Math.floor(bitmap.width / 2);
      return {
        halves: [drawn(0, half), drawn(half, bitmap.width)],
        wanted: [await visible("before"), await visible("after")],
      };
    },
    { gif: [...bytes] },
  );
  expect(counts.halves[0]! + counts.halves[1]!).toBe(counts.wanted[0]! + counts.wanted[1]!);
});

test("files in saved zips have a date that is one", async ({ page }) => {
  await painted(page);
  const zips = await page.evaluate(async () => {
    const { client } = (globalThis as any).costumier;
    const saved = await Promise.all(["files", "folder"].map(form => client.ask("out", { ids: [1], form })));
    return saved.map(one => [...one.bytes] as number[]);
  });
  for (const zip of zips.map(one => Buffer.from(one))) {
    // Each entry of the directory at the end: its time and date, and those in front of the file itself.
    let count = 0;
    for (let at = zip.indexOf("PK\x01\x02"); at >= 0; at = zip.indexOf("PK\x01\x02", at + 4), count++) {
      const local = zip.readUInt32LE(at + 42);
      expect(zip.readUInt16LE(local + 12)).toBe(zip.readUInt16LE(at + 14));
      const date = zip.readUInt16LE(at + 14);
      expect([(date >> 5) & 15, date & 31].every(one => one >= 1)).toBe(true);
      expect((date >> 5) & 15).toBeLessThanOrEqual(12);
    }
    expect(count).toBe(zip.readUInt16LE(zip.lastIndexOf("PK\x05\x06") + 10));
    expect(count).toBeGreaterThan(0);
  }
});

test("a folder on the disk is kept in step: it packs to the block that the page has", async ({ page }) => {
  // Tests have no dialog for folders: the browser's own file system stands for the disk.
  await page.addInitScript(() => {
    (globalThis as any).showDirectoryPicker = async () =>
      (await navigator.storage.getDirectory()).getDirectoryHandle("odile", { create: true });
  });
  await painted(page);
  await page.locator(".edit-out summary").click();
  await page.getByRole("button", { name: "Folder in step …" }).click();
  await expect(page.locator(".edit-line")).toContainText("also in the folder odile");
  const read = () =>
    page.evaluate(async () => {
      const files: [string, number[]][] = [];
      const walk = async (folder: any, path: string) => {
        for await (const [name, handle] of folder.entries()) {
          if (handle.kind === "directory") await walk(handle, `${path}${name}/`);
          else files.push([path + name, [...new Uint8Array(await (await handle.getFile()).arrayBuffer())]]);
        }
      };
      await walk(await (await navigator.storage.getDirectory()).getDirectoryHandle("odile"), "");
      return files;
    });
  for (let turn = 0; turn < 2; turn++) {
    const folder = mkdtempSync(join(OUT, "step-"));
    for (const [path, bytes] of await read()) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), Buffer.from(bytes));
    }
    const game = await patched(page, sampleGame("sample"));
    const [ours, theirs] = [join(folder, "ours.zip"), join(game.folder, "..", "theirs.zip")];
    run("put", sampleGame("sample"), folder, "--patch", ours, "--quiet");
    run("put", sampleGame("sample"), join(game.folder, "..", "costume"), "--patch", theirs, "--quiet");
    expect(readFileSync(ours).equals(readFileSync(theirs))).toBe(true);
    if (turn) break;
    await page.evaluate(async () => (await (globalThis as any).costumier.edit).palette.choose(5, false));
    const [left, top] = await page.evaluate(() => (globalThis as any).costumier.playback.frame.placed[0].area);
    await stroke(page, [
      [left + 4, top + 8],
      [left + 9, top + 12],
    ]);
    await settled(page);
    await expect(page.locator(".edit-line")).toContainText("writing into the folder odile");
    await expect(page.locator(".edit-line")).toContainText("also in the folder odile");
  }
});

/** Strokes of the memory test; the full check makes 5,000. */
const STROKES = Number(process.env["STROKES"] ?? 300);

test(`memory over ${STROKES} strokes: the history grows by what was painted, nothing else does`, async ({ page }) => {
  test.setTimeout(60_000 + STROKES * 400);
  await editAt(page, "actor=1~walk~east&tick=0&zoom=4");
  const memory: number[] = await page.evaluate(async strokes => {
    const app = (globalThis as any).costumier;
    const edit = await app.edit;
    const { key, width, height, at, pixels } = edit.brush.sheets()[0].picture;
    const owner = edit.brush.sheets()[0].key ?? key;
    const found: number[] = [];
    for (let i = 0; i < strokes; i++) {
      const rows = Uint8Array.from(pixels as Uint8Array);
      rows[(i * 7) % rows.length] = 1 + (i % 14);
      await edit.paint("Pencil", { key: owner, width, height, at, rows });
      if (i % Math.max(1, Math.floor(strokes / 10)) === 0) found.push((await app.client.ask("memory", {})).bytes);
    }
    return found;
  }, STROKES);
  console.log(
    `memory of the module over ${STROKES} strokes: ${memory.map(one => (one / 1e6).toFixed(1)).join(", ")} MB`,
  );
  // A stroke keeps the picture before and after, here of 800 pixels.
  expect((memory.at(-1)! - memory[1]!) / STROKES).toBeLessThan(4000);
  expect(await page.evaluate(async () => (await (globalThis as any).costumier.edit).draft.count)).toBe(STROKES);
  await page.keyboard.press("Control+z");
  await settled(page);
});

test("undo after 3,000 changes costs what it costs after 30", async ({ page }) => {
  test.setTimeout(240_000);
  await painted(page);
  // The median of 15 undos, in milliseconds, once there are so many changes.
  const after = (count: number) =>
    page.evaluate(async count => {
      const app = (globalThis as any).costumier;
      const edit = await app.edit;
      const [{ picture, key }] = edit.brush.sheets();
      const { width, height, at } = picture;
      for (let i = edit.draft.count; i < count; i++) {
        const rows = new Uint8Array(width * height).fill(1 + (i % 14));
        await edit.draft.make("Pencil", [{ paint: { key, width, height, at, rows } }]);
      }
      await edit.draft.save();
      const times: number[] = [];
      for (let i = 0; i < 15; i++) {
        const start = performance.now();
        await edit.undo();
        times.push(performance.now() - start);
        await edit.draft.save();
      }
      return times.sort((a, b) => a - b)[7]!;
    }, count);
  const [few, many] = [await after(30), await after(3000)];
  console.log(`undo: ${few.toFixed(1)} ms after 30 changes, ${many.toFixed(1)} ms after 3,000`);
  expect(many).toBeLessThan(3 * few + 5);
});
