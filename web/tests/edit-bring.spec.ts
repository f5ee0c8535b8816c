/** Files of art programs that are brought in: a sheet with a grid, an .aseprite file of ours, colours that are none of the costume's. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { drop, OUT, run, sampleGame } from "./common";
import { changes, editAt, made, packedAsRendered, patched, sameAsRendered, settled } from "./edit-common";

async function begin(page: Page): Promise<void> {
  await editAt(page, "actor=1~walk~east&tick=0&zoom=4");
  await page.evaluate(async () => (await (globalThis as any).costumier.edit).chooseLimb(0));
}

/** A sheet of cells: the first pictures of a limb, each at the same place of its cell, with some pixels of another colour. */
async function sheet(page: Page, cells: number, cell: [number, number], strange: number): Promise<Buffer> {
  const bytes = await page.evaluate(
    async ({ cells, cell, strange }) => {
      const app = (globalThis as any).costumier;
      const edit = await app.edit;
      const { head } = edit.draft.drafted;
      const canvas = new OffscreenCanvas(cell[0]! * cells, cell[1]!);
      const pen = canvas.getContext("2d")!;
      for (let i = 0; i < cells; i++) {
        const { size, at } = head.limbs.find((one: any) => one.limb === 0).pictures[i];
        const rows = await app.client.ask("rowsOf", { id: 1, key: { limb: 0, index: i } });
        for (const [n, value] of rows.entries()) {
          const rgb = edit.rgb(value);
          if (!rgb) continue;
          pen.fillStyle = rgb;
          pen.fillRect(i * cell[0]! + 40 + at[0] + (n % size[0]), cell[1]! - 4 + at[1] + Math.floor(n / size[0]), 1, 1);
        }
      }
      pen.fillStyle = "#fe01fd";
      for (let i = 0; i < strange; i++) pen.fillRect(38 + i, cell[1]! - 20, 1, 1);
      return [...new Uint8Array(await (await canvas.convertToBlob({ type: "image/png" })).arrayBuffer())];
    },
    { cells, cell, strange },
  );
  return Buffer.from(bytes);
}

test("a sheet with a grid becomes the pictures of a limb: equal ones stay, strange pixels are shown and picked", async ({
  page,
}) => {
  await begin(page);
  const cell: [number, number] = [80, 64];
  const png = await sheet(page, 3, cell, 4);
  const before = await page.evaluate(
    async () => (await (globalThis as any).costumier.edit).draft.drafted.head.limbs[0].pictures,
  );
  const input = page.getByLabel("File to bring in");
  await input.setInputFiles({ name: "walk.png", mimeType: "image/png", buffer: png });
  const dialog = page.locator("dialog.bring");
  await expect(dialog).toBeVisible();
  await dialog.getByRole("radio", { name: /the pictures of/ }).check();
  await dialog.getByLabel("Width of a cell").fill("80");
  await dialog.getByLabel("Height of a cell").fill("63");
  await dialog.getByLabel("Height of a cell").blur();
  await expect(dialog.getByRole("alert")).toContainText("do not fit");
  await dialog.getByLabel("Height of a cell").fill("64");
  await dialog.getByLabel("Height of a cell").blur();
  await expect(dialog).toContainText("4 pixels have colours");
  // Only the picture with other pixels differs; the two others are as they were.
  await expect(dialog).toContainText("One picture.");
  await dialog.getByLabel("Costume colour for #fe01fd").selectOption("4");
  if (process.env["LOOK"]) await page.screenshot({ path: join(OUT, "bring.png") });
  await dialog.getByRole("button", { name: "Take it so" }).click();
  await expect.poll(() => changes(page)).toBe(1);
  await settled(page);
  const after = await page.evaluate(async () => {
    const app = (globalThis as any).costumier;
    const { pictures } = (await app.edit).draft.drafted.head.limbs[0];
    return { pictures, rows: [...(await app.client.ask("rowsOf", { id: 1, key: { limb: 0, index: 0 } }))] as number[] };
  });
  expect(after.rows.filter((one: number) => one === 4).length).toBeGreaterThanOrEqual(4);
  expect(after.pictures.slice(1)).toEqual(before.slice(1));
  await packedAsRendered(page, sampleGame("sample"), "a sheet brought in");
});

test("a sheet becomes the pictures that a limb shows in this chore and facing, each in its place", async ({ page }) => {
  await begin(page);
  const shown: number[] = await page.evaluate(() => {
    const { clip } = (globalThis as any).costumier.playback;
    const { spans } = clip.limbs.find((one: any) => one.limb === 0);
    return [...new Set(spans.flatMap((one: any) => one.pictures.map((it: any) => it.index)))] as number[];
  });
  const table = () =>
    page.evaluate(async () => {
      const app = (globalThis as any).costumier;
      const { pictures } = (await app.edit).draft.drafted.head.limbs[0];
      const rows = (index: number) => app.client.ask("rowsOf", { id: 1, key: { limb: 0, index } });
      return Promise.all(pictures.map(async (one: any, i: number) => `${one.at} ${one.size} ${await rows(i)}`));
    }) as Promise<string[]>;
  const before = await table();
  // The facing is not the first of the table.
  await page.evaluate(() => (globalThis as any).costumier.store.actor({ facing: "north" }));
  await settled(page);
  const north: number[] = await page.evaluate(() => {
    const { clip } = (globalThis as any).costumier.playback;
    const { spans } = clip.limbs.find((one: any) => one.limb === 0);
    return [...new Set(spans.flatMap((one: any) => one.pictures.map((it: any) => it.index)))] as number[];
  });
  expect(north).not.toEqual(shown);
  const png = await sheet(page, 2, [80, 64], 3);
  await page.getByLabel("File to bring in").setInputFiles({ name: "north.png", mimeType: "image/png", buffer: png });
  const dialog = page.locator("dialog.bring");
  await dialog.getByRole("radio", { name: `the ${north.length} pictures of limb 0 in this chore and facing` }).check();
  await dialog.getByLabel("Width of a cell").fill("80");
  await dialog.getByLabel("Height of a cell").fill("64");
  await dialog.getByLabel("Height of a cell").blur();
  await expect(dialog).toContainText("2 pictures that differ");
  if (process.env["LOOK"]) await page.screenshot({ path: join(OUT, "bring-facing.png") });
  await dialog.getByRole("button", { name: "Take it so" }).click();
  await expect.poll(() => changes(page)).toBe(1);
  await settled(page);
  const after = await table();
  const changed = after.flatMap((one, i) => (one === before[i] ? [] : [i]));
  expect(changed).toEqual([...north.slice(0, 2)].sort((a, b) => a - b));
  await packedAsRendered(page, sampleGame("sample"), "a facing brought in");
});

test("an .aseprite file of ours brings back what was painted in it, and nothing else", async ({ page }) => {
  await begin(page);
  const own = (await made(page, "aseprite"))!;
  const folder = mkdtempSync(join(OUT, "bring-"));
  writeFileSync(join(folder, "odile.aseprite"), own.bytes);
  await drop(page, [join(folder, "odile.aseprite")]);
  await expect(page.locator(".edit-line")).toContainText("Nothing in odile.aseprite differs");
  expect(await changes(page)).toBe(0);
  // The command line writes the same costume with another picture.
  run("unpack", sampleGame("sample"), "1", "-o", join(folder, "odile"), "--quiet");
  const text = join(folder, "odile", "costume.toml");
  const toml = readFileSync(text, "utf8");
  // A picture is moved by three pixels: the cels of that file lie elsewhere.
  const first = /at = \[(-?\d+), (-?\d+)\]/.exec(toml)!;
  writeFileSync(text, toml.replace(first[0], `at = [${Number(first[1]) + 3}, ${first[2]}]`));
  run("put", sampleGame("sample"), join(folder, "odile"), "-o", join(folder, "game"), "--quiet");
  run("unpack", join(folder, "game"), "1", "-o", join(folder, "other"), "--pictures", "aseprite", "--quiet");
  await drop(page, [join(folder, "other", "costume.aseprite")]);
  await expect.poll(() => changes(page)).toBe(1);
  await settled(page);
  const at = await page.evaluate(
    async () => (await (globalThis as any).costumier.edit).draft.drafted.head.limbs[0].pictures[0].at,
  );
  expect(at).toEqual([Number(first[1]) + 3, Number(first[2])]);
  const game = await patched(page, sampleGame("sample"));
  expect(game.same).toBe(true);
  await sameAsRendered(page, join(folder, "game"), "an .aseprite file brought in");
});
