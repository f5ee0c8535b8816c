/** Pixels that float: whatever is chosen next, they are laid down in the picture over which they floated. */
import { expect, test, type Page } from "@playwright/test";
import { ready, visit } from "./common";
import { edit, editAt, settled, spot, stroke } from "./edit-common";

const app = (page: Page, act: string): Promise<void> =>
  page.evaluate(act => void new Function("app", act)((globalThis as any).costumier), act);

/** The pixels of a picture of costume 1, as the draft has them. */
const rows = (page: Page, key: object): Promise<number[]> =>
  page.evaluate(
    async key => [...(await (globalThis as any).costumier.client.ask("rowsOf", { id: 1, key }))] as number[],
    key,
  );

const WAYS: [name: string, leave: (page: Page) => Promise<unknown>][] = [
  ["another costume is chosen", page => app(page, "app.choose(2)")],
  ["Look is chosen", page => page.getByRole("button", { name: "Look", exact: true }).click()],
  ["another chore is chosen", page => app(page, "app.store.actor({ chore: 'stand' })")],
  ["another facing is chosen", page => app(page, "app.store.actor({ facing: 'north' })")],
  ["another tick is chosen", page => app(page, "app.playback.seek(2)")],
  ["the animation is played", page => app(page, "app.store.set({ playing: true })")],
  ["the page is loaded again", page => page.reload()],
  [
    "the page is loaded again before the database has them",
    async page => {
      await page.evaluate(() => {
        IDBObjectStore.prototype.put = () => {
          throw new DOMException("gone", "AbortError");
        };
      });
      await page.reload();
    },
  ],
];

for (const [name, leave] of WAYS)
  test(`pixels that float are laid down where they were when ${name}`, async ({ page }) => {
    page.on("dialog", dialog => void dialog.accept());
    await editAt(page, "actor=1~walk~south&tick=0&zoom=4");
    await page.evaluate(async () => (await (globalThis as any).costumier.edit).chooseLimb(0));
    const picture = await page.evaluate(async () => {
      const { brush } = await (globalThis as any).costumier.edit;
      const sheet = brush.sheets().find((one: any) => one.limb === 0);
      const { width, height, columns, rows } = sheet.picture;
      // Where the first column and row are on the stage: pairs of a column and its place.
      const first = (pairs: Int32Array) => pairs[pairs.findIndex((one, i) => i % 2 === 0 && one === 0) + 1]!;
      return { key: sheet.key, width, height, clear: sheet.clear, at: [first(columns), first(rows)] };
    });
    const before = await rows(page, picture.key);
    expect(before).toHaveLength(picture.width * picture.height);
    const [left, top] = picture.at as [number, number];
    const [x, y] = [Math.floor(picture.width / 2) - 3, Math.floor(picture.height / 2) - 3];
    await page.keyboard.press("m");
    await stroke(page, [
      [left + x, top + y],
      [left + x + 4, top + y + 4],
    ]);
    await expect(page.locator(".edit-line")).toContainText("5×5 pixels selected");
    await page.keyboard.press("Control+c");
    await expect(page.locator(".edit-line")).toContainText("5×5 pixels copied");
    // No limb is chosen any more, and the pointer is on another one.
    const other = await page.evaluate(async () => {
      const edit = await (globalThis as any).costumier.edit;
      edit.chooseLimb(null);
      const { columns, rows } = edit.brush.sheets().find((one: any) => one.limb !== 0).picture;
      const middle = (pairs: Int32Array) => pairs[2 * Math.floor(pairs.length / 4) + 1]!;
      return [middle(columns), middle(rows)] as [number, number];
    });
    await page.mouse.move(...(await spot(page, ...other)));
    await page.evaluate(async () => (await (globalThis as any).costumier.edit).region.paste());
    await expect(page.locator(".edit-line")).toContainText("float");
    for (const key of ["ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
    const first = await page.evaluateHandle(async () => (await (globalThis as any).costumier.edit).draft);
    expect(await first.evaluate((draft: any) => draft.count as number)).toBe(0);
    await leave(page);
    const wanted = [...before];
    for (let row = 0; row < 5; row++)
      for (let column = 0; column < 5; column++) {
        const colour = before[(y + row) * picture.width + x + column]!;
        if (colour !== picture.clear) wanted[(y + row + 1) * picture.width + x + column + 1] = colour;
      }
    expect(wanted).not.toEqual(before);
    if (name.includes("again")) {
      await ready(page);
      await edit(page);
      const count = () => page.evaluate(async () => (await (globalThis as any).costumier.edit).draft.count as number);
      await expect.poll(count).toBe(1);
      await settled(page);
      expect(await page.evaluate(() => localStorage.getItem("costumier-floating"))).toBeFalsy();
    } else await expect.poll(() => first.evaluate((draft: any) => draft.count as number)).toBe(1);
    const made = await page.evaluate(async () => {
      const { drafts } = await (globalThis as any).costumier.edit;
      const draft = drafts.all.get(1);
      return { count: draft.count as number, keys: draft.changes[0].edits.map((one: any) => one.paint?.key) };
    });
    expect(made).toEqual({ count: 1, keys: [picture.key] });
    await expect.poll(() => rows(page, picture.key)).toEqual(wanted);
    if (name.includes("Look")) await edit(page);
    await settled(page);
  });

for (const text of ["{", "null", '{"key":', '{"key":"x","count":0}', "[1]"])
  test(`a costume opens though the browser's settings hold ${text}`, async ({ page }) => {
    await visit(page, "actor=1~walk~south&tick=0&zoom=4");
    await page.evaluate(text => localStorage.setItem("costumier-floating", text), text);
    await edit(page);
  });

test("a costume opens though the browser's settings hold pixels for a picture that it does not have", async ({
  page,
}) => {
  await editAt(page, "actor=1~walk~south&tick=0&zoom=4");
  await page.evaluate(async () => {
    const { draft } = await (globalThis as any).costumier.edit;
    const painted = { key: { limb: 15, index: 99 }, width: 1, height: 1, at: [0, 0], rows: [1] };
    localStorage.setItem("costumier-floating", JSON.stringify({ key: draft.key, count: draft.count, painted }));
  });
  await page.reload();
  await ready(page);
  await edit(page);
});
