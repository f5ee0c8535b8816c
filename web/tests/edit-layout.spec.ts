/**
 * The layout of the mode that edits, at each size and in each of its states: all controls that the page has are whole, in the
 * window and not covered, none needs a scroll sideways, and the canvas is the largest thing.
 */
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { openSample, OUT, ready, visit } from "./common";
import { settled, spot } from "./edit-common";

const SIZES = [
  [1024, 768],
  [1280, 800],
  [1440, 900],
  [820, 1180],
  [390, 844],
] as const;

/** A COST costume, an AKOS costume whose limbs play programs, and one of Humongous. */
const GAMES = [
  ["sample", 1],
  ["sample-v7", 10],
  ["sample-he", 3],
] as const;

/** Lists as long as what they list: these scroll, up and down alone. */
const LISTS =
  ".tracks, .edit-tray, .edit-tags, .edit-shown, .room-colours, .wardrobe .scroll, .side, .swatches, .chores, .virtual, textarea";

/** Panels that *Wardrobe* and *Actions* unfold. */
const UNFOLDED = "[data-over=wardrobe] .wardrobe, [data-over=side] :is(.side, .bytes)";

/** The faults of the layout that is shown. */
const faults = (page: Page, isPhone: boolean): Promise<string[]> =>
  page.evaluate(
    async ([lists, unfolded, isPhone]) => {
      const wrong: string[] = [];
      const name = (one: Element) =>
        `${one.tagName.toLowerCase()}.${one.className} “${(one.getAttribute("aria-label") ?? one.textContent ?? "").trim().slice(0, 30)}”`;
      const isSeen = (one: Element) =>
        one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && one.getClientRects().length > 0;
      const app = document.fullscreenElement ?? document.querySelector("#app")!;
      const all = [...app.querySelectorAll<HTMLElement>("*")].filter(
        one => isSeen(one) && !one.closest(".visually-hidden"),
      );
      const root = document.documentElement;
      if (root.scrollWidth > innerWidth) wrong.push(`the page is ${root.scrollWidth} wide`);
      if (!isPhone && root.scrollHeight > innerHeight) wrong.push(`the page is ${root.scrollHeight} high`);
      const cuts = (style: CSSStyleDeclaration) => style.overflowX !== "visible" || style.overflowY !== "visible";
      for (const one of all) {
        const style = getComputedStyle(one);
        if (/auto|scroll/.test(style.overflowX) && !one.matches("textarea") && one.scrollWidth > one.clientWidth + 1)
          wrong.push(`${name(one)}: scrolls sideways, ${one.scrollWidth} of ${one.clientWidth}`);
        if (/auto|scroll/.test(style.overflowY) && !one.matches(lists) && one.scrollHeight > one.clientHeight + 1)
          wrong.push(`${name(one)}: scrolls, ${one.scrollHeight} of ${one.clientHeight}`);
      }
      for (const one of all) {
        if (!one.matches("button, select, input, textarea, summary, a[href], [tabindex='0']")) continue;
        // What a list holds is scrolled to there; the list itself is looked at, the outermost one.
        let list: HTMLElement | null = null;
        for (let over = one.parentElement; over; over = over.parentElement) if (over.matches(lists)) list = over;
        if (isPhone) one.scrollIntoView({ block: "center" });
        const { left, right, top, bottom, width, height } = (list ?? one).getBoundingClientRect();
        if (left < -0.5 || right > innerWidth + 0.5)
          wrong.push(`${name(one)}: at ${left} to ${right} of ${innerWidth}`);
        if (top < -0.5 || bottom > innerHeight + 0.5)
          if (!isPhone || !list) wrong.push(`${name(one)}: at ${top} to ${bottom} of ${innerHeight}`);
        if (list) continue;
        if (width < 10 || height < 10) wrong.push(`${name(one)}: ${width} × ${height}`);
        if (one.matches("button, summary") && one.scrollWidth > one.clientWidth + 1) wrong.push(`${name(one)}: cut`);
        for (let over = one.parentElement; over && over !== app; over = over.parentElement) {
          if (!cuts(getComputedStyle(over))) continue;
          const edge = over.getBoundingClientRect();
          if (top < edge.top - 1 || bottom > edge.bottom + 1 || left < edge.left - 1 || right > edge.right + 1)
            wrong.push(`${name(one)}: cut by ${name(over)}`);
        }
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        // Panels that are unfolded lie over the canvas.
        const isBeneath = hit?.closest(unfolded) && !one.closest(unfolded);
        if (!one.contains(hit) && !hit?.closest("label")?.contains(one) && !isBeneath)
          wrong.push(`${name(one)}: under ${hit && name(hit)}`);
      }
      scrollTo(0, 0);
      app.scrollTop = 0;
      const area = (one: Element) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const [wide, high] = [
          Math.min(right, innerWidth) - Math.max(0, left),
          Math.min(bottom, innerHeight) - Math.max(0, top),
        ];
        return Math.max(0, wide) * Math.max(0, high);
      };
      const pane = document.querySelector(".pane")!;
      for (const one of all)
        if (!one.contains(pane) && !pane.contains(one) && area(one) > area(pane))
          wrong.push(`${name(one)}: larger than the canvas, ${area(one)} and ${area(pane)}`);
      return [...new Set(wrong)];
    },
    [LISTS, UNFOLDED, isPhone] as const,
  );

/** Opens or closes what has this heading. */
const fold = (page: Page, heading: RegExp) => page.locator("summary:visible", { hasText: heading }).click();

for (const [width, height] of SIZES)
  for (const [which, costume] of GAMES) {
    const isPhone = width < 500;
    test.describe(`${width} × ${height}`, () => {
      test.use({ viewport: { width, height }, hasTouch: isPhone, isMobile: isPhone });

      test(`${which}: all controls of Edit are whole and in the window, and the canvas is the largest thing`, async ({
        page,
      }) => {
        test.setTimeout(120_000);
        await visit(page, "actor=1~walk~east&tick=2");
        if (which !== "sample") {
          await openSample(page, which);
          await page.evaluate(id => (globalThis as any).costumier.choose(id), costume);
          await ready(page);
          await page.evaluate(() => (globalThis as any).costumier.store.actor({ chore: "walk", facing: "east" }));
        }
        await page.getByRole("button", { name: "Edit", exact: true }).click();
        await settled(page);
        const look = async (state: string) => {
          await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
          if (process.env["LOOK"])
            await page.screenshot({ path: join(OUT, `layout-${which}-${width}-${state.replace(/\W+/g, "-")}.png`) });
          expect.soft(await faults(page, isPhone), state).toEqual([]);
        };
        await expect(page.locator(isPhone ? ".edit-palette" : ".edit-preview img")).toBeVisible();
        const states = async (where: string) => {
          await look(where);
          for (const heading of [/Save as/, /More/, /Shown in/]) {
            await fold(page, heading);
            await look(`${heading.source}, ${where}`);
            await fold(page, heading);
          }
          await page.getByRole("button", { name: "Recolour", exact: true }).click();
          await look(`recolouring, ${where}`);
          await page.getByRole("button", { name: "Done", exact: true }).click();
          await page.getByRole("button", { name: "All facings", exact: true }).click();
          await expect(page.locator(".edit-guide canvas").first()).toBeVisible();
          await look(`all facings, ${where}`);
          await page.getByRole("button", { name: "All facings", exact: true }).click();
        };
        await states("in the window");
        const program = page.locator(".edit-program summary");
        if (await program.isVisible()) {
          const before = await page.locator(".pane").boundingBox();
          await program.click();
          await expect(page.getByLabel("Text of the program", { exact: true })).toHaveValue(/picture/);
          // A phone scrolls to the text.
          await page.evaluate(() => scrollTo(0, 0));
          expect(await page.locator(".pane").boundingBox(), "the drawer takes no place").toEqual(before);
          await program.click();
        }
        for (const name of isPhone ? [] : ["Wardrobe", "Actions"]) {
          const button = page.locator(".edit-side").getByRole("button", { name, exact: true });
          await button.click();
          await expect(page.locator(name === "Wardrobe" ? "#wardrobe" : "#actions")).toBeVisible();
          await look(`${name} unfolded`);
          if (name === "Actions") {
            await page.locator(".side").evaluate(one => one.scrollTo(0, one.scrollHeight));
            await look("the end of what Actions unfolds");
          }
          await button.click();
        }
        if (isPhone) {
          for (const tab of ["Time", "Colours", "Save", "View", "Bytes"]) {
            await page.locator(".tabs").getByRole("button", { name: tab }).click();
            await look(tab);
          }
          await page.locator(".tabs").getByRole("button", { name: "View" }).click();
        }
        await page.getByRole("button", { name: "Full screen" }).click();
        await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
        await settled(page);
        await states("on the whole screen");
      });
    });
  }

test.describe("a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("32 colours fit; the comparison lies above the figure, messages are whole, no button is without effect", async ({
    page,
  }) => {
    await visit(page, "actor=2~walk~east&tick=2");
    await page.getByRole("button", { name: "Edit", exact: true }).tap();
    await settled(page);
    expect(await faults(page, true)).toEqual([]);
    const [x, y] = await page.evaluate(() => (globalThis as any).costumier.playback.frame.placed[0].area);
    await page.evaluate(() => scrollTo(0, 0));
    await page.touchscreen.tap(...(await spot(page, x + 6, y + 6)));
    const compare = page.locator(".compare");
    await expect(compare).toBeVisible();
    await settled(page);
    const top = await page.evaluate(() => {
      const { stage, playback } = (globalThis as any).costumier;
      const tops = playback.frame.placed.map(({ area }: any) => stage.to(area[0], area[1])[1] / devicePixelRatio);
      return stage.canvas.getBoundingClientRect().top + Math.min(...tops);
    });
    const bar = (await compare.boundingBox())!;
    expect(bar.y + bar.height).toBeLessThanOrEqual(top);
    await page.getByRole("button", { name: "Layer", exact: true }).tap();
    const line = page.locator(".edit-line");
    await expect(line).toContainText("Move places it in this facing.");
    const cut = (one: HTMLElement) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight;
    for (const part of [line, line.locator("span").first()]) expect(await part.evaluate(cut)).toBe(false);
    // The preview has no place here.
    await expect(page.locator(".edit-preview")).toBeHidden();
    await expect(page.getByRole("button", { name: "Preview", exact: true })).toBeHidden();
    await page.locator(".tabs").getByRole("button", { name: "Time" }).tap();
    await expect(page.locator(".edit-tags button").last()).toBeVisible();
    expect(await page.locator(".edit-tags").evaluate(cut)).toBe(false);
  });

  test("Save: what is saved at once stands in one row", async ({ page }) => {
    await visit(page, "actor=1~walk~east&tick=2&panel=take");
    const buttons = await page.locator(".share button:visible").all();
    expect(buttons).toHaveLength(4);
    const tops = await Promise.all(buttons.map(async one => (await one.boundingBox())!.y));
    expect(new Set(tops).size).toBe(1);
  });
});
