/** The element `<costumier-player>` of the package, in a page without a bundler: a costume folder, a game, rooms, errors. */
import { execFileSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { OUT, run, sampleGame, TOP } from "./common";
import { sampleZip } from "./games.mjs";

const DIST = join(TOP, "packages", "costumier", "dist");
const types: Record<string, string> = { js: "text/javascript", wasm: "application/wasm", zip: "application/zip" };

/** Opens a page with this body; its other files are the package's and these. Returns the names of requested files. */
async function visit(page: Page, body: string, files: Record<string, string> = {}): Promise<string[]> {
  const asked: string[] = [];
  page.on("pageerror", error => {
    throw error;
  });
  await page.route("http://player.test/**", async route => {
    const name = new URL(route.request().url()).pathname.slice(1);
    asked.push(name);
    const path = files[name] ?? join(DIST, name);
    if (name === "")
      await route.fulfill({ contentType: "text/html", body: `<script type="module" src="player.js"></script>${body}` });
    else if (existsSync(path))
      await route.fulfill({ path, contentType: types[name.split(".").pop()!] ?? "application/octet-stream" });
    else await route.fulfill({ status: 404, body: "" });
  });
  await page.goto("http://player.test/");
  return asked;
}

const PLAYER = "costumier-player";
const ready = (page: Page) => page.waitForFunction(() => (document.querySelector("costumier-player") as any)?.scene);

/** The picture that is shown: its size, and its pixels as text. */
const shown = (page: Page) =>
  page.locator(PLAYER).evaluate((it: any) => {
    const canvas = it.shadowRoot.querySelector("canvas") as HTMLCanvasElement;
    const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
    const drawn = data.filter((_, at) => at % 4 === 3).reduce((sum, alpha) => sum + (alpha > 0 ? 1 : 0), 0);
    return {
      width: canvas.width,
      height: canvas.height,
      wide: canvas.getBoundingClientRect().width,
      drawn,
      text: data.join(),
    };
  });

function heroZip(): string {
  const folder = join(OUT, "hero");
  run("unpack", sampleGame("sample"), "1", "-o", folder, "--force");
  const zip = join(OUT, "hero.zip");
  rmSync(zip, { force: true });
  execFileSync("zip", ["-qr", zip, "."], { cwd: folder });
  return zip;
}

test("a costume folder walks, keeps its size, and loads what it needs once", async ({ page }) => {
  const body = `<${PLAYER} src="hero.zip" chore="walk" facing="east" zoom="3"></${PLAYER}>`;
  const asked = await visit(page, body, { "hero.zip": heroZip() });
  await ready(page);
  const first = await shown(page);
  expect(first.drawn).toBeGreaterThan(100);
  expect(first.wide).toBe(3 * first.width);
  await page.waitForFunction(() => (document.querySelector("costumier-player") as any).tick > 8);
  const later = await shown(page);
  expect([later.width, later.height]).toEqual([first.width, first.height]);
  const looks = new Set<string>();
  for (let tick = 0; tick < 8; tick++) {
    await page.locator(PLAYER).evaluate((it: any, tick) => (it.pause(), it.seek(tick)), tick);
    looks.add((await shown(page)).text);
  }
  expect(looks.size).toBeGreaterThan(2);
  expect(asked.filter(name => name.endsWith(".zip"))).toEqual(["hero.zip"]);
  await page.screenshot({ path: join(OUT, "player-folder.png") });
});

test("a game stands in its room, and attributes change what is shown", async ({ page }) => {
  const asked = await visit(page, `<${PLAYER} src="game.zip" costume="2" chore="stand" room paused></${PLAYER}>`, {
    "game.zip": sampleZip("sample-v7"),
  });
  await ready(page);
  const room = await shown(page);
  expect([room.width, room.height]).toEqual([320, 200]);
  expect(room.drawn).toBe(320 * 200);
  await page.screenshot({ path: join(OUT, "player-room.png") });
  await page.locator(PLAYER).evaluate((it: any) => {
    it.removeAttribute("room");
    it.setAttribute("chore", "walk");
  });
  const alone = await shown(page);
  expect(alone.width).toBeLessThan(200);
  // Only a costume folder needs the module that edits.
  expect(asked.some(name => name.includes("costumier_edit_bg"))).toBe(false);
  const ticks = await page.locator(PLAYER).evaluate(
    (it: any) =>
      new Promise<number[]>(done => {
        const seen: number[] = [];
        it.addEventListener("tick", (event: CustomEvent) => {
          seen.push(event.detail.tick);
          if (seen.length === 3) done(seen);
        });
        it.removeAttribute("paused");
      }),
  );
  expect(ticks).toEqual([1, 2, 3]);
});

test("a wrong attribute is told, and the picture comes back with a right one", async ({ page }) => {
  await visit(page, `<${PLAYER} src="game.zip" costume="1" facing="east"></${PLAYER}>`, {
    "game.zip": sampleZip("sample"),
  });
  await ready(page);
  const [message, picture] = ["message", "picture"].map(part => page.locator(`${PLAYER} [part=${part}]`));
  for (const [name, wrong, right] of [
    ["facing", "up", "north"],
    ["chore", "fly", "walk"],
    ["costume", "Guybrush", "Minuet"],
  ] as const) {
    const set = (value: string) =>
      page.locator(PLAYER).evaluate((it, all) => it.setAttribute(...all), [name, value] as [string, string]);
    await set(wrong);
    await expect(message!).toBeVisible();
    await expect(picture!).toBeHidden();
    await set(right);
    await expect(message!).toBeHidden();
    await expect(picture!).toBeVisible();
  }
  await page.locator(PLAYER).evaluate((it: any) => it.seek(-1));
  await expect(message!).toBeVisible();
  await page.locator(PLAYER).evaluate((it: any) => it.seek(3));
  await expect(message!).toBeHidden();
});

test("a missing file and a file that is no game have plain messages, and the next file works", async ({ page }) => {
  await visit(page, `<${PLAYER} src="nothing.zip"></${PLAYER}>`, { "hero.zip": heroZip() });
  const message = page.locator(`${PLAYER} [part=message]`);
  await expect(message).toContainText("nothing.zip cannot be loaded: 404");
  const error = await page.locator(PLAYER).evaluate(
    (it: any) =>
      new Promise<string>(done => {
        it.addEventListener("error", (event: CustomEvent) => done(event.detail.error.text), { once: true });
        it.files = new Uint8Array([1, 2, 3]);
      }),
  );
  expect(error).not.toMatch(/undefined|null|\[object/);
  await page.locator(PLAYER).evaluate((it: any) => {
    it.files = null;
    it.setAttribute("src", "hero.zip");
  });
  await ready(page);
  await expect(message).toBeHidden();
});
