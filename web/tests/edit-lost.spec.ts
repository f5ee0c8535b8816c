/**
 * Work that was once lost: storage that is cleared under the page, a full disk, strokes that are given up, another tab that
 * writes, a costume that cannot be packed.
 */
import { expect, test, type Page } from "@playwright/test";
import { openSample, ready, visit } from "./common";
import { changes, choose, edit, editAt, editIn, press, settled, spot, stroke } from "./edit-common";
import { unkept } from "./edit-walk";

const corner = (page: Page): Promise<[number, number]> =>
  page.evaluate(() => (globalThis as any).costumier.playback.frame.placed[0].area.slice(0, 2));

/** The pixels that the stage shows. */
const shown = (page: Page): Promise<string> =>
  page.evaluate(() => (globalThis as any).costumier.playback.frame.data.join());

test("after the site's storage is cleared, strokes are saved again, and no other tab is named", async ({ page }) => {
  await visit(page, "actor=1~walk~east&tick=0&zoom=4");
  await edit(page);
  const [left, top] = await corner(page);
  await stroke(page, [[left + 3, top + 3]]);
  const session = await page.context().newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", { origin: new URL(page.url()).origin, storageTypes: "all" });
  for (const i of [4, 5]) {
    await stroke(page, [[left + i, top + 3]]);
    await expect(page.locator(".edit-line")).not.toContainText("another tab");
    await expect(page.locator(".edit-line b")).toHaveText("Saved in this browser");
  }
  await page.reload();
  await ready(page);
  await edit(page);
  expect(await changes(page)).toBe(3);
});

for (const [how, name] of [
  ["before a stroke is written", "InvalidStateError"],
  ["while a stroke is written", "AbortError"],
] as const)
  test(`a database that the browser closes ${how} takes the stroke on a new connection`, async ({ page }) => {
    await visit(page, "actor=1~walk~east&tick=0&zoom=4");
    await edit(page);
    const [left, top] = await corner(page);
    await stroke(page, [[left + 3, top + 3]]);
    await page.evaluate(name => {
      const { prototype } = IDBDatabase;
      const own = prototype.transaction;
      prototype.transaction = function (...asked) {
        if (name === "InvalidStateError" && asked[1] === "readwrite") {
          prototype.transaction = own;
          throw new DOMException("The database connection is closing.", name);
        }
        const made = own.apply(this, asked);
        if (asked[1] === "readwrite") {
          prototype.transaction = own;
          queueMicrotask(() => made.abort());
        }
        return made;
      };
    }, name);
    await stroke(page, [[left + 4, top + 3]]);
    await expect(page.locator(".edit-line b")).toHaveText("Saved in this browser");
    expect(await unkept(page)).toBe("");
  });

test("a full disk takes nothing that was saved, and what could not be saved is saved later", async ({ page }) => {
  await visit(page, "actor=1~walk~east&tick=0&zoom=4");
  await edit(page);
  const [left, top] = await corner(page);
  for (let i = 0; i < 3; i++) await stroke(page, [[left + i, top + 3]]);
  await page.evaluate(() => {
    const { prototype } = IDBObjectStore;
    (globalThis as any).put = prototype.put;
    prototype.put = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  const stored = () =>
    page.evaluate(
      () =>
        new Promise<number[]>(done => {
          const opened = indexedDB.open("costumier-drafts");
          opened.onsuccess = () => {
            const work = opened.result.transaction(["heads", "changes"]);
            const [heads, all] = [work.objectStore("heads").getAll(), work.objectStore("changes").count()];
            work.oncomplete = () => done([heads.result[0]?.applied, all.result]);
          };
        }),
    );
  for (const i of [4, 5]) {
    await page.mouse.click(...(await spot(page, left + i, top + 3)));
    await expect(page.locator(".edit-line")).toContainText("Only in this tab");
    await expect(page.locator(".edit-line")).not.toContainText("another tab");
    expect(await stored()).toEqual([3, 3]);
  }
  await page.evaluate(() => (IDBObjectStore.prototype.put = (globalThis as any).put));
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.locator(".edit-line b")).toHaveText("Saved in this browser");
  expect(await stored()).toEqual([5, 5]);
});

for (const key of ["Control+z", "Escape"])
  test(`${key} in a stroke gives up this stroke, and no other`, async ({ page }) => {
    await editAt(page, "actor=1~walk~east&tick=0&zoom=4");
    const [left, top] = await corner(page);
    await stroke(page, [[left + 3, top + 3]]);
    const before = await shown(page);
    await page.mouse.move(...(await spot(page, left + 5, top + 5)));
    await page.mouse.down();
    await page.mouse.move(...(await spot(page, left + 9, top + 9)));
    await page.keyboard.press(key);
    await page.mouse.up();
    await settled(page);
    expect(await changes(page)).toBe(1);
    expect(await shown(page)).toBe(before);
  });

test("Keep mine keeps this tab's work where another one has written, and saving goes on", async ({ context }) => {
  test.setTimeout(120_000);
  const [one, other] = [await context.newPage(), await context.newPage()];
  await visit(one, "actor=1~walk~east&tick=0&zoom=4");
  await edit(one);
  const [left, top] = await corner(one);
  await stroke(one, [[left + 3, top + 3]]);
  await visit(other, "actor=1~walk~east&tick=0&zoom=4");
  await other.getByRole("button", { name: "Edit", exact: true }).click();
  await other.getByRole("button", { name: "Edit it here" }).click();
  await settled(other);
  for (const i of [4, 5]) await stroke(other, [[left + i, top + 5]]);
  expect(await changes(other)).toBe(3);
  await one.mouse.click(...(await spot(one, left + 6, top + 3)));
  await expect.poll(() => changes(one)).toBe(2);
  await expect(one.locator(".edit-line b")).toHaveText("Not saved: another tab has edited this costume");
  // The other tab's work is what the database has.
  expect(await unkept(other)).toBe("");
  await one.getByRole("button", { name: "Keep mine" }).click();
  await expect(one.locator(".edit-line b")).toHaveText("Saved in this browser");
  expect(await unkept(one)).toBe("");
  // The other one does not say that its work is saved, and what is drawn here is.
  await expect(other.locator(".edit-line b")).toHaveText("Not saved: another tab has edited this costume");
  await expect(one.locator(".notice")).not.toContainText(["Another tab edits"]);
  await stroke(one, [[left + 7, top + 3]]);
  await expect(one.locator(".edit-line b")).toHaveText("Saved in this browser");
  expect(await unkept(one)).toBe("");
  await other.close();
  await one.reload();
  await ready(one);
  await edit(one);
  expect(await changes(one)).toBe(3);
});

test("what cannot be packed is said, kept, and not undone by itself", async ({ page }) => {
  await visit(page);
  await openSample(page, "sample-v2");
  await edit(page);
  const key = await page.evaluate(async () => {
    const edit = await (globalThis as any).costumier.edit;
    const { key } = edit.brush.sheets()[0];
    // Noise, which packs badly: more than the 64 kB of a costume of v2.
    let noise = 1;
    const rows = Uint8Array.from({ length: 250 * 250 }, () => {
      noise = (Math.imul(noise, 1103515245) + 12345) >>> 0;
      return (noise >>> 16) % 15;
    });
    await edit.make("Too much", [{ paint: { key, width: 250, height: 250, at: [0, 0], rows } }]);
    return key;
  });
  expect(key.limb).toBeGreaterThanOrEqual(0);
  await expect(page.locator(".edit-line")).toContainText("Cannot be packed");
  await expect(page.locator(".edit-line")).toContainText("Saved in this browser");
  expect(await changes(page)).toBe(1);
  // The stage shows the draft all the same, a stroke goes where the pointer is, and the reason is whole.
  await settled(page);
  const [right, all, x, y, index] = await page.evaluate(async () => {
    const app = (globalThis as any).costumier;
    const { canvas } = app.stage;
    const edit = await app.edit;
    edit.chooseLimb(0);
    edit.choose("pencil");
    edit.palette.choose(3, false);
    const { columns, rows, width, pixels } = edit.brush.sheets()[0].picture;
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const out = [0, 0, 0, 0, 0];
    for (let i = 0; i < rows.length; i += 2)
      for (let j = 0; j < columns.length; j += 2) {
        const place = rows[i] * width + columns[j];
        const [left, top] = app.stage.to(columns[j + 1], rows[i + 1]);
        const isInside = columns[j] >= 0 && columns[j] < width && left > 200 && left < canvas.width - 99;
        if (!isInside || pixels[place] === undefined || top < 99 || top > canvas.height - 99) continue;
        const rgb = edit.rgb(pixels[place]);
        if (rgb === null || pixels[place] === edit.clear) continue;
        const at = 4 * ((top + 1) * canvas.width + left + 1);
        const seen = [...data.slice(at, at + 3)].map((one: number) => one.toString(16).padStart(2, "0"));
        out[0]! += Number(rgb.toLowerCase() === `#${seen.join("")}`);
        out[1]!++;
        if (pixels[place] !== 3) [out[2], out[3], out[4]] = [columns[j + 1], rows[i + 1], place];
      }
    return out as [number, number, number, number, number];
  });
  expect(all).toBeGreaterThan(1000);
  expect(right / all).toBeGreaterThan(0.9);
  const rows = () =>
    page.evaluate(async key => {
      const app = (globalThis as any).costumier;
      return [...(await app.client.ask("rowsOf", { id: app.store.chosen.costume, key }))] as number[];
    }, key);
  const before = await rows();
  await page.mouse.click(...(await spot(page, x, y)));
  await expect.poll(() => changes(page)).toBe(2);
  const after = await rows();
  expect(after.length).toBe(before.length);
  expect(after.flatMap((one, i) => (one === before[i] ? [] : [i]))).toEqual([index]);
  await page.keyboard.press("Control+z");
  await expect.poll(() => changes(page)).toBe(1);
  const reason = page.locator(".edit-line > span").first();
  expect(await reason.evaluate(one => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Undo Too much" }).click();
  await expect(page.locator(".edit-line")).not.toContainText("Cannot be packed");
});

test("a costume that Longer made too long is drawn and kept, and the bar's button undoes the cause", async ({
  page,
}) => {
  await editIn(page, "sample-v2", { chore: "stand", facing: "south" }, 5);
  await press(page, "Longer");
  const line = page.locator(".edit-line");
  const told = async (remedy: string) => {
    await expect(line).toContainText("Cannot be packed");
    await expect(line).toContainText("the command stream is full");
    await expect(line.locator("b")).toHaveText("Saved in this browser");
    await expect(line.getByRole("button", { name: remedy, exact: true })).toBeVisible();
    const [bar, pane] = [await line.boundingBox(), await page.locator(".pane").first().boundingBox()];
    expect(Math.abs(bar!.width - pane!.width)).toBeLessThan(4);
    const cut = (one: Element) => [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight];
    expect(Math.max(...(await line.locator("> span").first().evaluate(cut)))).toBeLessThanOrEqual(0);
  };
  await told("Undo Hold longer");
  // What is painted is seen where the pointer is.
  await choose(page, "pencil", 3);
  const [x, y] = await page.evaluate(async () => {
    const edit = await (globalThis as any).costumier.edit;
    edit.chooseLimb(0);
    const { picture } = edit.brush.sheets().find((one: any) => one.limb === 0);
    const { columns, rows, width, height, pixels } = picture;
    const at = (pairs: Int32Array, wanted: number) =>
      pairs[pairs.findIndex((one, i) => i % 2 === 0 && one === wanted) + 1]!;
    const place = pixels.findIndex(
      (one: number, i: number) => i > (width * height) / 3 && one !== edit.clear && ![0, 3].includes(one),
    );
    return [at(columns, place % width), at(rows, Math.floor(place / width))] as [number, number];
  });
  const seen = () =>
    page.evaluate(
      async ([x, y]) => {
        const { stage, edit } = (globalThis as any).costumier;
        const [left, top] = stage.to(x, y);
        const half = Math.floor(stage.zoom / 2);
        const [red, green, blue] = stage.canvas.getContext("2d").getImageData(left + half, top + half, 1, 1).data;
        const hex = [red, green, blue].map((one: number) => one.toString(16).padStart(2, "0")).join("");
        return `#${hex}` === (await edit).rgb(3).toLowerCase();
      },
      [x, y] as const,
    );
  expect(await seen()).toBe(false);
  await stroke(page, [[x, y]]);
  await page.mouse.move(5, 5);
  expect(await changes(page)).toBe(2);
  await expect.poll(seen).toBe(true);
  await told("Undo Hold longer and 1 later change");
  await page.reload();
  await ready(page);
  await page.evaluate(() => (globalThis as any).costumier.choose(5));
  await page.evaluate(() => (globalThis as any).costumier.store.actor({ chore: "stand", facing: "south" }));
  await page.evaluate(() => (globalThis as any).costumier.store.set({ zoom: 4, playing: false }));
  await edit(page);
  expect(await changes(page)).toBe(2);
  await told("Undo Hold longer and 1 later change");
  await expect.poll(seen).toBe(true);
  await line.getByRole("button", { name: /^Undo Hold longer/ }).click();
  await expect.poll(() => changes(page)).toBe(0);
  await expect(line).not.toContainText("Cannot be packed");
});
