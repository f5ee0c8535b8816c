/** All ways to open games, and the messages for files that are no game. */
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  openSync,
  closeSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { drop, opened, openSample, OUT, ready, run, sampleGame, visit } from "./common";

function copy(name: string, of: "sample" | "sample-v8" = "sample"): string {
  const to = join(OUT, name);
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  for (const file of readdirSync(sampleGame(of))) copyFileSync(join(sampleGame(of), file), join(to, file));
  return to;
}

test("a folder is dropped", async ({ page }) => {
  await visit(page);
  await openSample(page, "sample-v8");
  await expect(page.locator(".cell:visible").first()).toBeVisible();
});

test("a zip is dropped, with the game in a folder in it", async ({ page }) => {
  const zip = join(OUT, "game.zip");
  rmSync(zip, { force: true });
  execFileSync("zip", ["-qr", zip, "sample-v7"], { cwd: (sampleGame("sample-v7"), OUT) });
  await visit(page);
  await drop(page, [zip]);
  await opened(page, /v7/);
});

test("two games that are dropped together are named as two, and each can be chosen", async ({ page }) => {
  await visit(page);
  await drop(page, [sampleGame("sample-v2"), sampleGame("sample-v7")]);
  const notice = page.getByRole("alert");
  await expect(notice).toContainText("sample-v2 and sample-v7");
  await expect(notice.getByRole("button", { name: "sample-v2" })).toBeVisible();
  await notice.getByRole("button", { name: "sample-v7" }).click();
  await opened(page, /v7/);
});

test("a costume folder is dropped, loose and as a zip", async ({ page }) => {
  const folder = join(OUT, "hero-folder");
  run("unpack", sampleGame("sample"), "1", "-o", folder, "--force");
  const zip = join(OUT, "hero-folder.zip");
  rmSync(zip, { force: true });
  execFileSync("zip", ["-qr", zip, "hero-folder"], { cwd: OUT });
  await visit(page);
  for (const given of [folder, zip]) {
    await drop(page, [given]);
    await opened(page, /1 costume/);
    await expect(page.locator(".cell:visible")).toHaveCount(1);
    await expect(page.locator(".cell:visible")).toContainText("Odile");
    const drawn = await page
      .locator(".stage canvas")
      .first()
      .evaluate(canvas => {
        const { width, height } = canvas as HTMLCanvasElement;
        return (canvas as HTMLCanvasElement)
          .getContext("2d")!
          .getImageData(0, 0, width, height)
          .data.some(it => it > 0);
      });
    expect(drawn).toBe(true);
    await openSample(page, "sample-v8");
  }
  await drop(page, [folder]);
  await opened(page, /1 costume/);
  await page.screenshot({ path: join(OUT, "costume-folder.png") });
});

test("files and a folder are picked", async ({ page }) => {
  await visit(page);
  const folder = sampleGame("sample-he");
  await page.locator("#pick-folder").setInputFiles(folder);
  await expect(page.locator(".game")).not.toContainText("the sample game");
  const v8 = sampleGame("sample-v8");
  await page.locator("#pick-files").setInputFiles(readdirSync(v8).map(name => join(v8, name)));
  await opened(page, /v8/);
  await page.getByRole("button", { name: /^Open/ }).click();
  await page.getByRole("button", { name: "The sample game" }).click();
  await opened(page, /the sample game/);
});

test("a folder that is no game: a message, and the open game stays", async ({ page }) => {
  const folder = join(OUT, "holiday");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "beach.txt"), "no game at all\n");
  await visit(page);
  await drop(page, [folder]);
  await expect(page.getByRole("alert")).toContainText("holiday is a text, not a game.");
  await opened(page, /the sample game/);
  const before = await page.evaluate(() => (globalThis as any).costumier.playback.scene);
  await page.waitForFunction(was => (globalThis as any).costumier.playback.scene > was, before);
});

test("half a game: the index without its data", async ({ page }) => {
  const folder = copy("half");
  rmSync(
    join(
      folder,
      readdirSync(folder).find(name => name.endsWith(".001"))!,
    ),
  );
  await visit(page);
  await drop(page, [folder]);
  await expect(page.getByRole("alert").first()).toContainText(/\.001/);
  await expect(page.locator("body")).toHaveAttribute("data-phase", "ready");
});

test("the data without its index asks for it by name; a file of 0 bytes is called empty", async ({ page }) => {
  const folder = copy("dataless");
  const data = readdirSync(folder).find(name => name.endsWith(".001"))!;
  await visit(page);
  await drop(page, [join(folder, data)]);
  await expect(page.getByRole("alert").first()).toContainText(data.replace(".001", ".000"));
  const empty = join(OUT, "nothing.000");
  writeFileSync(empty, "");
  await drop(page, [empty]);
  await expect(page.getByRole("alert").first()).toContainText("nothing.000 is empty: it has 0 bytes.");
});

test("a game of one's own opens in a room, and is there again after a reload", async ({ page }) => {
  await visit(page);
  await openSample(page, "sample-v8");
  expect(await page.evaluate(() => (globalThis as any).costumier.store.state.background)).toBe("room");
  await expect(page.locator(".notice")).toContainText("is kept in this browser");
  await page.reload();
  await opened(page, /v8/);
});

test("a costume that is cut off among good ones: a badge with the reason, the rest works", async ({ page }) => {
  const folder = copy("damaged");
  const file = join(
    folder,
    readdirSync(folder).find(name => name.endsWith(".001"))!,
  );
  const bytes = readFileSync(file);
  truncateSync(file, bytes.length - 4000);
  await visit(page);
  await drop(page, [folder]);
  await expect(page.locator(".game")).not.toContainText("the sample game");
  await expect(page.locator(".badge:visible").first()).toHaveText(/broken|failed|odd/);
  const bad = page
    .locator(".cell")
    .and(page.getByRole("option", { name: /broken|failed/ }))
    .first();
  const name = await bad.textContent();
  expect(name).toMatch(/(broken|failed).*, .{10,}/);
  await bad.click();
  await page.locator(".cell:visible").first().click();
  // Until the good one is drawn, the stage is empty.
  await expect
    .poll(() => page.evaluate(() => (globalThis as any).costumier.playback.frame?.placed.length ?? 0))
    .toBeGreaterThan(0);
});

test("a file of 1 GiB that is no game is refused quickly", async ({ page }) => {
  const file = join(OUT, "huge.000");
  if (!existsSync(file)) {
    closeSync(openSync(file, "w"));
    truncateSync(file, 2 ** 30);
  }
  await visit(page);
  const began = Date.now();
  await drop(page, [file]);
  await expect(page.getByRole("alert")).toContainText("huge.000 is not a game that this page knows.", {
    timeout: 20_000,
  });
  console.log(`a file of 1 GiB was refused after ${Date.now() - began} ms`);
  rmSync(file);
});

test("a zip bomb is refused, and the page works on", async ({ page }) => {
  const zip = join(OUT, "bomb.zip");
  const inner = join(OUT, "monster.000");
  closeSync(openSync(inner, "w"));
  truncateSync(inner, 2 ** 29);
  rmSync(zip, { force: true });
  execFileSync("zip", ["-qj", zip, inner]);
  rmSync(inner);
  await visit(page);
  await drop(page, [zip]);
  const began = Date.now();
  await expect(page.getByRole("alert")).toContainText(/bomb\.zip is (not a game|larger than|damaged)/, {
    timeout: 30_000,
  });
  console.log(`a zip of 512 MiB of nothing was refused after ${Date.now() - began} ms`);
  await opened(page, /the sample game/);
});

test("a file that vanishes while it is read: the message names it", async ({ page }) => {
  const folder = copy("vanishing", "sample-v8");
  await visit(page);
  await drop(page, [folder]);
  await opened(page, /v8/);
  for (const file of readdirSync(folder)) writeFileSync(join(folder, file), "changed");
  await page.evaluate(() =>
    (globalThis as any).costumier.client
      .ask("export", { ids: [6], options: { formats: ["gif"] }, zip: null })
      .catch((why: Error) => ((globalThis as any).said = why.message)),
  );
  await page.evaluate(() =>
    (globalThis as any).costumier.client
      .ask("room", { id: 2 })
      .catch((why: Error) => ((globalThis as any).said = why.message)),
  );
  const said = await page.evaluate(() => (globalThis as any).said as string | undefined);
  if (said) expect(said).toMatch(/chang|gone|read|vanish/i);
  await expect(page.locator("body")).toHaveAttribute("data-phase", "ready");
});

test("text that is dropped is no game", async ({ page }) => {
  await visit(page);
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text/plain", "hello");
    window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
  });
  await expect(page.getByRole("alert")).toContainText("no file");
});

test("a link to another game says so, shows the sample, and is followed once the game is there", async ({ page }) => {
  await visit(page);
  await openSample(page, "sample-v8");
  const key = await page.evaluate(() => (globalThis as any).costumier.store.state.game.info.key as string);
  // The browser keeps it, so a link to it opens it.
  await expect(page.locator(".notice")).toContainText("is kept in this browser");
  await page.goto("about:blank");
  await visit(page, `game=${key}&actor=4~walk~west&tick=3`);
  await opened(page, /v8/);
  await expect(page.locator(".cell[aria-selected=true]")).toHaveAccessibleName(/dragon/i);
  await page.getByRole("button", { name: "Open a game" }).click();
  await page.getByRole("button", { name: /^Forget/ }).click();
  await expect(page.getByRole("button", { name: /^Forget/ })).toHaveCount(0);
  await page.goto("about:blank");
  await visit(page, `game=${key}&actor=4~walk~west&tick=3`);
  // It is not an alert.
  const notice = page.locator(".notice[role=status]");
  await expect(notice).toContainText("This link shows a character of another game. Open your copy to see it");
  await expect(notice.getByText(key)).toBeHidden();
  await notice.getByRole("button", { name: "Details" }).click();
  await expect(notice.getByText(key)).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await openSample(page, "sample-v8");
  await expect(page.locator(".cell[aria-selected=true]")).toHaveAccessibleName(/dragon/i);
  await expect.poll(() => page.evaluate(() => (globalThis as any).costumier.playback.frame.tick)).toBe(3);
});

test("a mistake of the program: a message, and the page continues with a fresh instance", async ({ page }) => {
  await visit(page, "actor=5~6~south&tick=2&zoom=3");
  await page.waitForTimeout(800);
  const before = await page.evaluate(() => (globalThis as any).costumier.stage.picture().toDataURL());
  await page.evaluate(() => (globalThis as any).costumier.client.ask("fail", {}).catch(() => null));
  await expect(page.getByRole("alert")).toContainText("started afresh");
  await page.getByRole("button", { name: "One tick on" }).click();
  await page.getByRole("button", { name: "One tick back" }).click();
  await expect.poll(() => page.evaluate(() => (globalThis as any).costumier.stage.picture().toDataURL())).toBe(before);
});

test("an answer for a thumbnail of the game before is dropped", async ({ page }) => {
  await visit(page);
  // As it is when a game is dropped while the whole module is on its way: the answer comes when the next is shown.
  await page.evaluate(() => {
    const late: (() => void)[] = [];
    const { client } = ((globalThis as any).costumier.late = late) && (globalThis as any).costumier;
    const ask = client.ask.bind(client);
    client.ask = (op: string, asked: unknown) =>
      op !== "film" || late.length > 1
        ? ask(op, asked)
        : new Promise((_, failed) => late.push(() => failed(new Error("overtaken"))));
  });
  await openSample(page, "sample-v8");
  await page.waitForFunction(() => (globalThis as any).costumier.late.length === 2);
  await openSample(page, "sample-v7");
  const key = await page.evaluate(() => {
    const { late, store } = (globalThis as any).costumier;
    for (const answer of late as (() => void)[]) answer();
    return store.state.game.info.key as string;
  });
  for (const id of [1, 2, 3])
    await expect(page.locator(`#costume-${id}`)).toHaveAttribute("data-drawn", `${key} ${id}`);
});

test("the whole module cannot be loaded: the sample plays on, and other requests work once it is loaded", async ({
  page,
}) => {
  let tried = 0;
  await page.route(/costumier_bg[^/]*\.wasm$/, route => {
    tried++;
    return route.abort();
  });
  await page.goto("./#actor=1~walk~east");
  await ready(page);
  await expect.poll(() => tried).toBeGreaterThan(0);
  const tick = () => page.evaluate(() => (globalThis as any).costumier.playback.frame.tick as number);
  const before = await tick();
  await expect.poll(tick).toBeGreaterThan(before + 3);
  expect(await page.evaluate(() => (globalThis as any).costumier.store.state.phase)).toBe("ready");
  await page.unroute(/costumier_bg[^/]*\.wasm$/);
  await page.getByRole("button", { name: "Show every byte" }).click();
  await expect(page.locator(".byte.at")).toBeVisible();
  const then = await tick();
  await expect.poll(tick).toBeGreaterThan(then);
});
