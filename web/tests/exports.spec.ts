/** What is taken away is what `costumier export` writes, byte for byte. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "@playwright/test";
import { drop, OUT, run, TOP, visit } from "./common";

const walk = (folder: string): string[] =>
  readdirSync(folder).flatMap(name =>
    statSync(join(folder, name)).isDirectory() ? walk(join(folder, name)) : [join(folder, name)],
  );

const CASES: [button: RegExp, formats: string[], whole: boolean][] = [
  [/^GIF/, ["gif"], false],
  [/^WebP/, ["webp"], false],
  [/^APNG/, ["apng"], false],
  [/^PNG frames/, ["frames"], false],
  [/^Sheet/, ["sheet", "aseprite-json", "texturepacker-json"], false],
  [/^\.aseprite/, ["aseprite"], true],
  [/^Contact/, ["contact"], true],
  [/^Palettes/, ["pal"], true],
  [/^PNG pictures/, ["png"], true],
  [/^Godot/, ["sheet", "godot"], false],
];

for (const [button, formats, whole] of CASES) {
  test(`${formats.join(" + ")}: as the command line writes it`, async ({ page }) => {
    await visit(page, "actor=6~walk~east&tick=0");
    await page.locator(".take select").nth(1).selectOption("2");
    const coming = page.waitForEvent("download");
    await page.locator(".formats").getByRole("button", { name: button }).click();
    const download = await coming;
    const folder = mkdtempSync(join(OUT, "export-"));
    const file = join(folder, download.suggestedFilename());
    await download.saveAs(file);
    const theirs = join(folder, "cli");
    run(
      "export",
      "sample",
      "6",
      "-o",
      theirs,
      ...formats.flatMap(one => ["--as", one]),
      "--scale-up",
      "2",
      ...(whole ? [] : ["--chore", "walk", "--facing", "east"]),
      "--quiet",
    );
    const made = new Map(walk(theirs).map(path => [relative(theirs, path), readFileSync(path)]));
    if (file.endsWith(".zip")) {
      execFileSync("unzip", ["-q", file, "-d", join(folder, "page")]);
      const got = walk(join(folder, "page")).map(path => relative(join(folder, "page"), path));
      expect(got.sort()).toEqual([...made.keys()].sort());
      for (const name of got) expect(readFileSync(join(folder, "page", name)).equals(made.get(name)!), name).toBe(true);
    } else {
      const bytes = readFileSync(file);
      expect([...made.values()].some(one => one.equals(bytes))).toBe(true);
    }
  });
}

test("what could not be made is said: no room behind pixels of 16 bits", async ({ page }) => {
  const game = join(TOP, "target", "judges", "sixteen", "he100");
  test.skip(!existsSync(game), "write it with the example judge-games");
  await visit(page, "actor=1&tick=0");
  await drop(page, [game]);
  await page.waitForFunction(() => (globalThis as any).costumier.store.state.game.info.bits_per_pixel === 16);
  await page.locator(".take select").nth(2).selectOption("room");
  const coming = page.waitForEvent("download");
  await page.locator(".formats").getByRole("button", { name: /^GIF/ }).click();
  await coming;
  await expect(page.locator(".take [role=status]")).toContainText(/Not all could be made: costume 1: .*16 bits/);
});

test("the whole wardrobe as a zip", async ({ page }) => {
  test.setTimeout(120_000);
  await visit(page, "actor=1~stand~south&tick=0");
  await page.locator(".take select").first().selectOption("all");
  const coming = page.waitForEvent("download", { timeout: 100_000 });
  await page.locator(".formats").getByRole("button", { name: /^GIF/ }).click();
  const folder = mkdtempSync(join(OUT, "export-"));
  const file = join(folder, "all.zip");
  await (await coming).saveAs(file);
  execFileSync("unzip", ["-q", file, "-d", join(folder, "page")]);
  run("export", "sample", "-o", join(folder, "cli"), "--as", "gif", "--quiet");
  const list = (of: string) =>
    walk(join(folder, of))
      .map(path => relative(join(folder, of), path))
      .sort();
  expect(list("page")).toEqual(list("cli"));
  for (const name of list("cli"))
    expect(readFileSync(join(folder, "page", name)).equals(readFileSync(join(folder, "cli", name))), name).toBe(true);
});

test("the stage as PNG is its picture", async ({ page }) => {
  await visit(page, "actor=1~stand~south&tick=0");
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: /as the stage is now/ }).click();
  const file = join(OUT, "still.png");
  await (await coming).saveAs(file);
  const bytes = readFileSync(file);
  writeFileSync(file, bytes);
  expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  const [width, height] = await page.evaluate(() => [
    (globalThis as any).costumier.hand.frame.width,
    (globalThis as any).costumier.hand.frame.height,
  ]);
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([width, height]);
});
