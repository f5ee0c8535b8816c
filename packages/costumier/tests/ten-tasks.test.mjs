// The program of docs/ten-tasks in JavaScript prints what docs/ten-tasks.md shows.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { sample } from "./common.mjs";

const docs = new URL("../../../docs/", import.meta.url);

test("the ten tasks print what the page shows", () => {
  // It imports the package from a file inside it.
  const file = fileURLToPath(new URL(".ten-tasks.mjs", import.meta.url));
  writeFileSync(file, readFileSync(new URL("ten-tasks/tasks.mjs", docs)));
  try {
    const said = execFileSync(process.execPath, [file, sample("v5")], { encoding: "utf8" });
    const page = readFileSync(new URL("ten-tasks.md", docs), "utf8").replaceAll("\r\n", "\n");
    assert.equal(said, [...page.matchAll(/^```text\n([^]*?)^```/gm)].map((it) => it[1]).join(""));
  } finally {
    rmSync(file);
  }
});
