"""The sprite sheet with Aseprite's, TexturePacker's and Godot's data: every frame cut out and laid on its canvas."""

import json
from fractions import Fraction

from PIL import Image

import godot
from common import Film, check_film, flip_seen
from stills import check_still, read_still


class Sheet:
    """A sheet that frames are cut out of."""

    def __init__(self, still, canvas):
        self.image, self.canvas = Image.frombytes("L", still["size"], still["pixels"]), canvas
        self.known = {}

    def cut(self, frame, source):
        """A part of the sheet where it lies on its canvas."""
        if (frame, source) not in self.known:
            whole = Image.new("L", self.canvas, 0)
            x, y, width, height = frame
            whole.paste(self.image.crop((x, y, x + width, y + height)), source[:2])
            self.known[frame, source] = whole.tobytes()
        return self.known[frame, source]


def square(it):
    return (it["x"], it["y"], it["w"], it["h"])


def read(wardrobe):
    """The sheet and its data files."""
    doc = {"sheet": read_still(wardrobe.file("sheet", ".png"))}
    for key, format, ending in (
        ("cells", "sheet", "sheet.json"),
        ("hash", "aseprite-json", "sheet-aseprite.json"),
        ("array", "aseprite-json", "sheet-aseprite-array.json"),
        ("packer", "texturepacker-json", "sheet-texturepacker.json"),
    ):
        with open(wardrobe.file(format, ending), encoding="utf-8") as file:
            doc[key] = json.load(file)
    for key, ending in (("godot", "sprite-frames.tres"), ("scene", "sprite.tscn")):
        with open(wardrobe.file("godot", ending), encoding="utf-8") as file:
            doc[key] = godot.parse(file.read())
    return doc


def check_image(tally, wardrobe, doc):
    check_still(tally, wardrobe, doc["sheet"], f"{wardrobe.name} sheet")
    frames = {square(it["frame"]) for it in doc["array"]["frames"]}
    what = f"{wardrobe.name} sheet"
    width, height = doc["sheet"]["size"]
    tally.fact(all(x + w <= width and y + h <= height for x, y, w, h in frames), f"{what}: a frame outside")
    # Neighbours stand apart, so that nothing bleeds where the sheet is scaled; or side by side, where the call says so.
    gap = 0 if wardrobe.export.name.endswith("rows") else 1
    taken = Image.new("L", (width + gap, height + gap), 0)
    for x, y, w, h in frames:
        free = taken.crop((x, y, x + w + gap, y + h + gap)).getbbox() is None
        tally.fact(free, f"{what}: frame {(x, y, w, h)} touches another one")
        taken.paste(1, (x, y, x + w + gap, y + h + gap))
    if wardrobe.export.name.endswith("rows"):
        tally.same(len({it[2:] for it in frames}), 1, f"{what}: sizes of frames in rows")


def check_cells(tally, wardrobe, doc):
    """The short data of a sheet."""
    data, what = doc["cells"], f"{wardrobe.name} sheet.json"
    scale, canvas = wardrobe.export.scale, tuple(data["canvas"])
    tally.same((data["image"], tuple(data["size"])), ("sheet.png", doc["sheet"]["size"]), f"{what}: image")
    gap = 0 if wardrobe.export.name.endswith("rows") else scale
    tally.same((data["scale_up"], data["gap"]), (scale, gap), f"{what}: scale, gap")
    rects, tags, ticks = [], [], {}
    for it in data["animations"]:
        tags.append({"name": it["name"], "from": len(rects), "to": len(rects) + len(it["frames"]) - 1, "endless": it["repeats"]})
        ticks[it["name"]] = [frame["ticks"] for frame in it["frames"]]
        for frame in it["frames"]:
            seconds = Fraction(frame["milliseconds"], 1000)
            rects.append((tuple(frame["rect"]), (*frame["at"], *frame["rect"][2:]), seconds))
    whole = all(source[2:] == canvas for _, source, _ in rects)
    tally.same(data["cell"], data["canvas"] if whole else None, f"{what}: cell")
    for report, _ in wardrobe.shown():
        tally.same(ticks.get(report["name"]), [frame["ticks"] for frame in report["frames"]], f"{what}: {report['name']}: ticks")
    films(tally, wardrobe, "cells", rects, tags, doc["sheet"], canvas, tuple(data["pivot"]))


def films(tally, wardrobe, what, frames, tags, sheet, canvas, anchor, unit=Fraction(1, 1000)):
    """Compares each tag of a sheet with its animation. `frames` are (frame, source, seconds)."""
    reports = {report["name"]: (report, truth) for report, truth in wardrobe.shown()}
    loops = {name + "-loop": it for name, it in reports.items() if (it[0]["loops_to"] or 0) > 0}
    tally.same({tag["name"] for tag in tags}, reports.keys() | loops.keys(), f"{what}: tags")
    sheet = Sheet(sheet, canvas)
    for tag in tags:
        stretch = frames[tag["from"] : tag["to"] + 1]
        if tag["name"] in loops:
            report, truth = loops[tag["name"]]
            start = report["loops_to"]
            tally.same(len(stretch), len(report["frames"]) - start, f"{what}: frames of {tag['name']}")
            whole = next(it for it in tags if it["name"] == report["name"])
            tally.same(stretch, frames[whole["from"] + start : whole["to"] + 1], f"{what}: {tag['name']}")
            tally.fact(tag["endless"], f"{what}: {tag['name']} repeats")
            continue
        if tag["name"] not in reports:
            continue
        report, truth = reports[tag["name"]]
        pictures = [(sheet.cut(frame, source), seconds) for frame, source, seconds in stretch]
        # An animation that begins outside its loop is played once, and its loop follows.
        said = tag["endless"] or tag["name"] + "-loop" in loops
        check_film(tally, wardrobe, Film(f"{what} {tag['name']}", canvas, anchor, pictures, said, unit), report, truth)


def check_aseprite(tally, wardrobe, doc, form):
    data = doc[form]
    what = f"{wardrobe.name} {form}"
    frames = data["frames"]
    if form == "hash":
        frames = [{"filename": name, **it} for name, it in frames.items()]
    meta = data["meta"]
    tally.same((meta["image"], meta["size"]), ("sheet.png", dict(zip("wh", doc["sheet"]["size"]))), f"{what}: image")
    # Phaser finds frames by their numbers.
    tally.same([it["filename"] for it in frames], [str(k) for k in range(len(frames))], f"{what}: names")
    sizes = {(it["sourceSize"]["w"], it["sourceSize"]["h"]) for it in frames}
    (key,) = meta["slices"][0]["keys"]
    tally.same(sizes, {(key["bounds"]["w"], key["bounds"]["h"])}, f"{what}: source sizes and the slice")
    canvas = min(sizes)
    rects = []
    for it in frames:
        frame, source = square(it["frame"]), square(it["spriteSourceSize"])
        fits = source[0] + source[2] <= canvas[0] and source[1] + source[3] <= canvas[1]
        tally.fact(fits and frame[2:] == source[2:] and not it["rotated"], f"{what}: {it['filename']}: {source} of {canvas}")
        tally.same(it["trimmed"], source[2:] != canvas, f"{what}: {it['filename']}: trimmed")
        rects.append((frame, source, Fraction(it["duration"], 1000)))
    for it in meta["frameTags"]:
        tally.fact(it["direction"] == "forward" and it.get("repeat") in (None, "1"), f"{what}: tag {it}")
    tags = [{**it, "endless": "repeat" not in it} for it in meta["frameTags"]]
    anchor = (key["pivot"]["x"], key["pivot"]["y"])
    films(tally, wardrobe, form, rects, tags, doc["sheet"], canvas, anchor)


def check_packer(tally, wardrobe, doc):
    data = doc["packer"]
    what = f"{wardrobe.name} texturepacker"
    meta, frames = data["meta"], data["frames"]
    tally.same((meta["image"], meta["size"]), ("sheet.png", dict(zip("wh", doc["sheet"]["size"]))), f"{what}: image")
    (canvas,) = {(it["sourceSize"]["w"], it["sourceSize"]["h"]) for it in frames.values()}
    points = {(it[field]["x"], it[field]["y"]) for it in frames.values() for field in ("anchor", "pivot")}
    tally.same(len(points), 1, f"{what}: anchors")
    x, y = points.pop()
    anchor = (round(x * canvas[0]), round(y * canvas[1]))
    near = abs(x * canvas[0] - anchor[0]) + abs(y * canvas[1] - anchor[1]) < 1e-6
    tally.fact(near, f"{what}: the anchor {x, y} is no pixel of {canvas}")
    tick = Fraction(wardrobe.export.jiffies, 60)
    tally.same((meta["jiffies_per_tick"], meta["ticks_per_frame"]), (wardrobe.export.jiffies, 1), f"{what}: speed")
    rects, tags = [], []
    for name, names in data["animations"].items():
        start = len(rects)
        for it in (frames[frame] for frame in names):
            tally.same(it["trimmed"], square(it["spriteSourceSize"])[2:] != canvas, f"{what}: {name}: trimmed")
            rects.append((square(it["frame"]), square(it["spriteSourceSize"]), tick))
        # The format has no word for what repeats.
        said = next((r["loops_to"] is not None for r, _ in wardrobe.shown() if r["name"] == name), True)
        tags.append({"name": name, "from": start, "to": len(rects) - 1, "endless": said})
    # Names that repeat say how long a frame lasts; a duration would say it twice.
    tally.fact(all("duration" not in it for it in frames.values()), f"{what}: durations")
    packed_films(tally, wardrobe, rects, tags, doc["sheet"], canvas, anchor)


def packed_films(tally, wardrobe, rects, tags, sheet, canvas, anchor):
    """TexturePacker's loops begin where a tick does, not a frame, so they are compared by ticks."""
    reports = {report["name"]: report for report, _ in wardrobe.shown()}
    whole = [tag for tag in tags if tag["name"] in reports]
    for tag in tags:
        name = tag["name"].removesuffix("-loop")
        if tag in whole or not tally.fact(name in reports, f"{wardrobe.name}: animation {tag['name']}"):
            continue
        report = reports[name]
        ticks = sum(frame["ticks"] for frame in report["frames"][report["loops_to"] :])
        of = next(it for it in whole if it["name"] == name)
        stretch = rects[tag["from"] : tag["to"] + 1]
        tally.same(stretch, rects[of["to"] + 1 - ticks : of["to"] + 1], f"{wardrobe.name}: {tag['name']}")
    expected = [name for name, it in reports.items() if (it["loops_to"] or 0) > 0]
    found = [tag["name"].removesuffix("-loop") for tag in tags if tag not in whole]
    tally.same(sorted(found), sorted(expected), f"{wardrobe.name}: loops")
    sheet = Sheet(sheet, canvas)
    for tag in whole:
        stretch = rects[tag["from"] : tag["to"] + 1]
        pictures = [(sheet.cut(frame, source), seconds) for frame, source, seconds in stretch]
        film = Film(f"texturepacker {tag['name']}", canvas, anchor, pictures, tag["endless"], None)
        check_film(tally, wardrobe, film, reports[tag["name"]], wardrobe.truth.animations[tag["name"]])
    tally.same({tag["name"] for tag in whole}, reports.keys(), f"{wardrobe.name}: animations")


def check_godot(tally, wardrobe, doc):
    found = godot.frames(doc["godot"])
    what = f"{wardrobe.name} godot"
    tally.same(found["image"], "sheet.png", f"{what}: image")
    tally.same(found["load_steps"], found["resources"] + 1, f"{what}: load_steps")
    scene = godot.scene(doc["scene"])
    tally.same(scene["resource"], "sprite-frames.tres", f"{what}: the scene's resource")
    tally.same(scene["offset"], tuple(-side for side in found["anchor"]), f"{what}: the scene's offset")
    tally.fact(scene["plays"] in {tag["name"] for tag in found["tags"]}, f"{what}: the scene plays {scene['plays']}")
    if tally.same(len(found["canvases"]), 1, f"{what}: sizes of textures"):
        films(tally, wardrobe, "godot", found["frames"], found["tags"], doc["sheet"], min(found["canvases"]), found["anchor"], None)


def judge(tally, wardrobe):
    doc = read(wardrobe)
    tally.of("sheet").file(2)
    check_image(tally, wardrobe, doc)
    check_cells(tally, wardrobe, doc)
    for form in ("hash", "array"):
        tally.of("aseprite-json").file()
        check_aseprite(tally, wardrobe, doc, form)
    tally.of("texturepacker-json").file()
    check_packer(tally, wardrobe, doc)
    tally.of("godot").file()
    check_godot(tally, wardrobe, doc)


def breaks(wardrobe):
    doc = read(wardrobe)
    name = next(report["name"] for report, _ in wardrobe.shown() if report["loops_to"] is not None and len(report["frames"]) > 2)

    def pixel(doc):
        x, y, w, h = square(doc["array"]["frames"][0]["frame"])
        at = (y + h // 2) * doc["sheet"]["size"][0] + x + w // 2
        pixels = bytearray(doc["sheet"]["pixels"])
        pixels[at] ^= 1
        doc["sheet"]["pixels"] = bytes(pixels)

    def palette(doc):
        doc["sheet"]["palette"] = flip_seen(doc["sheet"]["palette"])

    def touching(doc):
        doc["array"]["frames"][0]["frame"]["w"] += 2

    yield "sheet", palette, doc, lambda tally, broken: check_image(tally, wardrobe, broken)
    yield "sheet", touching, doc, lambda tally, broken: check_image(tally, wardrobe, broken)

    def every(change):
        def both(doc):
            first = next(iter(doc["hash"]["frames"].values()))
            change(first, doc["hash"]["meta"])
            change(doc["array"]["frames"][0], doc["array"]["meta"])

        both.__name__ = change.__name__
        return both

    def duration(frame, meta):
        frame["duration"] += 1

    def pivot(frame, meta):
        meta["slices"][0]["keys"][0]["pivot"]["y"] -= 1

    def place(frame, meta):
        frame["frame"]["x"] += 1

    def source(frame, meta):
        frame["spriteSourceSize"]["y"] += 1

    def tag(frame, meta):
        meta["frameTags"][-1]["from"] += 1

    def repeat(frame, meta):
        next(it for it in meta["frameTags"] if it["name"] == name)["repeat"] = "1"

    def trimmed(frame, meta):
        frame["trimmed"] = not frame["trimmed"]

    def named(doc):
        doc["array"]["frames"][0]["filename"] = "walk 0.aseprite"

    def cell(change):
        def one(doc):
            change(doc["cells"], doc["cells"]["animations"][0]["frames"][0])

        one.__name__ = f"cell_{change.__name__}"
        return one

    def rect(data, frame):
        frame["rect"][0] += 1

    def ticks(data, frame):
        frame["ticks"] += 1

    def pivots(data, frame):
        data["pivot"][0] += 1

    def gap(data, frame):
        data["gap"] += 1

    for change in map(cell, (rect, ticks, pivots, gap)):
        yield "sheet", change, doc, lambda tally, broken: check_cells(tally, wardrobe, broken)
    for form in ("hash", "array"):
        for change in (pixel, *map(every, (duration, pivot, place, source, tag, repeat, trimmed))):
            yield "aseprite-json", change, doc, lambda tally, broken: check_aseprite(tally, wardrobe, broken, form)
    yield "aseprite-json", named, doc, lambda tally, broken: check_aseprite(tally, wardrobe, broken, "array")

    def packer(change):
        def one(doc):
            change(doc["packer"], next(iter(doc["packer"]["frames"].values())))

        one.__name__ = change.__name__
        return one

    def packer_anchor(data, frame):
        frame["anchor"]["x"] += 0.1

    def packer_all_anchors(data, frame):
        for it in data["frames"].values():
            it["anchor"]["y"] = it["pivot"]["y"] = 1 / it["sourceSize"]["h"]

    def packer_place(data, frame):
        frame["frame"]["y"] += 1

    def packer_source(data, frame):
        frame["spriteSourceSize"]["x"] += 1

    def packer_order(data, frame):
        data["animations"][name][0], data["animations"][name][-1] = data["animations"][name][-1], data["animations"][name][1]

    def packer_length(data, frame):
        data["animations"][name].append(data["animations"][name][-1])

    def packer_duration(data, frame):
        frame["duration"] = 100

    changes = (packer_anchor, packer_all_anchors, packer_place, packer_source, packer_order, packer_length, packer_duration)
    for change in (pixel, *map(packer, changes)):
        yield "texturepacker-json", change, doc, lambda tally, broken: check_packer(tally, wardrobe, broken)
    for change in (pixel, *godot.changes(name)):
        yield "godot", change, doc, lambda tally, broken: check_godot(tally, wardrobe, broken)
