/** What Vite emits for pages with the package: a page that draws has no module that edits, and each page works. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { build } from "vite";
import { OUT, run, sampleGame, TOP } from "./common";
import { sampleZip } from "./games.mjs";

const types: Record<string, string> = { html: "text/html", js: "text/javascript", wasm: "application/wasm" };

/** Builds a page with this script. Returns its folder, and the modules that were emitted. */
async function built(name: string, script: string): Promise<{ folder: string; modules: string[] }> {
  // In web's folder, whose packages it needs.
  const root = join(TOP, "web", "test-results", `bundled-${name}`);
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, "main.js"), script);
  writeFileSync(join(root, "index.html"), `<!doctype html><script type="module" src="./main.js"></script>`);
  await build({ root, base: "./", configFile: false, logLevel: "error", build: { outDir: "built", target: "es2022" } });
  const folder = join(root, "built");
  const emitted = readdirSync(join(folder, "assets")).filter(file => file.endsWith(".wasm"));
  return { folder, modules: emitted.map(file => file.replace(/-.*/, "")).sort() };
}

/** Opens a built page; `files` are next to it. Returns the names that it asks for. */
async function visit(page: Page, folder: string, files: Record<string, string>): Promise<string[]> {
  const asked: string[] = [];
  await page.route("http://bundled.test/**", async route => {
    const name = new URL(route.request().url()).pathname.slice(1) || "index.html";
    asked.push(name);
    const path = files[name] ?? join(folder, name);
    if (existsSync(path)) await route.fulfill({ path, contentType: types[name.split(".").pop()!] ?? "" });
    else await route.fulfill({ status: 404, body: "" });
  });
  await page.goto("http://bundled.test/");
  return asked;
}

/** Puts an element with this zip into the page. Returns `ready`, or the text of its error. */
const played = (page: Page, src: string) =>
  page.evaluate(
    src =>
      new Promise<string>(done => {
        const player = document.createElement("costumier-player");
        player.setAttribute("src", src);
        player.addEventListener("ready", () => done("ready"));
        player.addEventListener("error", event => done((event as Event as CustomEvent).detail.error.text));
        document.body.append(player);
      }),
    src,
  );

function zips(): Record<string, string> {
  const folder = join(OUT, "bundled-hero");
  run("unpack", sampleGame("sample"), "1", "-o", folder, "--force");
  rmSync(`${folder}.zip`, { force: true });
  execFileSync("zip", ["-qr", `${folder}.zip`, "."], { cwd: folder });
  return { "game.zip": sampleZip("sample"), "hero.zip": `${folder}.zip` };
}

const isEditor = (name: string) => name.includes("costumier_edit_bg");

test("a page with the player emits no module that edits, plays games, and names the import for folders", async ({
  page,
}) => {
  const { folder, modules } = await built("player", `import "costumier/player";`);
  expect(modules).toEqual(["costumier_bg"]);
  await visit(page, folder, zips());
  expect(await played(page, "game.zip")).toBe("ready");
  expect(await played(page, "hero.zip")).toContain(`import "costumier/player-folders"`);
});

test("a page that plays costume folders loads the module that edits for them only", async ({ page }) => {
  const { folder, modules } = await built("folders", `import "costumier/player-folders";`);
  expect(modules).toEqual(["costumier_bg", "costumier_edit_bg"]);
  const asked = await visit(page, folder, zips());
  expect(await played(page, "game.zip")).toBe("ready");
  expect(asked.some(isEditor)).toBe(false);
  expect(await played(page, "hero.zip")).toBe("ready");
  expect(asked.some(isEditor)).toBe(true);
});

/** Starts a module and draws the figure of the sample game; with drafts, also packs its costume. */
const script = (entry: string, start: string, wasm: string, then: string) => `
  import { ${start}, fromBytes } from "costumier/${entry}";
  import wasm from "costumier/${wasm}.wasm?url";
  const names = ["sample.000", "sample.001"];
  const bytes = name => fetch(name).then(it => it.arrayBuffer()).then(it => [name, new Uint8Array(it)]);
  const costumier = await ${start}(fetch(wasm));
  const game = costumier.openGame(fromBytes(await Promise.all(names.map(bytes))));
  const { width } = game.scene({ actors: [{ costume: 1, steps: [{ perform: "stand" }] }] }).render();
  document.title = JSON.stringify({ width, ${then} });`;

for (const [name, start, wasm, then] of [
  ["light", "initLight", "costumier_light_bg", ""],
  ["edit", "initEdit", "costumier_edit_bg", "bytes: costumier.draft(game, 1).pack().payload.length"],
] as const)
  test(`a page with costumier/${name} emits that module only, and works`, async ({ page }) => {
    const { folder, modules } = await built(name, script(name, start, wasm, then));
    expect(modules).toEqual([wasm]);
    const game = sampleGame("sample");
    const files = readdirSync(game).map(file => [file, join(game, file)] as const);
    await visit(page, folder, Object.fromEntries(files));
    await expect.poll(() => page.title()).toMatch(/^\{/);
    const { width, bytes } = JSON.parse(await page.title());
    expect(width).toBeGreaterThan(0);
    expect(bytes > 0).toBe(name === "edit");
  });
