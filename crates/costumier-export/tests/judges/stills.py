"""PNG pictures and sequences, BMP, and the manifest itself, against the dump's hashes and what is rendered."""

import hashlib
import struct
from fractions import Fraction

from PIL import Image

from common import Film, Wardrobe, check_film, flip_seen


def chunks(path):
    """The chunks of a PNG file that Pillow does not hand out as they are."""
    with open(path, "rb") as file:
        data = file.read()
    at, found = 8, {}
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        found.setdefault(kind.decode(), data[at + 8 : at + 8 + length])
        at += length + 12
    return found


def read_still(path):
    """An indexed picture: format, size, indices, palette, alpha."""
    image = Image.open(path)
    image.load()
    doc = {"kind": (image.format, image.mode), "size": image.size, "pixels": image.tobytes()}
    doc["palette"], doc["alpha"] = bytes(image.getpalette()), b""
    if image.format == "PNG":
        found = chunks(path)
        doc["palette"], doc["alpha"] = found["PLTE"], found.get("tRNS", b"")
    return doc


def check_still(tally, wardrobe, doc, what):
    """What holds for every indexed picture: the palette, entry for entry, and what of it is transparent."""
    flat = b"".join(wardrobe.written)
    png = doc["kind"][0] == "PNG"
    tally.same(doc["kind"], ("PNG" if png else "BMP", "P"), f"{what}: kind")
    palette = doc["palette"] if png else doc["palette"][: len(flat)]
    tally.same(palette, flat, f"{what}: palette")
    if png:
        alphas = [wardrobe.alpha(k) for k in range(len(wardrobe.written))]
        found = list(doc["alpha"]) + [255] * (len(alphas) - len(doc["alpha"]))
        tally.same(found, alphas, f"{what}: tRNS")


def shrink(pixels, size, scale):
    """Every square's upper left pixel; `None` where some square is not of one colour."""
    small = Image.frombytes("L", size, pixels).resize((size[0] // scale, size[1] // scale), Image.NEAREST)
    return small.tobytes() if small.resize(size, Image.NEAREST).tobytes() == pixels else None


def check_picture(tally, wardrobe, doc, report, dump, what):
    """A single picture: its pixels give the dump's hash."""
    check_still(tally, wardrobe, doc, what)
    scale, (left, top) = wardrobe.export.scale, report["trimmed"]
    full = (dump["width"], dump["height"])
    small = shrink(doc["pixels"], doc["size"], scale)
    width, height = doc["size"][0] // scale, doc["size"][1] // scale
    whole = Image.new("L", full, 0)
    if small is not None and left + width <= full[0] and top + height <= full[1]:
        part = Image.frombytes("L", (width, height), small)
        whole.paste(part, (left, top))
        if wardrobe.export.trimmed:
            tally.same(part.getbbox(), (0, 0, width, height), f"{what}: margins that are cut off")
        else:
            tally.same((width, height), full, f"{what}: size")
    digest = hashlib.sha256(whole.tobytes()).hexdigest()
    tally.frame(small is not None and digest == dump["sha256"], f"{what}: its pixels do not give the dump's hash")


def pictures(tally, wardrobe):
    for report in wardrobe.report["pictures"]:
        dump = wardrobe.truth.pictures()[(report["limb"], report["index"])]
        for format, field in (("png", "file"), ("bmp", "bmp")):
            if report[field] is None:
                continue
            what = f"{wardrobe.name} {report[field]}"
            tally.of(format).file(report["same_as"] is None)
            doc = read_still(wardrobe.export.path(report[field]))
            check_picture(tally, wardrobe, doc, report, dump, what)


def read_sequence(wardrobe, report):
    """A PNG sequence as a film; its lengths are the manifest's, which the truth confirms tick by tick."""
    stills = [read_still(wardrobe.export.path(frame["file"])) for frame in report["frames"]]
    tick = Fraction(wardrobe.export.jiffies, 60)
    lengths = [frame["ticks"] * tick for frame in report["frames"]]
    frames = [(still["pixels"], length) for still, length in zip(stills, lengths)]
    film = Film(report["name"], report["canvas"], report["anchor"], frames, report["loops_to"] is not None, None)
    return {"film": film, "stills": stills}


def check_sequence(tally, wardrobe, doc, report, truth):
    what = f"{wardrobe.name} {report['name']}"
    for number, still in enumerate(doc["stills"]):
        tally.file()
        check_still(tally, wardrobe, still, f"{what} frame {number}")
        tally.same(list(still["size"]), report["canvas"], f"{what} frame {number}: canvas")
    check_film(tally, wardrobe, doc["film"], report, truth)


def played(tally, wardrobe, report, truth):
    """What follows the end of an animation: its loop, or its last frame."""
    what = f"{wardrobe.name} {report['name']}"
    length, starts = truth.length, [0]
    for frame in report["frames"]:
        starts.append(starts[-1] + frame["ticks"])
    tally.same(starts[-1], length, f"{what}: ticks of its frames")
    back = length - 1 if report["loops_to"] is None else starts[report["loops_to"]]
    if report["shortened"]:
        return
    for k in range(length, len(truth.ticks)):
        expected = truth.ticks[back + (k - length) % max(length - back, 1)]
        found = truth.ticks[k]
        same = (found.x, found.y, found.pixels) == (expected.x, expected.y, expected.pixels)
        if not same:
            same = found.width == expected.width == 0
        if not tally.fact(same, f"{what}: tick {k} is not what `loops_to` says"):
            return
    seen = any(it.width for it in truth.ticks)
    tally.same(report["status"], "ok" if seen else "blank", f"{what}: status")


def whole(tally, export):
    """The manifest as a whole: keys, hashes, identical pictures; and the list of what was written, with the files' own hashes."""
    with open(f"{export.folder}/.costumier-written", encoding="utf-8") as file:
        listed = dict(line.rstrip("\n").split("  ", 1)[::-1] for line in list(file)[1:])
    for name in export.all_files() - {".costumier-written"}:
        with open(f"{export.folder}/{name}", "rb") as file:
            tally.same(listed.get(name), hashlib.sha256(file.read()).hexdigest(), f"{export.name}: {name} as it is listed")
    keys, content = set(), {}
    for costume in export.manifest["costumes"]:
        known = {}
        for it in costume["pictures"]:
            tally.fact(it["key"] not in keys, f"{export.name}: {it['key']} twice")
            keys.add(it["key"])
            same = (it["sha256"], it["width"], it["height"])
            content.setdefault(same, []).append((costume["id"], it["key"]))
            first = known.setdefault(same, it)
            tally.same(it["same_as"], None if first is it else first["key"], f"{it['key']}: the same as")
            tally.same((it["file"], it["bmp"]), (first["file"], first["bmp"]), f"{it['key']}: files")
            tally.same(it["file"] is None, it["status"] != "ok" and export.trimmed or not it["width"], f"{it['key']}: has no file")
    shared = {same: [key for _, key in of] for same, of in content.items() if len({id for id, _ in of}) > 1 and same[1] and same[2]}
    listed = {(it["sha256"], it["width"], it["height"]): it["keys"] for it in export.manifest["shared_pictures"]}
    for same in shared.keys() | listed.keys():
        mine, theirs = shared.get(same), listed.get(same)
        tally.same(theirs and sorted(theirs), mine and sorted(mine), f"{export.name}: shared pictures of size {same[1:]}")


def manifest(tally, wardrobe):
    """What the manifest says of a costume, against its dump and the colours that `render` shows."""
    tally.of("json").file(wardrobe.report is wardrobe.export.manifest["costumes"][0])
    report, dump = wardrobe.report, wardrobe.truth.dump
    dumped = wardrobe.truth.pictures()
    tally.same(len(report["pictures"]), len(dumped), f"{wardrobe.name}: pictures")
    fields = ["width", "height", "x", "y", "move_x", "move_y", "redirect", "sha256"]
    for it in report["pictures"]:
        found = dumped[(it["limb"], it["index"])]
        tally.same([it[field] for field in fields], [found[field] for field in fields], f"{it['key']}: {fields}")
    records = {(it["chore"], it["facing"]) for it in dump["records"]}
    listed = {(it["chore"], it["facing"]) for it in report["animations"]}
    tally.same(listed, records, f"{wardrobe.name}: chores and facings")
    tally.same(wardrobe.truth.animations.keys(), {it["name"] for it in report["animations"]}, f"{wardrobe.name}: names")
    colours = report["palette"]["colours"]
    tally.same([it["room_colour"] for it in colours], dump["palette"], f"{wardrobe.name}: room colours")
    for k, (it, shown) in enumerate(zip(colours, wardrobe.truth.palette)):
        what = f"{wardrobe.name} colour {k}"
        tally.same(it["exact"] is None, k == 0, f"{what}: has a colour")
        tally.same(it["shadow"], k > 0 and shown is None, f"{what}: is a shadow")
        if shown is None:
            continue
        exact = tuple(bytes.fromhex(it["exact"][1:]))
        tally.same(exact, shown, f"{what}: exact")
        tally.same(tuple(wardrobe.written[k]), exact, f"{what}: written")
    if not wardrobe.export.transparent:
        background = bytes.fromhex(wardrobe.export.background[1:])
        tally.same(wardrobe.written[0], background, f"{wardrobe.name}: background")
    for it in report["animations"]:
        played(tally, wardrobe, it, wardrobe.truth.animations[it["name"]])


def judge(tally, wardrobe):
    manifest(tally, wardrobe)
    pictures(tally, wardrobe)
    for report, truth in wardrobe.shown():
        check_sequence(tally.of("png"), wardrobe, read_sequence(wardrobe, report), report, truth)


def breaks(wardrobe):
    report, truth = next(it for it in wardrobe.shown() if it[0]["loops_to"] is not None)

    def sequence_pixel(doc):
        pixels, length = doc["film"].frames[0]
        doc["film"].frames[0] = (flip_seen(pixels), length)

    def sequence_anchor(doc):
        doc["film"].anchor = (doc["film"].anchor[0], doc["film"].anchor[1] - 1)

    def sequence_alpha(doc):
        doc["stills"][0]["alpha"] = b"\xff"

    def sequence_palette(doc):
        doc["stills"][0]["palette"] = flip_seen(doc["stills"][0]["palette"])

    def sequence_size(doc):
        doc["stills"][0]["size"] = (1, 1)

    doc = read_sequence(wardrobe, report)
    for change in (sequence_pixel, sequence_anchor, sequence_alpha, sequence_palette, sequence_size):
        yield "png", change, doc, lambda tally, broken: check_sequence(tally, wardrobe, broken, report, truth)

    picture = next(it for it in wardrobe.report["pictures"] if it["file"])
    dump = wardrobe.truth.pictures()[(picture["limb"], picture["index"])]

    def pixel(doc):
        doc["pixels"] = flip_seen(doc["pixels"])

    def palette(doc):
        doc["palette"] = flip_seen(doc["palette"][: 3 * len(wardrobe.written)])

    def size(doc):
        doc["size"] = (doc["size"][1], doc["size"][0])

    for format, field in (("png", "file"), ("bmp", "bmp")):
        doc = read_still(wardrobe.export.path(picture[field]))
        for change in (pixel, palette, size):
            yield format, change, doc, lambda tally, broken: check_picture(tally, wardrobe, broken, picture, dump, "it")

    def hashes(doc):
        doc["pictures"][0]["sha256"] = "0"

    def offset(doc):
        doc["pictures"][0]["x"] += 1

    def exact(doc):
        doc["palette"]["colours"][3]["exact"] = "#123456"

    def missing(doc):
        doc["animations"].pop()

    def loops(doc):
        it = next(it for it in doc["animations"] if it["loops_to"] is not None)
        it["loops_to"] = None

    def length(doc):
        doc["animations"][-1]["frames"][0]["ticks"] += 1

    def check(tally, broken):
        manifest(tally, Wardrobe(wardrobe.export, broken, wardrobe.truth))

    for change in (hashes, offset, exact, missing, loops, length):
        yield "json", change, wardrobe.report, check
