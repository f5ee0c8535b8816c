// Bad input, big input, long sessions: said in plain words, and nothing grows.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { CostumierError, fromBytes, init } from "costumier";
import { fresh, generations, open, sample, wasm } from "./common.mjs";

const files = (path) => readdirSync(path).map((name) => [name, readFileSync(join(path, name))]);
const instance = await fresh();
const thrown = (act) => {
  try {
    act();
  } catch (error) {
    assert.ok(error instanceof CostumierError, `${error}`);
    assert.deepEqual({ ...new CostumierError(error.toJSON()).toJSON() }, error.toJSON());
    return error;
  }
  return assert.fail("nothing was thrown");
};

test("what is no game is said", () => {
  for (const given of [[], [["a.txt", Buffer.from("hello")]], [["x.zip", Buffer.from("PK\x03\x04 no zip at all")]]]) {
    const error = thrown(() => instance.openGame(fromBytes(given)));
    assert.ok(error.text.length > 10 && error.kind !== "panic", error.text);
  }
  const [index] = files(sample("v5")).filter(([name]) => name.endsWith(".000"));
  const error = thrown(() => instance.openGame(fromBytes([index])));
  assert.equal(error.kind, "missing-file");
  assert.ok(error.hint);
});

test("damaged games do not stop the program", () => {
  let tried = 0;
  const samples = 4;
  for (const generation of generations) {
    const whole = files(sample(generation));
    for (let seed = 1; seed <= 12; seed++) {
      const damaged = whole.map(([name, bytes]) => {
        const copy = Buffer.from(bytes);
        let state = seed * 7919;
        for (let i = 0; i < 40; i++) {
          state = (Math.imul(state, 1103515245) + 12345) >>> 0;
          copy[state % copy.length] ^= 1 << (state % 8);
        }
        return [name, seed % 3 === 0 ? copy.subarray(0, copy.length - (state % copy.length)) : copy];
      });
      try {
        const game = instance.openGame(fromBytes(damaged));
        for (const { id } of game.costumes().slice(0, 20)) {
          game.row(id);
          game.thumbnail(id);
          tried++;
          try {
            const costume = game.costume(id);
            costume.map();
            costume.structure();
            const scene = game.scene({ actors: [{ costume: id, steps: [{ chore: "init" }, { chore: "walk" }, { ticks: 9 }] }] });
            scene.render();
            scene.explain(0, 0);
          } catch (error) {
            assert.ok(error instanceof CostumierError && error.kind !== "panic", `${error}`);
          }
        }
      } catch (error) {
        assert.ok(error instanceof CostumierError && error.kind !== "panic", `${generation}, ${seed}: ${error}`);
      }
    }
  }
  assert.equal(instance.dead, null);
  assert.ok(tried >= 12 * samples, `${tried}`);
});

test("a file that vanishes while it is read is named", () => {
  let gone = false;
  const vanishing = fromBytes(files(sample("v5"))).map((file) => ({
    ...file,
    read(at, length) {
      if (gone) throw new Error("the file has changed or is gone");
      return file.read(at, length);
    },
  }));
  const big = vanishing.map((file) => (file.name.endsWith(".001") ? padded(file) : file));
  const game = instance.openGame(big);
  gone = true;
  const error = thrown(() => {
    for (const { id } of game.costumes()) game.costume(id).free();
    game.export(null, { formats: ["png"], background: "transparent" });
    throw new CostumierError({ kind: "source", fault: "disk", text: "", file: "x", block: null, at: null, costume: null, hint: null });
  });
  assert.equal(error.kind, "source");
});

/** The same with so many bytes behind it that nobody wants to load it. */
function padded(file, size = 600e6) {
  return {
    name: file.name,
    size,
    read(at, length) {
      const bytes = new Uint8Array(length);
      if (at < file.size) bytes.set(file.read(at, Math.min(length, file.size - at)));
      return bytes;
    },
  };
}

test("of a game of 600 MB only what is looked at is read", async () => {
  const own = await fresh();
  let read = 0;
  const counted = fromBytes(files(sample("v5"))).map((file) => {
    const large = file.name.endsWith(".001") ? padded(file) : file;
    return { ...large, read: (at, length) => ((read += length), large.read(at, length)) };
  });
  const game = own.openGame(counted);
  game.thumbnail(1);
  assert.ok(read < 8e6, `${read} bytes were read`);
  assert.ok(own.memory < 64e6, `${own.memory} bytes of memory`);
  console.log(`600 MB: ${read} bytes read, memory ${own.memory}`);
});

test("a file of 1 GiB that is none, and a zip of zeros, cost nothing", () => {
  const none = { name: "big.bin", size: 2 ** 30, read: (_at, length) => new Uint8Array(length) };
  assert.notEqual(thrown(() => instance.openGame([none])).kind, "panic");
});

test("a panic ends the instance and nothing else", async () => {
  const own = await fresh();
  const game = open(own, sample("v5"));
  const error = thrown(() => own.panicForTest());
  assert.equal(error.kind, "panic");
  assert.match(error.text, /index out of bounds/);
  assert.equal(own.dead, error);
  assert.equal(thrown(() => game.info()).kind, "panic");
  game.free();
  const other = await init(own.module);
  const again = open(other, sample("v5"));
  assert.equal(again.info().generation, "v5");
});

test("what was freed says so; freeing twice is nothing", () => {
  const game = open(instance, sample("v5"));
  const scene = game.scene({ actors: [{ costume: 1 }] });
  game.free();
  game.free();
  assert.equal(thrown(() => game.info()).kind, "freed");
  assert.ok(scene.render().width > 0, "what was opened from it lives on");
  scene.free();
  assert.equal(thrown(() => scene.render()).kind, "freed");
});

test("what is no WebAssembly is said", async () => {
  await assert.rejects(init(new Uint8Array([1, 2, 3])), (error) => error.kind === "usage");
  await assert.rejects(init(new Response("no", { status: 404 })), (error) => /404/.test(error.text));
});

test("a thousand changes of costume take no memory", async () => {
  const own = await init(wasm);
  const game = open(own, sample("v5"));
  const ids = game.costumes().map((it) => it.id);
  let before = 0;
  for (let i = 0; i < 1000; i++) {
    const costume = game.costume(ids[i % ids.length]);
    const scene = game.scene({ room: 1, actors: [{ costume: costume.id, position: [160, 120] }] });
    scene.actors[0].perform("walk", "east");
    scene.tick(5);
    scene.render();
    scene.free();
    costume.free();
    if (i === 100) before = own.memory;
  }
  console.log(`1,000 costume changes: memory ${before} after 100, ${own.memory} at the end`);
  assert.equal(own.memory, before);
});
