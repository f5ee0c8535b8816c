/** Pictures of the page at three sizes, for the documentation: PICTURES=1 npm test -- pictures. Looked at before they are committed. */
import { join } from "node:path";
import { test } from "@playwright/test";
import { TOP, visit } from "./common";

const SHOTS: [name: string, width: number, height: number, scheme: "light" | "dark", hash: string][] = [
  [
    "wide",
    1440,
    900,
    "light",
    "actor=2~walk~east~110~124~box~box&actor=4~walk~west~215~128~box~box&tick=4&behind=room&room=2",
  ],
  ["middle", 900, 1100, "dark", "actor=1~walk~east&tick=4&outlines=1&onion=1"],
  ["narrow", 360, 740, "light", "actor=6~walk~east&tick=2"],
  ["bytes", 1440, 900, "dark", "actor=6~walk~east&tick=4&panel=bytes&byte=1619&outlines=1"],
];

for (const [name, width, height, scheme, hash] of SHOTS) {
  test(`picture: ${name}`, async ({ page }) => {
    test.skip(!process.env["PICTURES"], "only when asked for");
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: scheme });
    await visit(page, hash);
    await page.waitForTimeout(1200);
    await page.screenshot({ path: join(TOP, "docs", "viewer", `${name}.png`) });
  });
}
