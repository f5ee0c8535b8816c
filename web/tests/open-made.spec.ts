/** Opens files that Costumier makes: a costume's block, an .aseprite file, a patch, links with edits. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { drop, dropGame, OUT, ready, run, sampleGame, visit } from "./common";
import { drawRectangle, edit, sameAsRendered, stroke } from "./edit-common";

/** The stage's pixels at the present tick, in a view that does not depend on the window. */
const pixels = (page: Page, compare = "after"): Promise<string> =>
  page.evaluate(async compare => {
    const { client, playback } = (globalThis as any).costumier;
    const said = { ...playback.said(), view: [-60, -100, 120, 130], edits: false, onion: 0, compare };
    const shown = await client.ask("stage", { said, tick: playback.scene });
    return [...shown.data].join();
  }, compare);

const stands = (page: Page) =>
  page.evaluate(() => {
    const app = (globalThis as any).costumier;
    app.store.set({ playing: false, background: "checks" });
    app.store.actor({ chore: "walk", facing: "east", x: 0, y: 0 });
    app.playback.seek(2);
  });

/** A game's Odile in a red dress, as a patch; and the folder of the patched game. */
function redDress(): { game: string; patch: string; patched: string } {
  const game = sampleGame("sample");
  const folder = mkdtempSync(join(OUT, "red-"));
  run("unpack", game, "1", "-o", join(folder, "odile"), "--quiet");
  const text = join(folder, "odile", "costume.toml");
  writeFileSync(text, readFileSync(text, "utf8").replace("28, 29, 31", "45, 46, 48"));
  const patch = join(folder, "odile.bps");
  run("put", game, join(folder, "odile"), "--patch", patch, "--quiet");
  run("patch", "apply", game, patch, "-o", join(folder, "patched"), "--quiet");
  return { game, patch, patched: join(folder, "patched") };
}

test("a costume's block opens when its generation is named, as extract writes it", async ({ page }) => {
  const folder = mkdtempSync(join(OUT, "block-"));
  run("extract", sampleGame("sample"), "1", "-o", join(folder, "odile.cost"), "--quiet");
  await visit(page);
  await drop(page, [join(folder, "odile.cost")]);
  const notice = page.getByRole("alert");
  await expect(notice).toContainText("is a costume without its game. Which generation is the game of?");
  await notice.getByRole("button", { name: "v5", exact: true }).click();
  await expect.poll(() => page.evaluate(() => (globalThis as any).costumier.store.state.sample)).toBe(false);
  await ready(page);
  expect(await page.evaluate(() => (globalThis as any).costumier.store.state.game.costumes.length)).toBe(1);
  const actions = await page.evaluate(() => (globalThis as any).costumier.store.state.costume.actions.length);
  expect(actions).toBeGreaterThan(8);
  const blocks = await page.evaluate(async () => {
    const { client, store } = (globalThis as any).costumier;
    const { payload } = await client.ask("bytes", { id: store.chosen.costume });
    return [...payload] as number[];
  });
  run("extract", sampleGame("sample"), "1", "-o", join(folder, "bare"), "--payload", "--quiet");
  expect(Buffer.from(blocks).equals(readFileSync(join(folder, "bare")))).toBe(true);
});

test("an .aseprite file by us opens as a costume and shows what the game shows", async ({ page }) => {
  const folder = mkdtempSync(join(OUT, "sprite-"));
  run("unpack", sampleGame("sample"), "1", "-o", join(folder, "odile"), "--pictures", "aseprite", "--quiet");
  await visit(page, "actor=1~walk~east&tick=2");
  await stands(page);
  const wanted = await pixels(page);
  await dropGame(page, [join(folder, "odile", "costume.aseprite")]);
  await stands(page);
  await expect.poll(() => pixels(page)).toBe(wanted);
});

test("a patch on an open game: before, after, side by side, the difference; another game's patch is refused", async ({
  page,
}) => {
  const { game, patch, patched: after } = redDress();
  await page.setViewportSize({ width: 1440, height: 1000 });
  await visit(page);
  await dropGame(page, [game]);
  await stands(page);
  const before = await pixels(page);
  await drop(page, [patch]);
  await expect(page.locator(".notice")).toContainText("This patch changes Odile");
  await stands(page);
  await expect(page.getByRole("group", { name: "Compare" })).toBeVisible();
  await expect(page.locator(".cell[data-edited]")).toHaveCount(1);
  const now = await pixels(page);
  expect(now).not.toBe(before);
  expect(await pixels(page, "before")).toBe(before);
  await sameAsRendered(page, after, "the patched game");
  await page.getByRole("button", { name: "Difference", exact: true }).click();
  const differing = await page.evaluate(
    ([before, now]) => {
      const [a, b] = [before!.split(","), now!.split(",")];
      let count = 0;
      for (let i = 0; i < a.length; i += 4) if ([0, 1, 2, 3].some(part => a[i + part] !== b[i + part])) count++;
      return count;
    },
    [before, now],
  );
  expect(differing).toBeGreaterThan(20);
  await expect(page.getByLabel("Pixels that differ")).toHaveText(`${differing} pixels differ`);
  if (process.env["LOOK"]) await page.screenshot({ path: join(OUT, "difference.png") });
  await page.getByRole("button", { name: "Side by side" }).click();
  await expect
    .poll(() => page.evaluate(() => (globalThis as any).costumier.stage.drawn?.before?.width ?? 0))
    .toBeGreaterThan(1);
  if (process.env["LOOK"]) await page.screenshot({ path: join(OUT, "both.png") });
  // Both halves show the figure: the left one has the old teal, the right one the new red.
  const halves = await page.evaluate(() => {
    const { canvas } = (globalThis as any).costumier.stage;
    const pen = canvas.getContext("2d");
    const seen = (from: number) => {
      const { data } = pen.getImageData(from, 0, Math.floor(canvas.width / 2) - 2, canvas.height);
      const found = new Set<string>();
      for (let i = 0; i < data.length; i += 4) if (data[i + 3]) found.add(`${data[i]},${data[i + 1]},${data[i + 2]}`);
      return [...found];
    };
    return [seen(0), seen(Math.floor(canvas.width / 2) + 2)] as const;
  });
  const colours = (all: string) => {
    const parts = all.split(",");
    const found = new Set<string>();
    for (let i = 0; i < parts.length; i += 4) if (parts[i + 3] === "255") found.add(parts.slice(i, i + 3).join());
    return found;
  };
  for (const [half, all] of [
    [halves[0], before],
    [halves[1], now],
  ] as const)
    expect([...colours(all)].filter(one => !half.includes(one))).toEqual([]);
  await page.getByRole("button", { name: "Before", exact: true }).click();
  await expect.poll(() => page.evaluate(() => (globalThis as any).costumier.stage.drawn?.before ?? null)).toBe(null);
  // A patch that does not fit changes nothing.
  run("patch", "--help");
  const broken = join(mkdtempSync(join(OUT, "wrong-")), "other.bps");
  const other = sampleGame("sample-v6");
  const v6 = mkdtempSync(join(OUT, "v6-"));
  run("unpack", other, "1", "-o", join(v6, "odile"), "--quiet");
  const text = join(v6, "odile", "costume.toml");
  writeFileSync(text, readFileSync(text, "utf8").replace("28, 29", "29, 28"));
  run("put", other, join(v6, "odile"), "--patch", broken, "--quiet");
  await drop(page, [broken]);
  await expect(page.getByRole("alert")).toContainText("does not fit");
  await stands(page);
  await expect.poll(() => pixels(page)).toBe(now);
});

test("Copy link of an edited game carries the changes: they open on the same game, next to what was before", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 1000 });
  await visit(page, "actor=1~walk~east&tick=0&zoom=4");
  const before = await pixels(page);
  await edit(page);
  await drawRectangle(page);
  const now = await pixels(page);
  expect(now).not.toBe(before);
  const { link, words } = await page.evaluate(() => (globalThis as any).costumier.address.link());
  expect(link).toContain("#patch=");
  expect(words).toContain("no part of the game");
  const other = await page.context().newPage();
  await other.goto(link);
  await ready(other);
  await expect(other.locator(".notice")).toContainText("This patch changes Odile");
  expect(await pixels(other)).toBe(now);
  expect(await pixels(other, "before")).toBe(before);
  // The address goes on carrying it.
  await other.waitForTimeout(900);
  expect(await other.evaluate(() => location.hash)).toContain("patch=");
  // Cut short, as chat programs do: the game is shown without the changes.
  const start = link.indexOf("#patch=") + 7;
  for (const length of [1, 4, 40, link.indexOf("&", start) - start - 3]) {
    await other.goto("about:blank");
    await other.goto(link.slice(0, start + length));
    await ready(other);
    const said = "This link is not complete: the changes in it could not be read.";
    await expect(other.getByRole("alert")).toContainText(said);
    expect(await other.evaluate(() => (globalThis as any).costumier.store.state.sample)).toBe(true);
  }
  await other.close();
});

test("Copy link of an edited costume folder carries the edited folder", async ({ page }) => {
  const folder = mkdtempSync(join(OUT, "folder-"));
  run("unpack", sampleGame("sample"), "6", "-o", join(folder, "minuet"), "--quiet");
  await page.setViewportSize({ width: 1440, height: 1000 });
  await visit(page);
  await dropGame(page, [join(folder, "minuet")]);
  await page.evaluate(() => {
    const app = (globalThis as any).costumier;
    app.store.set({ playing: false, zoom: 4 });
    app.playback.seek(0);
  });
  await edit(page);
  await page.evaluate(async () => (await (globalThis as any).costumier.edit).palette.choose(5, false));
  const [left, top] = await page.evaluate(() => (globalThis as any).costumier.playback.frame.placed[0].area);
  const before = await pixels(page);
  await page.keyboard.press("u");
  await stroke(page, [
    [left + 1, top + 2],
    [left + 9, top + 8],
  ]);
  const now = await pixels(page);
  expect(now).not.toBe(before);
  const { link } = await page.evaluate(() => (globalThis as any).costumier.address.link());
  expect(link).toContain("#costume=");
  const other = await page.context().newPage();
  await other.goto(link);
  await ready(other);
  // Where it was left: paused, and as large.
  expect(await other.evaluate(() => (globalThis as any).costumier.store.state)).toMatchObject({
    playing: false,
    zoom: 4,
  });
  expect(await pixels(other)).toBe(now);
  await other.close();
});
