/** The first ten seconds: three actors on a stage, one sentence, and tools that appear on demand. */
import { expect, test, type Page } from "@playwright/test";
import { homepage, repository, version } from "../tools/addresses.mjs";
import { openSample, ready, visit } from "./common";

const tools = (page: Page) => page.locator("html").getAttribute("data-tools");
const costumier = <T>(page: Page, read: (app: any) => T): Promise<T> =>
  page.evaluate(`(${read.toString()})(globalThis.costumier)`) as Promise<T>;

test("the stage of the sample, with three actors that move", async ({ page }) => {
  await visit(page, "", true);
  expect(await tools(page)).toBe("away");
  const seen = await page.evaluate(async () => {
    const { playback, store } = (globalThis as any).costumier;
    const pictures = new Map<number, Set<string>>();
    for (let i = 0; i < 60; i++) {
      for (const one of playback.frame.placed) {
        const of = pictures.get(one.actor) ?? new Set();
        of.add(JSON.stringify([one.limb, one.picture, one.area]));
        pictures.set(one.actor, of);
      }
      await new Promise(done => setTimeout(done, 50));
    }
    return { behind: store.state.background, moves: [...pictures.values()].map(one => one.size) };
  });
  expect(seen.behind).toBe("room");
  expect(seen.moves.length).toBe(3);
  for (const pictures of seen.moves) expect(pictures).toBeGreaterThan(3);
  // The address stays the page's own, to be shared.
  expect(new URL(page.url()).hash).toBe("");
});

test("one sentence, which games, one way to the tools; once closed, it does not come again", async ({ page }) => {
  await visit(page, "", true);
  const intro = page.getByRole("region", { name: "What this page is" });
  await expect(intro).toContainText(
    "See how characters of old adventure games are made, draw on them, and save them as GIFs.",
  );
  await expect(intro).toContainText("Day of the Tentacle");
  // Source and download, once their address is known.
  const addresses = await intro.getByRole("link").evaluateAll(links => links.map(one => one.getAttribute("href")));
  expect(addresses).toEqual(repository ? [repository, `${repository}/releases`] : []);
  // Nothing of the bar at the top is repeated.
  await expect(page.getByRole("button", { name: "Open a game" })).toHaveCount(1);
  await expect(page.getByRole("button", { name: "About" })).toHaveCount(1);
  await intro.getByRole("button", { name: "Don't show this again" }).click();
  await expect(intro).toHaveCount(0);
  await page.reload();
  await ready(page);
  await expect(intro).toHaveCount(0);
  expect(await costumier(page, app => app.store.state.actors.length)).toBe(3);
});

test("the list of games is not cut off where the window has space for it", async ({ page }) => {
  for (const [width, height] of [
    [1280, 800],
    [1440, 900],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    await visit(page, "", true);
    const cut = await page.locator(".intro").evaluate(one => one.scrollHeight - one.clientHeight);
    expect(cut, `${width} × ${height}`).toBe(0);
  }
});

test("About: where the files stay, the version, the source and where to ask", async ({ page }) => {
  await visit(page, "", true);
  await page.getByRole("button", { name: "About" }).click();
  const about = page.getByRole("dialog");
  await expect(about).toContainText("Your files stay on your computer");
  await expect(about).toContainText(`Costumier ${version}.`);
  const addresses = await about.getByRole("link").evaluateAll(links => links.map(one => one.getAttribute("href")));
  expect(addresses).toEqual(
    repository
      ? [`${repository}/blob/main/docs/viewer.md`, repository, `${repository}/releases`, `${repository}/issues`]
      : [],
  );
});

const CALLS: [name: string, act: (page: Page) => Promise<unknown>][] = [
  [
    "an actor is chosen",
    async page => {
      // A walking figure is elsewhere a moment later.
      await page.evaluate(() => (globalThis as any).costumier.store.set({ playing: false }));
      await page.waitForTimeout(300);
      const at = await page.evaluate(() => {
        const { playback, stage } = (globalThis as any).costumier;
        const [x, y, w, h] = playback.frame.placed.find((one: any) => one.actor === 1).area;
        const box = document.querySelector(".pane canvas")!.getBoundingClientRect();
        const [left, top] = stage.to(x + w / 2, y + h / 2);
        return [box.left + left / devicePixelRatio, box.top + top / devicePixelRatio] as const;
      });
      await page.mouse.move(...at);
      await expect(page.locator(".facts")).toHaveText("Paper dragon");
      await expect(page.locator(".pane canvas")).toHaveCSS("cursor", "pointer");
      const [x, y] = await page.evaluate(() => {
        const { left, top } = document.querySelector(".pane canvas")!.getBoundingClientRect();
        return [left + 12, top + 12] as const;
      });
      await page.mouse.click(x!, y!);
      await expect(page.locator(".facts")).toHaveText("Click a figure");
      expect(await tools(page)).toBe("away");
      await page.mouse.click(...at);
      await expect.poll(() => costumier(page, app => app.store.state.selected)).toBe(1);
    },
  ],
  [
    "the pointer goes where they are",
    async page => {
      const [stage, tool] = [page.locator(".pane"), page.locator(".wardrobe")];
      await stage.hover();
      expect(await tools(page)).toBe("away");
      await tool.hover();
    },
  ],
  ["one gets the focus", page => page.getByRole("searchbox").focus()],
  ["they are asked for", page => page.getByRole("button", { name: "Show the tools" }).click()],
  [
    "a game is opened",
    async page => {
      // Its rooms are as large as the sample's.
      await openSample(page, "sample-v7");
    },
  ],
];
for (const [name, act] of CALLS) {
  test(`the tools come when ${name}, and the stage stays where it is`, async ({ page }) => {
    await visit(page, "", true);
    const rectangle = () =>
      page.evaluate(() => JSON.stringify(document.querySelector(".pane canvas")!.getBoundingClientRect()));
    const before = await rectangle();
    await act(page);
    await expect.poll(() => tools(page)).toBe("in");
    await expect(page.getByRole("region", { name: "What this page is" })).toBeHidden();
    await page.waitForTimeout(400);
    expect(await rectangle()).toBe(before);
  });
}

test("Tab reaches every control of the start page before one of the tools, which brings them", async ({ page }) => {
  await visit(page, "", true);
  const name = (one: Element | null) => one?.getAttribute("aria-label") ?? one?.textContent?.trim() ?? "";
  const own = (await page.evaluate(
    `(${() => {
      const all = document.querySelectorAll<HTMLElement>(
        ".intro :is(button, a[href]), header:not(main header) :is(button, a[href])",
      );
      return [...all]
        .filter(one => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        .map(one => one.getAttribute("aria-label") ?? one.textContent?.trim() ?? "");
    }})()`,
  )) as string[];
  expect(own.length).toBeGreaterThan(3);
  const reached: string[] = [];
  for (let i = 0; i < 40 && (await tools(page)) === "away"; i++) {
    await page.keyboard.press("Tab");
    reached.push((await page.evaluate(`(${name})(document.activeElement)`)) as string);
  }
  expect(reached).toEqual(expect.arrayContaining(own));
  // The next one is a tool, and brings them all.
  expect(await tools(page)).toBe("in");
  await expect(page.getByRole("region", { name: "What this page is" })).toBeHidden();
});

test("a first visit by a link shows its scene and an introduction; one press leads to the tools", async ({ page }) => {
  await visit(page, "actor=4~walk~west", true);
  const intro = page.getByRole("region", { name: "What this page is" });
  expect(await tools(page)).toBe("away");
  await expect(intro).toContainText("Somebody sent you this scene.");
  await expect(page.locator(".notice")).toHaveCount(0);
  expect(await costumier(page, app => app.store.state.actors.length)).toBe(1);
  await intro.getByRole("button", { name: "Show the tools" }).click();
  expect(await tools(page)).toBe("in");
  await expect(intro).toBeHidden();
  // Not after a reload.
  await page.reload();
  await ready(page);
  expect(await tools(page)).toBe("in");
  // A new visit shows it until it is closed.
  const again = async () => {
    await page.goto("about:blank");
    await page.goto("./#actor=4~walk~west");
    await ready(page);
  };
  await again();
  await intro.getByRole("button", { name: "Don't show this again" }).click();
  await again();
  await expect(intro).toHaveCount(0);
  expect(await tools(page)).toBe("in");
});

test("a link to a panel opens the tools; a link to another game shows no introduction of a scene", async ({ page }) => {
  await visit(page, "actor=4~walk~west&panel=colours", true);
  expect(await tools(page)).toBe("in");
  await page.goto("about:blank");
  await page.goto("./#game=other-1234&actor=4~walk~west");
  await ready(page);
  await expect(page.locator(".notice")).toContainText("This link shows a character of another game.");
  await expect(page.getByText("Somebody sent you this scene")).toHaveCount(0);
});

test("the sample cannot be loaded: the stage shows an error, and a button tries again", async ({ page }) => {
  let broken = true;
  await page.route(/sample\/game\.json$/, route => (broken ? route.abort() : route.continue()));
  await page.goto("./");
  const face = page.locator(".nothing");
  await expect(face).toContainText("The sample game could not be loaded.");
  await expect(face.getByRole("button", { name: "Open a game" })).toBeVisible();
  broken = false;
  await face.getByRole("button", { name: "Try again" }).click();
  await ready(page);
  await expect(face).toBeHidden();
});

test("the module cannot be loaded: the stage shows an error, and a button tries again", async ({ page }) => {
  let broken = true;
  await page.route(/\.wasm$/, route => (broken ? route.abort() : route.continue()));
  await page.goto("./");
  const face = page.locator(".nothing");
  await expect(face).toContainText("The sample game could not be loaded.");
  broken = false;
  await face.getByRole("button", { name: "Try again" }).click();
  await ready(page);
  await expect(face).toBeHidden();
});

test("a dialog that cannot be loaded: a notice shows the error", async ({ page }) => {
  await page.route(/dialogs-[^/]*\.js$/, route => route.abort());
  await page.goto("./");
  await ready(page);
  await page.keyboard.press("?");
  await expect(page.locator(".notice")).toContainText("This part of the page could not be loaded.");
});

test("the stage shows that a game is being opened", async ({ page }) => {
  let letGo = () => {};
  const kept = new Promise<void>(done => (letGo = done));
  await page.route(/sample\/game\.json$/, async route => {
    await kept;
    await route.continue();
  });
  await page.goto("./");
  await expect(page.locator(".nothing")).toContainText("Opening the sample game …");
  letGo();
  await ready(page);
  await expect(page.locator(".nothing")).toBeHidden();
});

test("a link to the page is previewed by a title, a sentence, and a picture once its address is known", async ({
  page,
  request,
}) => {
  await visit(page);
  const said = (name: string) => page.locator(`meta[property="og:${name}"]`);
  await expect(said("title")).toHaveAttribute("content", /Costumier/);
  await expect(said("description")).toHaveAttribute("content", /SCUMM/);
  await expect(said("image")).toHaveCount(homepage ? 1 : 0);
  if (homepage) await expect(said("image")).toHaveAttribute("content", `${homepage}/preview.png`);
  const png = await (await request.get("./preview.png")).body();
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
});
