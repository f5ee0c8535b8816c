/** After the first visit, without a network. */
import { expect, test } from "@playwright/test";
import { ready, visit } from "./common";

test.use({ serviceWorkers: "allow" });

test("the page works offline, installs, and talks to nobody else", async ({ page, context, baseURL }) => {
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
