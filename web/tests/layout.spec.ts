/** Small windows, phones, large text: the stage stays in view, nothing is cut, everything can be hit with a thumb. */
import { chromium, expect, test, type Page } from "@playwright/test";
import { visit } from "./common";

const SIZES: [name: string, width: number, height: number, touch: boolean][] = [
  ["a wide window", 1280, 800, false],
  ["1024 × 768", 1024, 768, false],
  ["a phone upright", 390, 844, true],
  ["a phone across", 844, 390, true],
  ["a small phone", 360, 640, true],
];

/** Returns the faults of the visible elements. */
const faults = (page: Page, target: number) =>
  page.evaluate(target => {
    const wrong: string[] = [];
    const name = (one: Element) =>
      `${one.tagName.toLowerCase()}.${one.className} “${(one.getAttribute("aria-label") ?? one.textContent ?? "").trim().slice(0, 30)}”`;
    const isSeen = (one: Element) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (document.documentElement.scrollWidth > innerWidth)
      wrong.push(`the page is ${document.documentElement.scrollWidth} wide`);
    for (const one of document.querySelectorAll("#app *")) {
      if (!isSeen(one) || one.closest(".visually-hidden, [aria-hidden=true], .hex, .listing")) continue;
      const style = getComputedStyle(one);
      const box = one.getBoundingClientRect();
      // Descenders: a line is as high as its letters, and a box that cuts is as high as its lines.
      const hasText = [...one.childNodes].some(child => child.nodeType === 3 && child.textContent!.trim());
      if (hasText && style.overflowY !== "visible") {
        if (parseFloat(style.lineHeight) < 1.3 * parseFloat(style.fontSize))
          wrong.push(`${name(one)}: its lines are too low`);
        if (one.scrollHeight > one.clientHeight + 1 && style.overflowY === "hidden") wrong.push(`${name(one)}: cut`);
      }
      if (one.matches(".cell") && one.scrollHeight > one.clientHeight + 1) wrong.push(`${name(one)}: cut`);
      if (target && one.matches("button, select, input, .cell, summary")) {
        const hit = one.matches("input[type=checkbox]") ? one.closest("label")!.getBoundingClientRect() : box;
        const spare = one.closest(".visually-hidden") || (one as HTMLElement).tabIndex < 0;
        if (!spare && (hit.width < target - 0.5 || hit.height < target - 0.5))
          wrong.push(`${name(one)}: ${hit.width.toFixed(1)} × ${hit.height.toFixed(1)}`);
      }
    }
    return [...new Set(wrong)];
  }, target);

for (const [name, width, height, touch] of SIZES) {
  test.describe(name, () => {
    test.use({ viewport: { width, height }, hasTouch: touch, isMobile: touch, deviceScaleFactor: touch ? 3 : 1 });

    for (const tab of ["actions", "time", "colours", "take", "stage", "wardrobe", "bytes"]) {
      test(`${tab}: nothing is cut or too small`, async ({ page }) => {
        await visit(page, `actor=3~walk~east&tick=2&panel=${tab}`);
        await page.waitForTimeout(600);
        expect(await faults(page, touch ? 40 : 0)).toEqual([]);
      });
    }

    test("the stage is in view however far the page is scrolled; every panel's end can be reached", async ({
      page,
    }) => {
      await visit(page, "actor=3~walk~east&tick=2&panel=colours");
      await page.waitForTimeout(500);
      const stage = () =>
        page.evaluate(() => {
          const { top, bottom, left, right } = document.querySelector(".pane canvas")!.getBoundingClientRect();
          const seen = Math.min(bottom, innerHeight) - Math.max(0, top);
          return { part: seen / (bottom - top), wide: (right - left) / innerWidth, high: (bottom - top) / innerHeight };
        });
      expect((await stage()).part).toBeGreaterThan(0.99);
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await page.waitForTimeout(100);
      const after = await stage();
      expect(after.part).toBeGreaterThan(0.97);
      // Next to or below the stage there is enough space to scroll the page.
      if (touch) expect(Math.min(after.wide, after.high)).toBeLessThan(0.62);
    });

    test("Save is on the first screen", async ({ page }) => {
      await visit(page, `actor=3~walk~east&tick=2${touch ? "&panel=take" : ""}`);
      await page.waitForTimeout(500);
      const gif = page.getByRole("button", { name: "Save GIF" });
      await expect(gif).toBeInViewport();
      await expect(page.locator(".formats button").first()).toBeInViewport({ ratio: 0.9 });
    });
  });
}

test.describe("a window of 683 × 384", () => {
  test.use({ viewport: { width: 683, height: 384 } });

  test("the first page ends after its text; hidden elements take no space", async ({ page }) => {
    await visit(page, "", true);
    const [height, end] = await page.evaluate(() => [
      document.documentElement.scrollHeight,
      document.querySelector(".intro")!.getBoundingClientRect().bottom,
    ]);
    expect(height).toBeLessThan(end! + 100);
  });

  for (const tab of ["actions", "time", "colours", "take", "stage", "bytes"])
    test(`${tab}: nothing is cut, and the panel of the tab is seen`, async ({ page }) => {
      await visit(page, `actor=3~walk~east&tick=2&panel=actions`);
      const names = {
        actions: "Actions",
        time: "Time",
        colours: "Colours",
        take: "Save",
        stage: "View",
        bytes: "Bytes",
      };
      await page
        .locator(".tabs")
        .getByRole("button", { name: names[tab as keyof typeof names] })
        .click();
      await page.waitForTimeout(500);
      expect(await faults(page, 0)).toEqual([]);
      await expect(page.locator(tab === "stage" ? ".bar button >> nth=0" : `#${tab} > header`)).toBeInViewport();
      if (tab === "take") await expect(page.getByRole("button", { name: "Copy link" })).toBeInViewport({ ratio: 0.9 });
      const beyond = await page.evaluate(() =>
        [...document.querySelectorAll(".panel button, .panel select")]
          .filter(one => one.checkVisibility() && !one.closest(".scroll, .virtual"))
          .filter(one => one.getBoundingClientRect().right > innerWidth)
          .map(one => one.textContent),
      );
      expect(beyond).toEqual([]);
      await expect(page.getByRole("button", { name: "Keys" })).toBeVisible();
    });

  test("Edit: tools and colours stand next to the figure, all of which is seen", async ({ page }) => {
    await visit(page, "actor=1~walk~east&tick=2");
    await page.locator(".tabs").getByRole("button", { name: "Edit" }).click();
    await expect(page.locator(".edit-palette .swatch").nth(2)).toBeInViewport();
    const [pane, ...bars] = await Promise.all(
      [".pane", ".edit-tools", ".edit-palette", ".edit-side"].map(
        async one => (await page.locator(one).boundingBox())!,
      ),
    );
    for (const bar of bars) expect(bar!.x).toBeGreaterThanOrEqual(pane!.x + pane!.width);
  });

  test("a message stands within the window, above the tabs", async ({ page }) => {
    await visit(page, "actor=1~walk~east&tick=2&panel=take");
    await page.evaluate(() => (globalThis as any).costumier.saver.say(`Saved: ${"a-long-name-".repeat(12)}.gif`));
    const [note, tabs] = await Promise.all(
      [".saving", ".tabs"].map(async one => (await page.locator(one).boundingBox())!),
    );
    expect(note!.x).toBeGreaterThanOrEqual(0);
    expect(note!.x + note!.width).toBeLessThanOrEqual(683);
    expect(note!.y + note!.height).toBeLessThanOrEqual(tabs!.y);
  });
});

test("Edit in a wide window: the figure fits between tools and colours", async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await visit(page, "actor=4~walk~east&tick=0");
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await expect(page.locator(".edit-palette .swatch").first()).toBeVisible();
  await page.waitForTimeout(500);
  const [left, right] = await page.evaluate(() => {
    const { stage, playback } = (globalThis as any).costumier;
    const box = stage.canvas.getBoundingClientRect();
    const areas = playback.frame.placed.map((one: any) => one.area);
    const at = (x: number) => box.left + stage.to(x, 0)[0] / devicePixelRatio;
    return [at(Math.min(...areas.map((a: any) => a[0]))), at(Math.max(...areas.map((a: any) => a[0] + a[2])))];
  });
  const tools = (await page.locator(".edit-tools").boundingBox())!;
  expect(left).toBeGreaterThanOrEqual(tools.x + tools.width);
  expect(right).toBeLessThanOrEqual((await page.locator(".edit-palette").boundingBox())!.x);
});

test("on a phone the colours are on the first screen", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await visit(page, "actor=2~walk~east&tick=2&panel=colours");
  await expect(page.locator(".swatch").first()).toBeVisible();
  const [row, tabs] = await Promise.all(
    [".swatch >> nth=0", ".tabs"].map(async one => (await page.locator(one).boundingBox())!),
  );
  expect(row!.y + row!.height).toBeLessThan(tabs!.y);
});

test.describe("a finger on the page scrolls it", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test("from the actions, from the strip, from the timeline", async ({ page }) => {
    const cdp = await page.context().newCDPSession(page);
    for (const [tab, where] of [
      ["actions", ".chores"],
      ["actions", ".in-row .cells"],
      ["time", ".time .limb"],
      ["colours", ".swatches"],
    ] as const) {
      // The timeline alone is no longer than a long phone.
      await page.setViewportSize({ width: 390, height: tab === "time" ? 640 : 844 });
      await visit(page, `actor=2~walk~east&tick=2&panel=${tab}`);
      await page.waitForTimeout(400);
      if (tab === "colours") await expect(page.locator(".swatch").first()).toBeVisible();
      const one = page.locator(where).first();
      await one.evaluate(it => it.scrollIntoView({ block: "center" }));
      const before = await page.evaluate(() => scrollY);
      const box = (await one.boundingBox())!;
      await cdp.send("Input.synthesizeScrollGesture", {
        x: box.x + Math.min(60, box.width / 2),
        y: box.y + Math.min(20, box.height / 2),
        yDistance: before > 60 ? 120 : -120,
        speed: 2000,
      } as never);
      const after = await page.evaluate(() => scrollY);
      expect(Math.abs(after - before), where).toBeGreaterThan(40);
      await page.goto("about:blank");
    }
  });
  test("two fingers zoom the page where it is no stage", async ({ page }) => {
    await visit(page, "actor=2~walk~east&tick=2");
    const cdp = await page.context().newCDPSession(page);
    const box = (await page.locator(".chores").boundingBox())!;
    await cdp.send("Input.synthesizePinchGesture", { x: box.x + 100, y: box.y + 30, scaleFactor: 2 } as never);
    expect(await page.evaluate(() => visualViewport!.scale)).toBeGreaterThan(1.5);
  });
});

test("text of twice the size: all of it is there, and the stage too", async ({ baseURL }) => {
  test.setTimeout(90_000);
  // The browser's own setting, which Chromium reads at its start.
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--blink-settings=defaultFontSize=32"],
  });
  try {
    for (const [width, height] of [
      [1280, 800],
      [1024, 768],
      [390, 844],
    ] as const) {
      const page = await browser.newPage({
        viewport: { width, height },
        baseURL: baseURL!,
        serviceWorkers: "block",
      });
      await visit(page, "actor=3~walk~east&tick=2");
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
      await page.waitForTimeout(500);
      expect(await faults(page, 40), `${width} × ${height}`).toEqual([]);
      await expect(page.locator(".pane canvas")).toBeInViewport({ ratio: 0.99 });
      await page.close();
    }
  } finally {
    await browser.close();
  }
});

test("figures of the wardrobe have one scale, so that sizes can be compared", async ({ page }) => {
  await visit(page, "actor=1~walk~east&tick=0");
  await expect(page.locator(".cell[data-drawn]")).toHaveCount(6);
  await page.evaluate(() => (globalThis as any).costumier.store.set({ still: true }));
  await page.waitForTimeout(500);
  const heights = await page.evaluate(async () => {
    const { client } = (globalThis as any).costumier;
    const out: Record<string, [drawn: number, real: number]> = {};
    for (const cell of document.querySelectorAll<HTMLElement>(".cell:not([hidden])")) {
      const rows = (data: Uint8ClampedArray, width: number, height: number) => {
        const full = Array.from({ length: height }, (_, y) => data.subarray(y * width * 4, (y + 1) * width * 4)).map(
          row => row.some((value, i) => i % 4 === 3 && value > 0),
        );
        return full.lastIndexOf(true) - full.indexOf(true) + 1;
      };
      const canvas = cell.querySelector("canvas")!;
      const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
      const film = await client.ask("film", { id: Number(cell.id.slice(8)), moving: false });
      // A cell with a halved figure has a label.
      const half = cell.querySelector<HTMLElement>(".half")!;
      const part = half.hidden ? 1 : { "half size": 2, "quarter size": 4 }[half.textContent!]!;
      out[cell.querySelector(".name")!.textContent!] = [
        rows(data, canvas.width, canvas.height) * part,
        rows(film.frames[0].data, film.width, film.height),
      ];
    }
    return out;
  });
  for (const [name, [drawn, real]] of Object.entries(heights)) expect(drawn, name).toBe(real);
  expect(heights["Balthasar"]![0]).toBeGreaterThan(heights["Odile"]![0]);
});

test("boxes of the timeline show pictures; numbers when they are asked for, and the next time too", async ({
  page,
}) => {
  await visit(page, "actor=1~walk~east&tick=0");
  const boxes = page.locator(".span:not(.empty)");
  await expect.poll(() => boxes.first().locator("canvas").count(), { timeout: 20_000 }).toBe(1);
  const drawn = await boxes.evaluateAll(
    all =>
      all.filter(one => {
        const canvas = one.querySelector("canvas");
        return canvas
          ?.getContext("2d")!
          .getImageData(0, 0, canvas.width, canvas.height)
          .data.some(value => value > 0);
      }).length,
  );
  expect(drawn).toBe(await boxes.count());
  await expect(boxes.first()).toHaveText("");
  await page.getByRole("button", { name: "Numbers" }).click();
  await expect(boxes.first()).toHaveText(/^\d+$/);
  await page.reload();
  await expect(boxes.first()).toHaveText(/^\d+$/);
});
