/** After the first visit, without a network. */
import { expect, test } from "@playwright/test";
import { ready, visit } from "./common";

test.use({ serviceWorkers: "allow" });

test("the page works offline, can be installed, and requests nothing of other hosts", async ({
  page,
  context,
  baseURL,
}) => {
  const elsewhere: string[] = [];
  context.on("request", request => {
    if (!request.url().startsWith(baseURL!) && !request.url().startsWith("blob:")) elsewhere.push(request.url());
  });
  await visit(page);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await page.reload();
  await ready(page);
  await expect(page.locator(".game")).toContainText("the sample game");
  await context.setOffline(false);
  const manifest = await page.evaluate(async () =>
    (await fetch(document.querySelector<HTMLLinkElement>("link[rel=manifest]")!.href)).json(),
  );
  expect(manifest).toMatchObject({ name: "Costumier", display: "standalone", start_url: "./" });
  expect(elsewhere).toEqual([]);
});

test("the editor is cached at its first use, not at the first visit; then editing works offline", async ({
  page,
  context,
}) => {
  await visit(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const kept = () =>
    page.evaluate(async () => {
      const found: string[] = [];
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) found.push(url.replace(/.*\//, ""));
      return found.filter(one => one.endsWith(".wasm")).map(one => /costumier\w*_bg/.exec(one)![0]);
    });
  expect((await kept()).sort()).toEqual(["costumier_bg", "costumier_light_bg"]);
  await page.getByRole("button", { name: "Edit" }).click();
  await expect.poll(kept).toContain("costumier_edit_bg");
  await context.setOffline(true);
  await page.reload();
  await ready(page);
  await page.getByRole("button", { name: "Edit" }).click();
  await expect(page.locator(".edit-palette .swatch").nth(2)).toBeVisible();
  await expect(page.locator(".notice")).toHaveCount(0);
});
