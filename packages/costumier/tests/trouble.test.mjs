// Bad input, large input, long sessions: errors have plain messages, and memory does not grow.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
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

test("files without a game are refused with a message", () => {
  for (const given of [[], [["a.txt", Buffer.from("hello")]], [["x.zip", Buffer.from("PK\x03\x04 no zip at all")]]]) {
    const error = thrown(() => instance.openGame(fromBytes(given)));
    assert.ok(error.text.length > 10 && error.kind !== "panic", error.text);
  }
  const [index] = files(sample("v5")).filter(([name]) => name.endsWith(".000"));
  const error = thrown(() => instance.openGame(fromBytes([index])));
  assert.equal(error.kind, "missing-file");
  assert.ok(error.hint);
});

test("a value that is not a string is refused, and the instance goes on", () => {
  const game = open(instance, sample("v5"));
  const scene = game.scene({ actors: [{ costume: 1 }] });
  for (const value of [7, {}, true, []]) {
    const error = thrown(() => scene.toFile(value));
    assert.equal(error.kind, "usage");
    assert.match(error.text, /is not a string/);
  }
  assert.equal(instance.dead, null);
  assert.match(scene.toFile("again"), /"again"/);
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

// A file can vanish before any read. The error names it, objects that were read before work on, and the instance can still be used.
test("the error names a file that vanishes, at any read", async () => {
  const path = sample("v5");
  const names = files(path).map(([name]) => name);
  let [met, opened] = [0, 0];
  for (const name of names) {
    for (let until = 0; ; until++) {
      const own = await init(wasm);
      let [reads, failed] = [0, 0];
      const given = fromBytes(files(path)).map((file) => ({
        ...file,
        read(at, length) {
          if (file.name === name && reads++ >= until) {
            failed++;
            throw new Error("the file has changed or is gone");
          }
          return file.read(at, length);
        },
      }));
      const source = (error) => {
        assert.equal(error.kind, "source", `${name}, read ${until}: ${error}`);
        assert.equal(error.fault, "disk");
        assert.equal(error.file, name);
        assert.match(error.text, /the file has changed or is gone/);
        return true;
      };
      let game = null;
      try {
        game = own.openGame(given);
      } catch (error) {
        if (error.kind === "source") source(error);
        // Without an index there may be no game. But the error is never one of the program.
        else assert.notEqual(error.kind, "panic", `${error}`);
        met++;
      }
      if (game) {
        opened++;
        for (const { id } of game.costumes()) {
          const row = game.row(id);
          try {
            game.costume(id).structure();
            assert.notEqual(row.status, "failed");
          } catch (error) {
            source(error);
            assert.equal(row.status, "failed");
            assert.match(row.reason, /the file has changed or is gone/);
            met++;
          }
        }
      }
      assert.equal(own.dead, null);
      if (!failed) break;
    }
  }
  assert.ok(met >= 6 && opened >= 2, `${met} failures were met, ${opened} games were open`);
});

/** The same files with many bytes after them, too many to load. */
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

test("of a game of 600 MB, only the used blocks are read", async () => {
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

test("a file of 1 GiB that is no game is not loaded", () => {
  const none = { name: "big.bin", size: 2 ** 30, read: (_at, length) => new Uint8Array(length) };
  assert.notEqual(thrown(() => instance.openGame([none])).kind, "panic");
});

// 256 MB of zeros, packed to 260 kB, under the names of a game; and a zip that claims a file of 4 GB.
test("a zip bomb is not unpacked", async () => {
  const packed = deflateRawSync(Buffer.alloc(1 << 28));
  for (const size of [1 << 28, 0xffff_fffe]) {
    const [members, directory] = [[], []];
    let at = 0;
    for (const name of ["game.000", "game.001"]) {
      const head = Buffer.alloc(46);
      head.write("PK\x01\x02", "latin1");
      head.writeUInt16LE(8, 10);
      head.writeUInt32LE(packed.length, 20);
      head.writeUInt32LE(size, 24);
      head.writeUInt16LE(name.length, 28);
      head.writeUInt32LE(at, 42);
      const local = Buffer.concat([Buffer.from("PK\x03\x04\x14\0", "latin1"), head.subarray(8, 30), Buffer.from(name)]);
      members.push(local, packed);
      directory.push(head, Buffer.from(name));
      at += local.length + packed.length;
    }
    const whole = Buffer.concat(directory);
    const end = Buffer.alloc(22);
    end.write("PK\x05\x06", "latin1");
    end.writeUInt16LE(2, 8);
    end.writeUInt16LE(2, 10);
    end.writeUInt32LE(whole.length, 12);
    end.writeUInt32LE(at, 16);
    const own = await fresh();
    const began = performance.now();
    const error = thrown(() => own.openGame(fromBytes([["bomb.zip", Buffer.concat([...members, whole, end])]])));
    assert.notEqual(error.kind, "panic", error.text);
    console.log(`a bomb of ${size} bytes: ${error.kind}, ${(performance.now() - began).toFixed(0)} ms, memory ${own.memory}`);
    assert.ok(own.memory < 200e6, `${own.memory} bytes of memory`);
  }
});

test("a panic ends only the instance", async () => {
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

test("calls on freed objects throw, and freeing twice does nothing", () => {
  const game = open(instance, sample("v5"));
  const scene = game.scene({ actors: [{ costume: 1 }] });
  game.free();
  game.free();
  assert.equal(thrown(() => game.info()).kind, "freed");
  assert.ok(scene.render().width > 0, "what was opened from it lives on");
  scene.free();
  assert.equal(thrown(() => scene.render()).kind, "freed");
});

test("invalid WebAssembly is refused with a message", async () => {
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
