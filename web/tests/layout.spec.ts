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

/** Relative luminance, and colours as seen without long or without medium cones (Viénot 1999, simplified). */
const BLIND = {
  protan: [
    [0.11238, 0.88762, 0],
    [0.11238, 0.88762, 0],
    [0.00401, -0.00401, 1],
  ],
  deutan: [
    [0.29275, 0.70725, 0],
    [0.29275, 0.70725, 0],
    [-0.02234, 0.02234, 1],
  ],
} as const;

for (const behind of ["checks", "room"] as const) {
  test(`onion skin over ${behind}: before and after are two colours, for the colour-blind too`, async ({ page }) => {
    const place = behind === "room" ? "~150~160~box~box" : "";
    await visit(page, `actor=2~walk~east${place}&tick=3&zoom=4&behind=${behind}&room=2`);
    await page.waitForTimeout(500);
    // Pictures stay in the page: half a million numbers take longer to send than to compare.
    await page.evaluate(() => {
      const { width, height } = document.querySelector<HTMLCanvasElement>(".pane canvas")!;
      const pen = document.querySelector<HTMLCanvasElement>(".pane canvas")!.getContext("2d")!;
      const look = () => pen.getImageData(0, 0, width, height).data;
      Object.assign(globalThis, { look, plain: look() });
      (globalThis as any).costumier.store.set({ onion: 2 });
    });
    await page.waitForFunction(() => {
      const { look, plain } = globalThis as any;
      return look().some((value: number, i: number) => value !== plain[i]);
    });
    // The new colours that are rather orange, and rather blue.
    const found = await page.evaluate(() => {
      const { look, plain } = globalThis as any;
      const with1: Uint8ClampedArray = look();
      const found: Record<"before" | "after", [number, number, number][]> = { before: [], after: [] };
      for (let at = 0; at < plain.length; at += 4) {
        if ([0, 1, 2, 3].every(i => plain[at + i] === with1[at + i]) || !with1[at + 3]) continue;
        const [r, g, b] = with1.subarray(at, at + 3) as unknown as [number, number, number];
        if (r > b + 60) found.before.push([r, g, b]);
        if (b > r + 60) found.after.push([r, g, b]);
      }
      return found;
    });
    expect(found.before.length).toBeGreaterThan(100);
    expect(found.after.length).toBeGreaterThan(100);
    const mean = (all: [number, number, number][]) =>
      [0, 1, 2].map(i => all.reduce((sum, one) => sum + one[i]!, 0) / all.length);
    for (const [kind, matrix] of Object.entries(BLIND)) {
      const seen = (colour: number[]) =>
        matrix.map(row => row.reduce<number>((sum, part, i) => sum + part * colour[i]!, 0));
      const [before, after] = [seen(mean(found.before)), seen(mean(found.after))];
      const far = Math.hypot(...before.map((one, i) => one - after[i]!));
      expect(far, kind).toBeGreaterThan(80);
    }
    // The figure itself is as it was: nothing lies over it.
    const changed = await page.evaluate(async () => {
      const { client, playback } = (globalThis as any).costumier;
      const said = { ...playback.said(), background: false, onion: 0 };
      const figure = await client.ask("stage", { said, tick: 3 });
      await client.ask("stage", { said: playback.said(), tick: 3 });
      const { stage } = (globalThis as any).costumier;
      const canvas = document.querySelector<HTMLCanvasElement>(".pane canvas")!;
      const shown = (globalThis as any).look();
      let wrong = 0;
      for (let i = 0; i < figure.data.length; i += 4) {
        if (figure.data[i + 3] !== 255) continue;
        const [x, y] = [figure.x + ((i / 4) % figure.width), figure.y + Math.floor(i / 4 / figure.width)];
        // Feet lie over it, as before.
        const [left, top] = stage.to(x, y);
        if (top + 1 < 0 || top + 1 >= canvas.height) continue;
        const [r, g, b] = shown.subarray(((top + 1) * canvas.width + left + 1) * 4);
        if (Math.abs(r! - figure.data[i]) + Math.abs(g! - figure.data[i + 1]) + Math.abs(b! - figure.data[i + 2]) > 3)
          wrong++;
      }
      return wrong;
    });
    expect(changed).toBeLessThan(40);
  });
}

test("4:3: the picture is 1.2 times as high, the pixel under the pointer is the same, a link brings it back", async ({
  page,
}) => {
  await visit(page, "actor=1~stand~south&tick=0&zoom=4");
  await page.getByRole("button", { name: "4:3" }).click();
  const canvas = await page.locator(".pane canvas").evaluate((one: HTMLCanvasElement) => {
    const box = one.getBoundingClientRect();
    return [box.width / one.width, box.height / one.height];
  });
  expect(canvas[0]).toBeCloseTo(1, 3);
  expect(canvas[1]).toBeCloseTo(1.2, 3);
  await expect.poll(() => page.url()).toContain("tall=1");
  const at = await page.evaluate(() => {
    const { stage, playback } = (globalThis as any).costumier;
    const one = document.querySelector<HTMLCanvasElement>(".pane canvas")!;
    const box = one.getBoundingClientRect();
    const [x, y, w, h] = playback.frame.placed[0].area;
    const pixel = [x + Math.floor(w / 2), y + Math.floor(h / 2)];
    const [left, top] = stage.to(...pixel);
    return { pixel, place: [box.x + left + 1, box.y + (top + 1) * 1.2] as const };
  });
  await page.mouse.move(...at.place);
  await expect(page.locator(".facts")).toHaveText(new RegExp(`^${at.pixel[0]}, ${at.pixel[1]} `));
});

/** The room on the stage: how much of it is seen, its zoom, and what of the pane it leaves empty, in pixels of the screen. */
const seenRoom = (page: Page) =>
  page.evaluate(() => {
    const { stage, store } = (globalThis as any).costumier;
    const { width, height } = store.state.scenery;
    const [[left, top], [right, bottom]] = [stage.to(0, 0), stage.to(width, height)];
    const [w, h] = stage.size;
    return {
      isWhole: left >= 0 && top >= 0 && right <= w && bottom <= h,
      zoom: stage.zoom,
      spare: [w - (right - left), h - (bottom - top)],
    };
  });

for (const [width, height, hash] of [
  [1440, 900, ""],
  [1440, 900, "actor=2~walk~east&behind=room"],
  [1280, 800, "actor=2~walk~east&behind=room"],
  [1280, 720, "actor=2~walk~east&behind=room"],
  [1024, 768, ""],
  [1024, 768, "actor=2~walk~east&behind=room"],
  [820, 1180, "actor=2~walk~east&behind=room"],
] as const)
  test(`${width} × ${height}, #${hash}: the room is seen whole, twice as large, and the stage is as high`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await visit(page, hash);
    await page.waitForTimeout(300);
    const seen = await seenRoom(page);
    expect(seen).toMatchObject({ isWhole: true, zoom: 2 });
    expect(seen.spare[1]).toBeLessThanOrEqual(1);
    // The rows of the timeline keep a place, and the page does not scroll.
    await expect(page.locator(".tracks")).toBeInViewport({ ratio: 0.99 });
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(0);
    // A wider window is a larger stage, and back.
    await page.setViewportSize({ width: 1920, height: 1200 });
    await expect.poll(() => seenRoom(page)).toMatchObject({ isWhole: true, zoom: 3 });
    await page.setViewportSize({ width, height });
    await expect.poll(() => seenRoom(page)).toEqual(seen);
  });

for (const [width, height] of [
  [1440, 900],
  [1024, 768],
] as const) {
  test(`${width} × ${height}: a pixel that is clicked is explained next to the stage`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await visit(page, "actor=2~stand~south~150~120~box~box&tick=0&behind=room&room=2");
    const chain = page.locator(".chain");
    const at = await page.evaluate(() => {
      const { stage, playback } = (globalThis as any).costumier;
      const box = document.querySelector(".pane canvas")!.getBoundingClientRect();
      const [x, y, w, h] = playback.frame.placed[0].area;
      const [left, top] = stage.to(x + Math.floor(w / 2), y + Math.floor(h / 2));
      return [box.x + left + 1, box.y + top + 1] as const;
    });
    await page.mouse.click(...at);
    await expect(chain).toHaveClass(/pinned/);
    await expect(chain).toBeInViewport({ ratio: 0.99 });
    await expect(chain).toContainText("run of");
    // It is not under the stage, and stays while the pointer goes to it.
    const [box, pane] = [(await chain.boundingBox())!, (await page.locator(".pane").boundingBox())!];
    expect(box.x).toBeGreaterThan(pane.x + pane.width);
    await chain.hover();
    await expect(chain).toContainText("run of");
    await chain.getByRole("button", { name: "Close" }).click();
    await expect(chain).not.toHaveClass(/pinned/);
  });

  test(`${width} × ${height}: bytes lie next to the stage, which shows the whole room`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await visit(page, "actor=2~walk~east&tick=2&behind=room&panel=bytes");
    await expect(page.locator(".hex .byte").first()).toBeInViewport();
    await expect(page.locator(".listing .line").first()).toBeInViewport();
    expect(await seenRoom(page)).toMatchObject({ isWhole: true, zoom: 2 });
    const [bytes, pane] = await Promise.all([".hex", ".pane"].map(one => page.locator(one).boundingBox()));
    expect(bytes!.x).toBeGreaterThan(pane!.x + pane!.width);
    expect(bytes!.height).toBeGreaterThan(150);
    // A whole row of bytes is seen.
    const cut = await page.locator(".hex").evaluate(one => one.scrollWidth - one.clientWidth);
    expect(cut).toBeLessThanOrEqual(0);
  });
}

test("full screen: the room is as large as it goes, nothing is cut, and what plays it lies over it", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit(page, "actor=2~walk~east&behind=room");
  await page.getByRole("button", { name: "Full screen" }).click();
  await expect
    .poll(() => page.evaluate(() => [(globalThis as any).costumier.stage.size, [innerWidth, innerHeight]].join(" ")))
    .toBe("1440,900 1440,900");
  expect(await seenRoom(page)).toMatchObject({ isWhole: true, zoom: 4 });
  await page.mouse.move(700, 400);
  await expect(page.locator(".bar")).toHaveCSS("opacity", "1");
  await expect(page.locator(".bar")).toHaveCSS("opacity", "0");
  await page.mouse.move(710, 400);
  await expect(page.locator(".bar")).toHaveCSS("opacity", "1");
  await page.keyboard.press("v");
  await expect.poll(() => seenRoom(page)).toMatchObject({ isWhole: true, zoom: 2 });
});

test("full screen: stage and time alone, and back", async ({ page }) => {
  await visit(page, "actor=1~walk~east");
  await page.getByRole("button", { name: "Full screen" }).click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.className)).toBe("middle");
  await expect(page.locator(".pane canvas")).toBeInViewport();
  await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeInViewport();
  await page.keyboard.press("v");
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBe(null);
});
