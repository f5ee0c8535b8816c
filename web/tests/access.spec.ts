/** What people need who do not see the page, or not well, or use no mouse: axe, and what axe is silent about. */
import axe from "axe-core";
import { expect, test, type Page } from "@playwright/test";
import { visit } from "./common";
import { edit } from "./edit-common";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** What axe finds wrong. */
async function check(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const run = (tags: string[]) => (globalThis as any).axe.run(document, { runOnly: tags });
  const found: axe.AxeResults = await page.evaluate(run, TAGS);
  return found.violations.map(({ id, nodes }) => {
    const words = nodes.slice(0, 3).map(node => `${node.target.join(" ")} ${node.failureSummary ?? ""}`);
    return `${id}: ${words.join(" | ")}`;
  });
}

const STATES: [name: string, hash: string, act?: (page: Page) => Promise<unknown>][] = [
  ["as it opens", ""],
  ["as the tools are", "actor=1~walk~east&tick=0"],
  ["about", "actor=1&tick=0", page => page.getByRole("button", { name: "About" }).click()],
  ["room, outlines, onion skin", "actor=2~walk~east~150~120~box~box&tick=3&behind=room&outlines=1&onion=2&room=2"],
  ["bytes", "actor=6~walk~east&tick=1&panel=bytes"],
  ["keys", "actor=1&tick=0", page => page.getByRole("button", { name: "Keys" }).click()],
  [
    "open menu and a trouble",
    "game=other-1234&actor=1&tick=0",
    async page => {
      await page.getByRole("button", { name: /^Open/ }).first().click();
      await page.getByRole("button", { name: "Details" }).click();
    },
  ],
  ["a swatch", "actor=1&tick=0", page => page.locator(".swatch:not(.none)").first().click()],
  [
    "editing",
    "actor=1&tick=0",
    async page => {
      await edit(page);
      for (const one of await page.locator(".edit-side details").all())
        await one.evaluate(details => ((details as HTMLDetailsElement).open = true));
    },
  ],
];

for (const scheme of ["light", "dark"] as const) {
  for (const [name, hash, act] of STATES) {
    test(`axe, ${scheme}: ${name}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width: 1440, height: 1000 });
      await visit(page, hash);
      await act?.(page);
      await page.waitForTimeout(300);
      expect(await check(page)).toEqual([]);
    });
  }
  for (const tab of ["wardrobe", "time", "actions", "colours", "bytes", "take", "stage"]) {
    test(`axe, ${scheme}, narrow: ${tab}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width: 360, height: 740 });
      await visit(page, `actor=1~walk~east&tick=0&panel=${tab}`);
      await page.waitForTimeout(300);
      expect(await check(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    });
  }
}

for (const [width, height] of [
  [1440, 900],
  [1024, 768],
  [390, 844],
] as const)
  for (const scheme of ["light", "dark"] as const)
    test(`axe, ${scheme}, ${width} × ${height}: a first visit, its tools, and Edit with all that unfolds`, async ({
      page,
    }) => {
      test.setTimeout(120_000);
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height });
      await visit(page, "", true);
      await expect(page.locator(".intro")).toBeVisible();
      expect(await check(page), "a first visit").toEqual([]);
      await page.getByRole("button", { name: "Show the tools" }).click();
      await expect(page.locator(".actions")).toHaveCSS("opacity", "1");
      expect(await check(page), "the tools").toEqual([]);
      await edit(page);
      for (const one of await page.locator(".edit-side details").all())
        await one.evaluate(details => ((details as HTMLDetailsElement).open = true));
      await page.getByRole("button", { name: "All facings", exact: true }).click();
      await page.getByRole("button", { name: "Recolour", exact: true }).click();
      expect(await check(page), "recolouring").toEqual([]);
      await page.getByRole("button", { name: "Done", exact: true }).click();
      expect(await check(page), "Edit").toEqual([]);
      for (const name of ["Wardrobe", "Actions"]) {
        const button = page.locator(".edit-side").getByRole("button", { name, exact: true });
        if (!(await button.isVisible())) continue;
        await button.click();
        expect(await check(page), `Edit, ${name}`).toEqual([]);
      }
    });

test("what axe is silent about: canvases and dialogs have names, Tab leaves every list", async ({ page }) => {
  await visit(page, "actor=6~walk~east&tick=1&panel=bytes");
  const nameless = await page.evaluate(
    () =>
      [...document.querySelectorAll("canvas, dialog")].filter(
        one =>
          !one.getAttribute("aria-label") &&
          !one.getAttribute("aria-labelledby") &&
          one.getAttribute("aria-hidden") !== "true",
      ).length,
  );
  expect(nameless).toBe(0);
  for (const role of ["listbox", "grid"] as const) {
    const list = page.getByRole(role).first();
    await list.focus();
    await page.keyboard.press("Tab");
    expect(await list.evaluate(one => one === document.activeElement)).toBe(false);
  }
});
