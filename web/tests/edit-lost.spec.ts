/** Work that was once lost: storage that is cleared under the page, a full disk, strokes that are given up, pixels that float. */
import { expect, test, type Page } from "@playwright/test";
import { ready, visit } from "./common";
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
