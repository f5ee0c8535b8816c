// Scenes: the pixels of `costumier render` in hundreds of states of every generation; time in both directions; explanations
// of pixels.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { costumier, deep, folder, fresh, generations, isDeep, open, sample } from "./common.mjs";

const instance = await fresh();

/** Pseudo-random numbers, the same in every run. */
function numbers(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Red, green and blue of a pixel of 16 bits. */
const rgbOf = (pixel) => [10, 5, 0].map((by) => (pixel >> by) & 31).map((five) => (five << 3) | (five >> 2));

/** Checks that every pixel is the command's. Transparent pixels have a room colour that no other pixel has. */
function deepAlike(name, data, indices, pixels) {
  assert.equal(data.length, indices.length * 4, name);
  assert.equal(pixels.length, indices.length * 2, name);
  let nothing = null;
  for (let at = 0; at < indices.length; at++) {
    const [r, g, b, opacity] = data.subarray(at * 4, at * 4 + 4);
    if (opacity === 0) {
      nothing ??= indices[at];
      if (indices[at] !== nothing) assert.fail(`${name}, pixel ${at}: nothing is seen, but ${indices[at]} is drawn`);
      continue;
    }
    const [wr, wg, wb] = rgbOf(pixels.readUInt16LE(at * 2));
    if (opacity !== 255 || r !== wr || g !== wg || b !== wb) assert.fail(`${name}, pixel ${at}: another colour`);
  }
  for (let at = 0; at < indices.length; at++) {
    if (indices[at] === nothing && data[at * 4 + 3]) assert.fail(`${name}, pixel ${at}: nothing is drawn, but seen`);
  }
}

for (const generation of generations) {
  test(`${generation}: scenes have the pixels of \`costumier render\``, () => {
    const path = sample(generation);
    const game = open(instance, path);
    const pick = numbers(generation.length * 77 + generation.charCodeAt(1));
    const rooms = game.info().rooms.filter((it) => it.present && game.room(it.id).shows);
    const [scenes, seen] = [[], []];
    for (const { id } of game.costumes()) {
      const costume = game.costume(id);
      const actions = costume.actions();
      for (let i = 0; i < 12 && actions.length; i++) {
        const room = rooms[pick(rooms.length)];
        const position = game.room(room.id).place;
        const scene = game.scene({
          room: room.id,
          background: pick(2) === 1,
          actors: [{ costume: id, position, zplane: "box" }],
        });
        const [actor] = scene.actors;
        assert.deepEqual(actor.feet(), [...position]);
        const action = actions[pick(actions.length)];
        actor.perform(action.chore, action.angle);
        scene.tick(pick(20));
        if (pick(3) === 0) actor.set({ scale: 40 + pick(216) });
        const other = actions[pick(actions.length)];
        if (pick(2)) actor.do({ chore: other.chore });
        scene.tick(pick(9));
        const name = `s${scenes.length}`;
        scenes.push(JSON.parse(scene.toFile(name)).scenes[0]);
        if (isDeep(generation)) {
          assert.throws(() => scene.renderIndexed(), (error) => error.kind === "usage" && /16 bits/.test(error.text));
          seen.push({ name, ...scene.render() });
        } else seen.push({ name, ...scene.renderIndexed(), rgba: scene.render() });
      }
    }
    const [file, out] = [join(folder, `${generation}.json`), join(folder, `${generation}-drawn`)];
    writeFileSync(file, JSON.stringify({ scenes }));
    costumier("render", path, "--scenes", file, "-o", out, "--raw");
    assert.ok(seen.length >= 12);
    for (const { name, width, height, pixels, palette, transparent, rgba, data } of seen) {
      const drawn = readFileSync(join(out, `${name}.idx`));
      if (data) {
        deepAlike(name, data, drawn, readFileSync(join(out, `${name}.555`)));
        continue;
      }
      assert.equal(drawn.length, width * height, name);
      assert.ok(drawn.equals(pixels), `${generation}, ${name}: another picture`);
      for (let at = 0; at < pixels.length; at += 7) {
        const colour = pixels[at] === transparent ? [0, 0, 0, 0] : [...palette.subarray(pixels[at] * 3, pixels[at] * 3 + 3), 255];
        assert.deepEqual([...rgba.data.subarray(at * 4, at * 4 + 4)], colour, `${name}, pixel ${at}`);
      }
    }
  });

  test(`${generation}: seek goes both ways, and pixels are explained by their bytes`, () => {
    const game = open(instance, sample(generation));
    const { id } = game.costumes()[0];
    const scene = game.scene({ actors: [{ costume: id }] });
    const [actor] = scene.actors;
    actor.perform("walk", "east");
    const frames = [];
    for (let tick = 0; tick < 30; tick++) {
      if (tick === 11) actor.do({ face: "south" });
      frames.push(scene.render());
      scene.tick();
    }
    for (const tick of [3, 29, 0, 12, 11, 10, 25]) {
      scene.seek(tick);
      assert.equal(scene.now, tick);
      assert.deepEqual(scene.render(), frames[tick], `tick ${tick}`);
      assert.deepEqual(scene.peek(5), frames[5]);
      assert.equal(scene.now, tick);
    }
    let [told, straight] = [0, 0];
    const frame = scene.render();
    const placed = actor.placed();
    for (let y = 0; y < frame.height; y += 3) {
      for (let x = 0; x < frame.width; x += 2) {
        const chain = scene.explain(x, y);
        const touch = chain.touches.at(-1);
        assert.equal(chain.shown === null, frame.data[(y * frame.width + x) * 4 + 3] === 0);
        if (!touch) continue;
        told++;
        assert.ok(touch.pixel && touch.run, `${x}, ${y}: no bytes are known`);
        assert.equal(touch.run.value, touch.value);
        const { area } = placed.find((it) => it.limb === touch.limb && it.picture.index === touch.picture.index);
        const [column, row] = [x + frame.x - area[0], y + frame.y - area[1]];
        assert.equal(touch.pixel[1], row);
        straight += touch.pixel[0] === column || touch.pixel[0] === area[2] - 1 - column;
        const costume = game.costume(id);
        const said = costume.at(touch.run.from).runs.filter((run) => run.first === touch.run.first);
        assert.ok(said.some((run) => run.picture.index === touch.picture.index), "the byte leads back to the picture");
      }
    }
    assert.ok(told > 20 && straight === told, `${told} pixels, ${straight} where they should be`);
  });
}

for (const generation of generations.filter((it) => !isDeep(it))) {
  test(`${generation}: after random steps, each tick shows the same picture again, and so does the file`, (it) => {
    const game = open(instance, sample(generation));
    it.after(() => game.free());
    const pick = numbers(99 + generation.length);
    const ids = game.costumes().map((it) => it.id);
    const spec = { view: [0, 0, 320, 200], actors: [{ costume: ids[0], position: [160, 120], steps: [{ perform: "walk" }] }] };
    const scene = game.scene(spec);
    // A fresh scene for comparison: steps before the mark in one list, later ones with ticks. Settings for drawing hold at all ticks.
    let [before, since, looks] = [[], [], []];
    const until = (tick) => {
      let last = 0;
      const calls = since.filter(([at]) => at <= tick).flatMap(([at, call]) => {
        const wait = at - last;
        last = at;
        return [(it) => it.tick(wait), call];
      });
      return [...before, ...calls, (it) => it.tick(tick - last), ...looks];
    };
    const mark = (then) => ([before, since, looks] = [[...until(scene.now), ...then], [], []]);
    // Nothing is freed by itself before the test ends.
    const drawn = (spec, ...calls) => {
      const it = game.scene(spec);
      for (const call of calls) call(it);
      const picture = it.render();
      it.free();
      return picture;
    };
    const fresh = (tick) => drawn(spec, ...until(tick));
    const steps = [{ face: "west" }, { perform: "stand" }, { chore: "walk" }, { speed: 2 }, { ticks: 2 }, { face: "south" }];
    const played = [{ facing: "east" }, { number: 3 }, { facing: "north" }, { vars: { 3: 1 } }, { talking: true }, { talking: false }];
    const drawings = [{ position: [150, 118] }, { scale: 200 }, { palette: { 3: 9 } }, { position: [170, 122], zplane: 1 }];
    for (let i = 0; i < 80; i++) {
      const [now, actor] = [scene.now, pick(scene.actors.length)];
      const does = (call) => {
        call(scene);
        since = [...since.filter(([at]) => at <= now), [now, call]];
      };
      const kind = pick(10);
      if (kind < 2) scene.tick(pick(6));
      else if (kind < 4) scene.seek(pick(12));
      else if (kind < 6) {
        const step = steps[pick(steps.length)];
        does((it) => it.actors[actor].do(step));
      } else if (kind === 6) {
        const [settings, was] = [played[pick(played.length)], JSON.stringify(scene.spec)];
        const call = (it) => it.actors[actor].set(settings);
        call(scene);
        // Setting the same value drops no steps.
        if (JSON.stringify(scene.spec) !== was) since = [...since.filter(([at]) => at <= now), [now, call]];
      } else if (kind === 7) {
        const look = drawings[pick(drawings.length)];
        scene.actors[actor].set(look);
        looks.push((it) => it.actors[actor].set(look));
      } else if (kind === 8) {
        const another = { costume: ids[pick(ids.length)], position: [pick(320), 120], steps: [{ perform: "stand" }] };
        const costume = ids[pick(ids.length)];
        const wears = pick(2) === 0 && costume !== scene.actors[actor].settings.costume;
        const call = wears ? (it) => it.actors[actor].set({ costume }) : (it) => it.add(another);
        if (!wears && scene.actors.length > 3) continue;
        mark([call]);
        call(scene);
        assert.equal(scene.now, 0);
      } else if (scene.actors.length > 1) {
        mark([(it) => it.remove(actor)]);
        scene.remove(actor);
        assert.equal(scene.now, 0);
      }
      const shown = scene.render();
      assert.deepEqual(shown, fresh(scene.now), `${i}: ${kind}`);
      assert.deepEqual(scene.peek(5), fresh(5), `${i}: ${kind}, another tick`);
      const file = JSON.parse(scene.toFile()).scenes[0];
      assert.deepEqual(drawn(file), shown, JSON.stringify(file));
    }
    const [file, out] = [join(folder, `${generation}-past.json`), join(folder, `${generation}-past`)];
    writeFileSync(file, scene.toFile("past"));
    costumier("render", sample(generation), "--scenes", file, "-o", out, "--raw");
    assert.ok(readFileSync(join(out, "past.idx")).equals(scene.renderIndexed().pixels));
    scene.free();
  });
}

test("the file has the ticks before an actor is added, is removed or changes its costume", () => {
  const game = open(instance, sample("v5"));
  const actors = [{ costume: 1, facing: "east", position: [100, 120], steps: [{ perform: "walk" }] }];
  for (const act of [
    (scene) => scene.add({ costume: 2, position: [200, 120], steps: [{ perform: "walk" }] }),
    (scene) => scene.remove(1),
    (scene) => scene.actors[1].set({ costume: 3 }),
  ]) {
    const scene = game.scene({ room: 1, actors: [...actors, { ...actors[0], position: [220, 120] }] });
    scene.tick(5);
    act(scene);
    scene.tick(2);
    const file = JSON.parse(scene.toFile()).scenes[0];
    assert.deepEqual(game.scene(file).render(), scene.render());
    assert.ok(file.steps.some((it) => it.ticks === 5));
  }
});

test("single limbs, flipped actors, timelines", () => {
  const game = open(instance, sample("v5"));
  const scene = game.scene({ actors: [{ costume: 1 }] });
  const [actor] = scene.actors;
  actor.perform("walk", "east");
  const whole = scene.render();
  actor.look({ hidden: [0] });
  assert.ok(actor.placed().every((it) => it.limb !== 0));
  assert.notDeepEqual(scene.render(), whole);
  actor.look({ flip: true });
  const flipped = scene.render();
  assert.equal(flipped.width, whole.width);
  const row = (frame, y) => Array.from({ length: frame.width }, (_, x) => frame.data[(y * frame.width + x) * 4 + 3]);
  for (let y = 0; y < whole.height; y++) assert.deepEqual(row(flipped, y).reverse(), row(whole, y));
  actor.look({});
  assert.deepEqual(scene.render(), whole);
  const timeline = actor.timeline();
  assert.ok(timeline.ticks > 1 && timeline.limbs.length > 0);
  for (const { spans } of timeline.limbs) for (const span of spans) assert.ok(span.from < span.to && span.to <= timeline.ticks);
  scene.tick(timeline.ticks);
  assert.deepEqual(scene.render(), scene.peek(timeline.loops_to));
});

test("actors are added and removed", () => {
  const game = open(instance, sample("v5"));
  const scene = game.scene({ room: 1 });
  const one = scene.add({ costume: 1, position: [80, 120], steps: [{ chore: "init" }] });
  const two = scene.add({ costume: 2, position: [200, 120], steps: [{ chore: "init" }] });
  const [x, y] = two.feet();
  assert.equal(scene.actorAt(x, y - 10), 1);
  scene.remove(one.index);
  assert.equal(two.index, 0);
  assert.equal(scene.actorAt(x, y - 10), 0);
  two.set({ position: [90, 120] });
  assert.deepEqual(two.feet(), [90, 120]);
  // The one that was removed is not the one that has its number now.
  for (const act of [() => one.set({ position: [5, 5] }), () => one.perform("walk", "east"), () => one.feet(), () => one.state()])
    assert.throws(act, (error) => error.kind === "usage" && /^actor is -1/.test(error.text));
  assert.deepEqual([two.feet(), one.index, one.settings], [[90, 120], -1, {}]);
});

for (const generation of deep) {
  test(`${generation}: 16 bits a pixel: looks, what is set, and explanations in the costume's own colours`, () => {
    const path = sample(generation);
    const game = open(instance, path);
    assert.equal(game.info().bits_per_pixel, 16);
    const costume = game.costume(1);
    const [look] = costume.looks();
    // The script sets room colours 63 and 64; costume colours 3 and 4 have them.
    assert.deepEqual(look, { overrides: [], pixels: [[3, 0x7c1f], [4, 0x03e0]], shadow: null, certain: true });
    const scene = game.scene({ room: 3, actors: [{ costume: 1, position: [160, 120], steps: [{ perform: "walk" }] }] });
    const plain = scene.render();
    scene.actors[0].set({ pixels: Object.fromEntries(look.pixels) });
    const dressed = scene.render();
    assert.notDeepEqual(dressed.data, plain.data);
    // `--look` gives the same.
    const [file, out] = [join(folder, `${generation}-look.json`), join(folder, `${generation}-look`)];
    writeFileSync(file, JSON.stringify({ scenes: [{ name: "look", room: 3, actors: [{ costume: 1, position: [160, 120], steps: [{ perform: "walk" }] }] }] }));
    costumier("render", path, "--scenes", file, "--look", 1, "-o", out, "--raw");
    deepAlike("look", dressed.data, readFileSync(join(out, "look.idx")), readFileSync(join(out, "look.555")));
    // An explanation ends with the visible colour, and names its source.
    const { colours } = costume.colours();
    const found = new Set();
    for (let y = 60; y < 144; y += 3) {
      for (let x = 120; x < 220; x += 2) {
        const chain = scene.explain(x, y);
        const at = (y * dressed.width + x) * 4;
        assert.deepEqual([...chain.rgb], [...dressed.data.subarray(at, at + 3)]);
        assert.deepEqual(rgbOf(chain.pixel), [...chain.rgb]);
        const touch = chain.touches.at(-1);
        if (!touch) continue;
        const { own, set, drawn, mixed } = touch.high;
        assert.equal(mixed, false);
        assert.equal(drawn, chain.pixel);
        assert.equal(`#${own.map((it) => it.toString(16).padStart(2, "0")).join("")}`, colours[touch.value].exact);
        assert.deepEqual(rgbOf(drawn), set === null ? [...own] : rgbOf(set));
        assert.equal(set, new Map(look.pixels).get(touch.value) ?? null);
        assert.ok(chain.text.some((line) => line.includes(`colour ${touch.room_colour} of the costume's own`)), chain.text.join("\n"));
        assert.ok(!chain.text.some((line) => /lights, a shadow/.test(line)));
        found.add(touch.value);
      }
    }
    assert.ok(found.has(3) && found.size > 5, [...found].join());
    // A costume without colours of its own has the room's; one of codec 32 has them by pixel value.
    const chains = (id) => {
      const other = game.scene({ actors: [{ costume: id, facing: "east", steps: [{ perform: "walk" }] }] });
      const { width, height, data } = other.render();
      const all = [];
      for (let at = 0; at < width * height; at += 3) {
        if (data[at * 4 + 3] === 0) continue;
        const chain = other.explain(at % width, Math.floor(at / width));
        assert.deepEqual([...chain.rgb], [...data.subarray(at * 4, at * 4 + 3)]);
        all.push(chain.touches.at(-1).high);
      }
      assert.ok(all.length > 20, `costume ${id}`);
      return all;
    };
    assert.ok(chains(2).every((it) => it.own === null && it.set === null));
    assert.ok(chains(3).every((it) => it.own && rgbOf(it.drawn).join() === it.own.join()));
  });
}
