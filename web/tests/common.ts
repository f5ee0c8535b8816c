/** Shared by the tests: the command, games that it writes, and a page that is ready. */
import { execFileSync } from "node:child_process";
import { expect, type CDPSession, type Page } from "@playwright/test";
import { COMMAND, OUT, sampleFolder, TOP } from "./games.mjs";

export { OUT, TOP };

export const run = (...args: string[]): Buffer =>
  execFileSync(COMMAND, args, { maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"] });

/** The sample in a generation: `sample` (v5), `sample-v2`, `sample-v7` … */
export const sampleGame = (which: string): string => sampleFolder(which);

/** Drops files or folders on the page, as a person does: the browser makes the real entries. */
export async function drop(page: Page, paths: string[]): Promise<void> {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  for (const type of ["dragEnter", "dragOver", "drop"] as const) {
    await cdp.send("Input.dispatchDragEvent", {
      type,
      x: 300,
      y: 300,
      data: { items: [], files: paths, dragOperationsMask: 1 },
    });
  }
  await cdp.detach();
}

/** Waits until a game is open, and its chosen costume read and shown. */
export const ready = (page: Page) =>
  page.waitForFunction(() => {
    const { store, playback } = (globalThis as any).costumier ?? {};
    if (store?.state.phase !== "ready" || playback.firstAt === null) return false;
    const { costume, unreadable } = store.state;
    // Until the first figure is drawn, an element over the stage takes the touches.
    const isCovered = document.querySelector<HTMLElement>(".nothing")?.hidden === false;
    return unreadable || (!isCovered && costume?.id === store.chosen?.costume);
  });

/**
 * Opens the page with this text after `#`, or without any, like a typed address. A logged error fails the test. `keepNote` is
 * a first visit.
 */
export async function visit(page: Page, hash = "actor=1~walk~east", keepNote = false): Promise<void> {
  page.on("pageerror", error => {
    throw error;
  });
  page.on("console", message => {
    if (message.type() === "error") throw new Error(`the page says: ${message.text()}`);
  });
  if (!keepNote) {
    await page.addInitScript(() => {
      try {
        localStorage.setItem("costumier-met", "yes");
      } catch {
        // A blank page has none.
      }
    });
  }
  await page.goto(`./${hash ? `#${hash}` : ""}`);
  await ready(page);
}

/** Waits until a game of this kind is open and shown. */
export async function opened(page: Page, words: RegExp): Promise<void> {
  const game = page.locator(".game");
  await expect.poll(async () => `${await game.textContent()} ${await game.getAttribute("title")}`).toMatch(words);
  await ready(page);
}

/** Drops files or folders, and waits until their game, and not the one that was open before, is shown. */
export async function dropGame(page: Page, paths: string[]): Promise<void> {
  const before = await page.evaluateHandle(() => (globalThis as any).costumier.store.state.game);
  await drop(page, paths);
  await page.waitForFunction(old => {
    const { game } = (globalThis as any).costumier.store.state;
    return game && game !== old;
  }, before);
  await ready(page);
}

export const openSample = (page: Page, which: string): Promise<void> => dropGame(page, [sampleGame(which)]);

/** Buttons that are seen and cannot be reached by Tab. */
export function unreachable(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("button, select, input, a[href], summary")]
      .filter(one => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter(one => !one.classList.contains("visually-hidden") && one.getClientRects().length > 0)
      .filter(one => {
        // In a group that arrow keys walk through, one is reached by Tab.
        const group = one.closest("[role=group], [role=listbox], [role=tablist], [role=toolbar]");
        const isWalked = group?.querySelector("[tabindex='0']") && one.tabIndex < 0;
        return !isWalked && (one.tabIndex < 0 || one.closest("[inert]") !== null);
      })
      .map(one => one.getAttribute("aria-label") ?? one.textContent ?? one.tagName),
  );
}

/** Waits until a picture no longer changes. */
export async function unchanging(page: Page, picture: () => Promise<string>): Promise<void> {
  let last = "";
  for (let same = 0; same < 3;) {
    await page.waitForTimeout(150);
    const now = await picture();
    same = now === last ? same + 1 : 0;
    last = now;
  }
}
