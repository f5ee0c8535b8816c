/** Games of one's own that the browser keeps for the next visit, where it has no room for another one. */
import { expect, test, type Page } from "@playwright/test";
import { opened, openSample, visit } from "./common";

const forget = (page: Page) => page.getByRole("button", { name: /^Forget / });

/** The titles of the kept games, from the menu, which stays open. */
async function kept(page: Page): Promise<number> {
  const menu = page.locator("#open-menu");
  if (!(await menu.isVisible())) await page.getByRole("button", { name: "Open a game" }).click();
  await expect(menu).toBeVisible();
  await page.waitForTimeout(300);
  return forget(page).count();
}

/** The keys of the stored rows: of games, and of their files. */
const stored = (page: Page): Promise<[string[], string[]]> =>
  page.evaluate(
    () =>
      new Promise(done => {
        const request = indexedDB.open("costumier-games", 1);
        request.onsuccess = () => {
          const work = request.result.transaction(["games", "files"]);
          const [games, files] = ["games", "files"].map(one => work.objectStore(one).getAllKeys());
          work.oncomplete = () => {
            request.result.close();
            done([games!.result as string[], files!.result as string[]]);
          };
        };
      }),
  );

/** How the browser says that it has no room. */
const FULL: [name: string, fill: (page: Page) => Promise<() => Promise<unknown>>][] = [
  [
    "when all is written",
    async page => {
      await page.evaluate(() => {
        const { put } = IDBObjectStore.prototype;
        (globalThis as any).put = put;
        IDBObjectStore.prototype.put = function (...all) {
          const request = put.apply(this, all);
          const { transaction } = this;
          const value = new DOMException("full", "QuotaExceededError");
          if (this.name === "files") {
            Object.defineProperty(transaction, "error", { value });
            transaction.abort();
          }
          return request;
        };
      });
      return () => page.evaluate(() => (IDBObjectStore.prototype.put = (globalThis as any).put));
    },
  ],
  [
    "at once, after the game and before its files",
    async page => {
      await page.evaluate(() => {
        const { put } = IDBObjectStore.prototype;
        (globalThis as any).put = put;
        IDBObjectStore.prototype.put = function (...all) {
          if (this.name === "files") throw new DOMException("full", "QuotaExceededError");
          return put.apply(this, all);
        };
      });
      return () => page.evaluate(() => (IDBObjectStore.prototype.put = (globalThis as any).put));
    },
  ],
];

for (const [name, fill] of FULL)
  test(`no room for a second game: it is said, the first one stays, and Forget makes room (${name})`, async ({
    page,
  }) => {
    await visit(page);
    await openSample(page, "sample-v8");
    await expect(page.locator(".notice")).toContainText("is kept in this browser");
    const [first] = await stored(page);
    expect(first).toHaveLength(1);
    const empty = await fill(page);
    await openSample(page, "sample-v7");
    await expect(page.locator(".notice")).toContainText(/This browser has no room to keep .*: open it again after/);
    // The game is open all the same, and nothing of it is stored.
    await expect(page.locator("body")).toHaveAttribute("data-phase", "ready");
    await opened(page, /v7/);
    expect(await stored(page)).toEqual([first, first]);
    expect(await kept(page)).toBe(1);
    // The kept one opens, and is forgotten while there is no room.
    await page.locator("#open-menu .kept button").first().click();
    await opened(page, /v8/);
    expect(await kept(page)).toBe(1);
    await forget(page).click();
    await expect(forget(page)).toHaveCount(0);
    expect(await stored(page)).toEqual([[], []]);
    await empty();
    await openSample(page, "sample-v7");
    await expect(page.locator(".notice")).toContainText("is kept in this browser");
    const key = await page.evaluate(() => (globalThis as any).costumier.store.state.game.info.key as string);
    await expect.poll(() => page.url()).toContain(key);
    await page.reload();
    await opened(page, /v7/);
  });

test("no room in the browser: it is said, and the game is open", async ({ page }) => {
  await visit(page);
  const session = await page.context().newCDPSession(page);
  await session.send("Storage.overrideQuotaForOrigin", { origin: new URL(page.url()).origin, quotaSize: 1 });
  await openSample(page, "sample-v7");
  await expect(page.locator(".notice")).toContainText("This browser has no room to keep");
  await opened(page, /v7/);
  expect(await stored(page)).toEqual([[], []]);
});
