/**
 * Work that was once lost: storage that is cleared under the page, a full disk, strokes that are given up, pixels that float, a
 * costume that cannot be packed.
 */
import { expect, test, type Page } from "@playwright/test";
import { openSample, ready, visit } from "./common";
import { changes, edit, editAt, settled, spot, stroke } from "./edit-common";

const corner = (page: Page): Promise<[number, number]> =>
  page.evaluate(() => (globalThis as any).costumier.playback.frame.placed[0].area.slice(0, 2));

/** The pixels that the stage shows. */
const shown = (page: Page): Promise<string> =>
  page.evaluate(() => (globalThis as any).costumier.playback.frame.data.join());

test("after the site's storage is cleared, strokes are saved again, and no other tab is named", async ({ page }) => {
  await visit(page, "actor=1~walk~east&tick=0&zoom=4");
  await edit(page);
  const [left, top] = await corner(page);
  await stroke(page, [[left + 3, top + 3]]);
  const session = await page.context().newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", { origin: new URL(page.url()).origin, storageTypes: "all" });
  for (const i of [4, 5]) {
    await stroke(page, [[left + i, top + 3]]);
    await expect(page.locator(".edit-line")).not.toContainText("another tab");
    await expect(page.locator(".edit-line b")).toHaveText("Saved in this browser");
  }
  await page.reload();
  await ready(page);
  await edit(page);
  expect(await changes(page)).toBe(3);
});

test("a full disk takes nothing that was saved, and what could not be saved is saved later", async ({ page }) => {
  await visit(page, "actor=1~walk~east&tick=0&zoom=4");
  await edit(page);
  const [left, top] = await corner(page);
  for (let i = 0; i < 3; i++) await stroke(page, [[left + i, top + 3]]);
  await page.evaluate(() => {
    const { prototype } = IDBObjectStore;
    (globalThis as any).put = prototype.put;
    prototype.put = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  const stored = () =>
    page.evaluate(
      () =>
        new Promise<number[]>(done => {
          const opened = indexedDB.open("costumier-drafts");
          opened.onsuccess = () => {
            const work = opened.result.transaction(["heads", "changes"]);
            const [heads, all] = [work.objectStore("heads").getAll(), work.objectStore("changes").count()];
            work.oncomplete = () => done([heads.result[0]?.applied, all.result]);
          };
        }),
    );
  for (const i of [4, 5]) {
    await page.mouse.click(...(await spot(page, left + i, top + 3)));
    await expect(page.locator(".edit-line")).toContainText("Only in this tab");
    await expect(page.locator(".edit-line")).not.toContainText("another tab");
    expect(await stored()).toEqual([3, 3]);
  }
  await page.evaluate(() => (IDBObjectStore.prototype.put = (globalThis as any).put));
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.locator(".edit-line b")).toHaveText("Saved in this browser");
  expect(await stored()).toEqual([5, 5]);
});

for (const key of ["Control+z", "Escape"])
  test(`${key} in a stroke gives up this stroke, and no other`, async ({ page }) => {
    await editAt(page, "actor=1~walk~east&tick=0&zoom=4");
    const [left, top] = await corner(page);
    await stroke(page, [[left + 3, top + 3]]);
    const before = await shown(page);
    await page.mouse.move(...(await spot(page, left + 5, top + 5)));
    await page.mouse.down();
    await page.mouse.move(...(await spot(page, left + 9, top + 9)));
    await page.keyboard.press(key);
    await page.mouse.up();
    await settled(page);
    expect(await changes(page)).toBe(1);
    expect(await shown(page)).toBe(before);
  });

for (const [name, leave] of [
  ["another costume", (page: Page) => page.evaluate(() => (globalThis as any).costumier.choose(2))],
  ["Look", (page: Page) => page.getByRole("button", { name: "Look", exact: true }).click()],
  ["another chore", (page: Page) => page.evaluate(() => (globalThis as any).costumier.store.actor({ chore: "stand" }))],
] as const)
  test(`pixels that float are laid down where they were when ${name} is chosen`, async ({ page }) => {
    await editAt(page, "actor=1~walk~east&tick=0&zoom=4");
    await page.evaluate(async () => (await (globalThis as any).costumier.edit).chooseLimb(0));
    const [left, top] = await corner(page);
    await page.keyboard.press("m");
    await stroke(page, [
      [left + 2, top + 2],
      [left + 6, top + 6],
    ]);
    await page.keyboard.press("Control+c");
    await expect(page.locator(".edit-line")).toContainText("copied");
    await page.evaluate(async () => (await (globalThis as any).costumier.edit).region.paste());
    await page.keyboard.press("ArrowRight");
    const first = await page.evaluateHandle(async () => (await (globalThis as any).costumier.edit).draft);
    const floating = await first.evaluate((draft: any) => draft.count as number);
    expect(floating).toBe(0);
    await leave(page);
    await expect.poll(() => first.evaluate((draft: any) => draft.count as number)).toBe(1);
  });

test("what cannot be packed is said, kept, and not undone by itself", async ({ page }) => {
  await visit(page);
  await openSample(page, "sample-v2");
  await edit(page);
  const key = await page.evaluate(async () => {
    const edit = await (globalThis as any).costumier.edit;
    const { key } = edit.brush.sheets()[0];
    // Noise, which packs badly: more than the 64 kB of a costume of v2.
    let noise = 1;
    const rows = Uint8Array.from({ length: 250 * 250 }, () => {
      noise = (Math.imul(noise, 1103515245) + 12345) >>> 0;
      return (noise >>> 16) % 15;
    });
    await edit.make("Too much", [{ paint: { key, width: 250, height: 250, at: [0, 0], rows } }]);
    return key;
  });
  expect(key.limb).toBeGreaterThanOrEqual(0);
  await expect(page.locator(".edit-line")).toContainText("Cannot be packed");
  await expect(page.locator(".edit-line")).toContainText("Saved in this browser");
  expect(await changes(page)).toBe(1);
  // The stage shows the draft all the same, a stroke goes where the pointer is, and the reason is whole.
  await settled(page);
  const [right, all, x, y, index] = await page.evaluate(async () => {
    const app = (globalThis as any).costumier;
    const { canvas } = app.stage;
    const edit = await app.edit;
    edit.chooseLimb(0);
    edit.choose("pencil");
    edit.palette.choose(3, false);
    const { columns, rows, width, pixels } = edit.brush.sheets()[0].picture;
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const out = [0, 0, 0, 0, 0];
    for (let i = 0; i < rows.length; i += 2)
      for (let j = 0; j < columns.length; j += 2) {
        const place = rows[i] * width + columns[j];
        const [left, top] = app.stage.to(columns[j + 1], rows[i + 1]);
        const isInside = columns[j] >= 0 && columns[j] < width && left > 200 && left < canvas.width - 99;
        if (!isInside || pixels[place] === undefined || top < 99 || top > canvas.height - 99) continue;
        const rgb = edit.rgb(pixels[place]);
        if (rgb === null || pixels[place] === edit.clear) continue;
        const at = 4 * ((top + 1) * canvas.width + left + 1);
        const seen = [...data.slice(at, at + 3)].map((one: number) => one.toString(16).padStart(2, "0"));
        out[0]! += Number(rgb.toLowerCase() === `#${seen.join("")}`);
        out[1]!++;
        if (pixels[place] !== 3) [out[2], out[3], out[4]] = [columns[j + 1], rows[i + 1], place];
      }
    return out as [number, number, number, number, number];
  });
  expect(all).toBeGreaterThan(1000);
  expect(right / all).toBeGreaterThan(0.9);
  const rows = () =>
    page.evaluate(async key => {
      const app = (globalThis as any).costumier;
      return [...(await app.client.ask("rowsOf", { id: app.store.chosen.costume, key }))] as number[];
    }, key);
  const before = await rows();
  await page.mouse.click(...(await spot(page, x, y)));
  await expect.poll(() => changes(page)).toBe(2);
  const after = await rows();
  expect(after.length).toBe(before.length);
  expect(after.flatMap((one, i) => (one === before[i] ? [] : [i]))).toEqual([index]);
  await page.keyboard.press("Control+z");
  await expect.poll(() => changes(page)).toBe(1);
  const reason = page.locator(".edit-line > span").first();
  expect(await reason.evaluate(one => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Undo Too much" }).click();
  await expect(page.locator(".edit-line")).not.toContainText("Cannot be packed");
});
