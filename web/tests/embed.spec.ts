/** A costume in others' pages: the frame `?embed`, a costume folder in the address, and the examples of docs/embedding.md. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { build } from "vite";
import { dropGame, OUT, ready, run, sampleGame, TOP, visit } from "./common";
import { sampleZip } from "./games.mjs";

const costumier = <T>(page: Page, read: (app: any) => T): Promise<T> =>
  page.evaluate(`(${read.toString()})(globalThis.costumier)`) as Promise<T>;

/** The folder of a costume of the sample, and its zip. */
function folderOf(id: string): { folder: string; zip: string } {
  const folder = join(OUT, `embedded-${id}`);
  rmSync(folder, { recursive: true, force: true });
  run("unpack", sampleGame("sample"), id, "-o", folder);
  rmSync(`${folder}.zip`, { force: true });
  execFileSync("zip", ["-9qr", `${folder}.zip`, "."], { cwd: folder });
  return { folder, zip: `${folder}.zip` };
}

/** The address that carries a zip. */
const carrying = (zip: string) => `costume=${readFileSync(zip).toString("base64url")}`;

/** Number of pixels of the stage that are not the colour of its corner. */
const drawn = (page: Page) =>
  page.locator(".pane canvas").evaluate((it: HTMLCanvasElement) => {
    const { data } = it.getContext("2d")!.getImageData(0, 0, it.width, it.height);
    let count = 0;
    for (let at = 3; at < data.length; at += 4) if (data[at]) count++;
    return count;
  });

test("a frame shows the stage, play, and the way to the whole page", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 240 });
  await page.goto("./?embed#actor=6~walk~east&zoom=3");
  await ready(page);
  const seen = await page.locator("body *:visible").evaluateAll(all => all.map(one => one.tagName));
  expect(seen.filter(one => ["BUTTON", "INPUT", "SELECT", "A", "H2", "CANVAS"].includes(one)).sort()).toEqual([
    "A",
    "BUTTON",
    "CANVAS",
  ]);
  expect(await page.locator(".pane").boundingBox()).toEqual({ x: 0, y: 0, width: 320, height: 240 });
  expect(await drawn(page)).toBeGreaterThan(1000);
  expect(await costumier(page, app => app.store.state.playing)).toBe(true);
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByRole("button", { name: "Play" })).toBeVisible();
  expect(await costumier(page, app => app.store.state.playing)).toBe(false);
  const whole = new URL((await page.getByRole("link").getAttribute("href"))!, page.url());
  expect(whole.search).toBe("");
  expect(whole.hash).toBe("#actor=6~walk~east&zoom=3");
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(240);
});

test("a costume folder in the address is opened, kept while one looks around, and copied", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { folder } = folderOf("6");
  await visit(page);
  await dropGame(page, [folder]);
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.locator(".saving [role=status]")).toHaveText("Link copied. It holds the costume itself.");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/#costume=[\w-]{1000,}&/);
  const before = await costumier(page, app => app.store.state.costume.name);

  const other = await context.newPage();
  await other.goto(link);
  await ready(other);
  expect(await costumier(other, app => app.store.state.costume.name)).toBe(before);
  expect(await costumier(other, app => app.store.state.sample)).toBe(false);
  await costumier(other, app => app.store.set({ zoom: 2 }));
  await expect.poll(() => other.url()).toMatch(/#costume=[\w-]{1000,}&.*zoom=2/);
  await other.reload();
  await ready(other);
  expect(await costumier(other, app => [app.store.state.costume.name, app.store.state.zoom])).toEqual([before, 2]);
});

test("a game's link holds no part of it", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await visit(page);
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.locator(".saving [role=status]")).toHaveText(
    "Link copied. Your friend sees this scene of the sample game.",
  );
  expect(await page.evaluate(() => navigator.clipboard.readText())).not.toContain("costume=");
});

test("an address that carries something else says so, and the sample is shown", async ({ page }) => {
  for (const text of ["AAAA", "A".repeat(50_000), "x"]) {
    await page.goto("about:blank");
    await page.goto(`./#costume=${text}`);
    await ready(page);
    await expect(page.locator(".notices")).toContainText("the costume in it could not be read");
    expect(await costumier(page, app => app.store.state.sample)).toBe(true);
  }
});

// ------------------------------------------------------------------------------------ docs/embedding.md

const guide = readFileSync(join(TOP, "docs", "embedding.md"), "utf8");
const example = (language: string) => new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, "m").exec(guide)![1]!;
const frame = () => /^```html\n(<iframe[^]*?)^```/m.exec(guide)![1]!;
const types: Record<string, string> = { js: "text/javascript", wasm: "application/wasm", zip: "application/zip" };

/** Serves a page at an address of its own, with the package's files and others below it. */
async function serve(page: Page, body: string, find: (name: string) => string): Promise<void> {
  page.on("pageerror", error => {
    throw error;
  });
  await page.route("http://own.test/**", async route => {
    const name = new URL(route.request().url()).pathname.slice(1);
    const path = name && find(name);
    if (!name) await route.fulfill({ contentType: "text/html", body });
    else if (path && existsSync(path)) await route.fulfill({ path, contentType: types[name.split(".").pop()!] ?? "" });
    else await route.fulfill({ status: 404, body: "" });
  });
  await page.goto("http://own.test/");
}

const player = (page: Page) =>
  page.waitForFunction(() => (document.querySelector("costumier-player") as any)?.tick > 3);

test("docs/embedding.md: plain HTML", async ({ page }) => {
  const { zip } = folderOf("1");
  await serve(page, example("html"), name =>
    name === "hero.zip" ? zip : join(TOP, "packages", name.replace("costumier/", "costumier/dist/")),
  );
  await player(page);
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  const tick = () => page.locator("costumier-player").evaluate((it: any) => it.tick);
  const stopped = await tick();
  await page.waitForTimeout(400);
  expect(await tick()).toBe(stopped);
});

test("docs/embedding.md: React", async ({ page }) => {
  test.setTimeout(90_000);
  const zip = sampleZip("sample");
  // In web's folder, whose packages it needs.
  const root = join(TOP, "web", "test-results", "react");
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, "main.jsx"), example("jsx"));
  writeFileSync(
    join(root, "index.html"),
    `<!doctype html><div id="app"></div><script type="module" src="./main.jsx"></script>`,
  );
  await build({ root, base: "./", configFile: false, logLevel: "error", build: { outDir: "built", target: "es2022" } });
  const built = readFileSync(join(root, "built", "index.html"), "utf8");
  await serve(page, built, name => (name === "hero.zip" ? zip : join(root, "built", name)));
  await player(page);
  await expect
    .poll(async () => Number((await page.locator("figcaption").textContent())!.split(" ")[1]))
    .toBeGreaterThan(5);
});

test("docs/embedding.md: a frame in a wiki, with the sample and with art in its address", async ({ page, baseURL }) => {
  const { zip } = folderOf("6");
  for (const hash of [null, carrying(zip)]) {
    const html = frame().replace("VIEWER/", baseURL!);
    const body = hash ? html.replace(/#[^"]*/, `#${hash}`) : html;
    // Another origin than the viewer's.
    await page.goto(`${baseURL!.replace("127.0.0.1", "localhost")}sample/game.json`);
    await page.setContent(`<!doctype html><h1>A wiki</h1>${body}`);
    const inner = page.frameLocator("iframe");
    await expect(inner.getByRole("button", { name: "Pause" })).toBeVisible();
    const content = page.frames().find(one => one.url().startsWith(baseURL!))!;
    await content.waitForFunction(() => (globalThis as any).costumier?.playback.firstAt !== null);
    expect(await content.evaluate(() => (globalThis as any).costumier.store.state.sample)).toBe(!hash);
    // A visible figure moves: two pictures of the stage differ.
    const canvas = inner.locator(".pane canvas");
    const first = await canvas.screenshot();
    await expect.poll(async () => (await canvas.screenshot()).equals(first)).toBe(false);
  }
});
