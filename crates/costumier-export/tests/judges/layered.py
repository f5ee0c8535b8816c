"""A reader of .aseprite files, written from their published description (Aseprite's docs/ase-file-specs.md), and what they must say."""

import hashlib
import struct
import zlib
from fractions import Fraction

from PIL import Image

from common import Film, check_film, flip_seen
from stills import shrink

KINDS = {
    0x0004: "old palette",
    0x2004: "layer",
    0x2005: "cel",
    0x2007: "profile",
    0x2018: "tags",
    0x2019: "palette",
    0x2020: "user data",
    0x2022: "slice",
}


class Reader:
    """Little-endian fields from bytes; reading past the end is an error."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, format):
        found = struct.unpack_from("<" + format, self.data, self.at)
        self.at += struct.calcsize("<" + format)
        return found if len(found) > 1 else found[0]

    def text(self):
        length = self.take("H")
        return self.bytes(length).decode("utf-8")

    def bytes(self, length):
        if self.at + length > len(self.data):
            raise ValueError("cut short")
        self.at += length
        return self.data[self.at - length : self.at]

    def rest(self):
        return self.bytes(len(self.data) - self.at)


def layer(it):
    flags, kind, level, _, _, blend, opacity = it.take("6HB")
    it.bytes(3)
    return {"flags": flags, "kind": kind, "level": level, "blend": blend, "opacity": opacity, "name": it.text()}


def cel(it):
    number, x, y, opacity, kind, z = it.take("HhhBHh")
    it.bytes(5)
    found = {"layer": number, "x": x, "y": y, "opacity": opacity, "z": z, "link": None}
    if kind == 1:
        found["link"] = it.take("H")
    elif kind in (0, 2):
        found["size"] = it.take("HH")
        found["pixels"] = it.rest() if kind == 0 else zlib.decompress(it.rest())
        if len(found["pixels"]) != found["size"][0] * found["size"][1]:
            raise ValueError(f"a cel of {found['size']} with {len(found['pixels'])} pixels")
    else:
        raise ValueError(f"cel of kind {kind}")
    return found


def tags(it):
    found = []
    count = it.take("H")
    it.bytes(8)
    for _ in range(count):
        first, last, direction, repeat = it.take("HHBH")
        it.bytes(6 + 3 + 1)
        found.append({"from": first, "to": last, "direction": direction, "repeat": repeat, "name": it.text()})
    return found


def palette(it):
    size, first, last = it.take("III")
    it.bytes(8)
    colours = [(0, 0, 0, 0)] * size
    for k in range(first, last + 1):
        named = it.take("H")
        colours[k] = it.take("4B")
        if named & 1:
            it.text()
    return colours


def slice_(it):
    count, flags, _ = it.take("III")
    found = {"name": it.text(), "keys": []}
    for _ in range(count):
        frame, x, y, width, height = it.take("IiiII")
        if flags & 1:
            it.take("iiII")
        pivot = it.take("ii") if flags & 2 else None
        found["keys"].append({"frame": frame, "bounds": (x, y, width, height), "pivot": pivot})
    return found


READERS = {"layer": layer, "cel": cel, "tags": tags, "palette": palette, "slice": slice_}


def parse(data):
    """A whole file."""
    it = Reader(data)
    length, magic, count, width, height, depth, flags, _speed, _, _, clear = it.take("IHHHHHIHIIB")
    it.bytes(3)
    colours, square = it.take("H"), it.take("BB")
    if magic != 0xA5E0 or length != len(data) or depth != 8:
        raise ValueError(f"header: {magic:#x}, {length} bytes, {depth} bits")
    it.at = 128
    doc = {"size": (width, height), "flags": flags, "clear": clear, "colours": colours, "square": square}
    doc.update(layers=[], frames=[], slices=[], tags=[], palette=None, text=None)
    for _ in range(count):
        start = it.at
        length, magic, old, milliseconds = it.take("IHHH")
        it.bytes(2)
        new = it.take("I")
        if magic != 0xF1FA:
            raise ValueError(f"a frame with magic {magic:#x}")
        frame = {"milliseconds": milliseconds, "cels": []}
        doc["frames"].append(frame)
        target = []
        for _ in range(new or old):
            target = chunk(doc, frame, it, target)
        if it.at != start + length:
            raise ValueError("a frame's chunks are not as long as it says")
    if it.at != len(data):
        raise ValueError("something behind the last frame")
    return doc


def chunk(doc, frame, it, target):
    """Reads a chunk; `target` are the things that user data behind it belongs to, in order."""
    length, number = it.take("IH")
    body = Reader(it.bytes(length - 6))
    kind = KINDS.get(number)
    if kind == "user data":
        flags = body.take("I")
        target[0]["text"] = body.text() if flags & 1 else None
        return target[1:]
    if kind is None:
        raise ValueError(f"chunk {number:#x}")
    if kind in ("profile", "old palette"):
        return [doc]
    found = READERS[kind](body)
    if body.at != len(body.data):
        raise ValueError(f"a {kind} chunk with {len(body.data) - body.at} bytes too many")
    if kind == "palette":
        doc["palette"] = found
        return [doc]
    if kind == "tags":
        doc["tags"] = found
        return list(found)
    {"layer": doc["layers"], "cel": frame["cels"], "slice": doc["slices"]}[kind].append(found)
    return [found]


def compose(doc, frame):
    """A frame as Aseprite shows it: layer over layer."""
    out = Image.new("L", doc["size"], doc["clear"])
    seen = [0 if value == doc["clear"] else 255 for value in range(256)]
    for it in sorted(frame["cels"], key=lambda it: it["layer"] + it["z"]):
        if not doc["layers"][it["layer"]]["flags"] & 1:
            continue
        if it["link"] is not None:
            others = doc["frames"][it["link"]]["cels"]
            linked = next(other for other in others if other["layer"] == it["layer"])
            it = {**linked, "x": it["x"], "y": it["y"]}
        cel = Image.frombytes("L", it["size"], it["pixels"])
        out.paste(cel, (it["x"], it["y"]), cel.point(seen))
    return out.tobytes()


def check(tally, wardrobe, doc):
    what = f"{wardrobe.name} .aseprite"
    tally.same((doc["flags"], doc["clear"], doc["colours"]), (1, 0, len(wardrobe.written)), f"{what}: header")
    tally.same(doc["text"], wardrobe.report["key"], f"{what}: user data of the sprite")
    expected = [(*rgb, wardrobe.alpha(k)) for k, rgb in enumerate(wardrobe.written)]
    tally.same(doc["palette"], expected, f"{what}: palette")
    layers(tally, wardrobe, doc, what)
    (feet,) = doc["slices"]
    (key,) = feet["keys"]
    tally.same((feet["name"], key["frame"], key["bounds"]), ("feet", 0, (0, 0, *doc["size"])), f"{what}: slice")
    reports = {report["name"]: (report, truth) for report, truth in wardrobe.shown()}
    pictures = {}
    for tag in doc["tags"]:
        name, loop = tag["name"].removesuffix("-loop"), tag["name"].endswith("-loop")
        if not tally.fact(name in reports, f"{what}: tag {name}"):
            continue
        report, truth = reports[name]
        tally.fact(tag["direction"] == 0 and tag["repeat"] in (0, 1), f"{what}: {tag}")
        text = f"{report['facing']} · chore {report['chore']} · record {report['record']}" + " · loop" * loop
        tally.same(tag["text"], text, f"{what}: user data of {tag['name']}")
        if loop:
            whole = next(it for it in doc["tags"] if it["name"] == name)
            place = (whole["from"] + report["loops_to"], whole["to"], 0)
            tally.same((tag["from"], tag["to"], tag["repeat"]), place, f"{what}: {tag['name']}")
            continue
        frames = []
        for number in range(tag["from"], tag["to"] + 1):
            frame = doc["frames"][number]
            pictures[number] = pictures.get(number) or compose(doc, frame)
            frames.append((pictures[number], Fraction(frame["milliseconds"], 1000)))
        endless = tag["repeat"] == 0 or (report["loops_to"] or 0) > 0
        film = Film(f"aseprite {name}", doc["size"], key["pivot"], frames, endless, Fraction(1, 1000))
        check_film(tally, wardrobe, film, report, truth)
    listed = {tag["name"] for tag in doc["tags"] if not tag["name"].endswith("-loop")}
    tally.same(listed, set(reports), f"{what}: tags")
    loops = {name for name, (report, _) in reports.items() if (report["loops_to"] or 0) > 0}
    tally.same({it["name"] for it in doc["tags"]} - listed, {f"{name}-loop" for name in loops}, f"{what}: loops")
    tally.same(len(pictures), len(doc["frames"]), f"{what}: frames outside every tag")


def layers(tally, wardrobe, doc, what):
    """A layer for each limb, and each cel the stored picture that its user data names."""
    limbs = [int(it["name"].removeprefix("limb ")) for it in doc["layers"]]
    tally.same(limbs, sorted(set(limbs)), f"{what}: layers")
    for limb, it in zip(limbs, doc["layers"]):
        plain = (it["kind"], it["level"], it["blend"], it["opacity"], it["flags"] & 1)
        tally.same(plain, (0, 0, 0, 255, 1), f"{what}: layer {it['name']}")
        tally.same(it["text"], f"limb-{limb:02}", f"{what}: user data of {it['name']}")
    stored, scale = wardrobe.truth.pictures(), wardrobe.export.scale
    for number, frame in enumerate(doc["frames"]):
        numbers = [it["layer"] for it in frame["cels"]]
        tally.same(len(numbers), len(set(numbers)), f"{what} frame {number}: cels")
        for it in frame["cels"]:
            tally.same((it["opacity"], it["z"]), (255, 0), f"{what} frame {number}: cel")
            if it["link"] is not None:
                tally.fact(it["link"] < number, f"{what} frame {number}: a link to {it['link']}")
                continue
            limb, index = limbs[it["layer"]], int(it["text"].rsplit("-", 1)[1])
            # Pictures of AKOS costumes belong to no limb.
            owner = limb if wardrobe.report["kind"] == "cost" else 0
            tally.same(it["text"], f"limb-{owner:02}-picture-{index:03}", f"{what} frame {number}: user data")
            picture = stored[(owner, index)]
            size = (picture["width"] * scale, picture["height"] * scale)
            tally.same(it["size"], size, f"{what} frame {number}: size of {it['text']}")
            tally.fact(picture["sha256"] in digests(it, scale), f"{what} frame {number}: {it['text']} is another picture")


def digests(it, scale):
    """Hashes of a cel's pixels, as they are and mirrored."""
    small = shrink(it["pixels"], it["size"], scale) or b""
    width = it["size"][0] // scale
    mirrored = b"".join(small[at : at + width][::-1] for at in range(0, len(small), width))
    return [hashlib.sha256(rows).hexdigest() for rows in (small, mirrored)]


def read(wardrobe):
    with open(wardrobe.file("aseprite"), "rb") as file:
        return parse(file.read())


def judge(tally, wardrobe):
    tally.of("aseprite").file()
    check(tally, wardrobe, read(wardrobe))


def breaks(wardrobe):
    def full(doc):
        return next(it for it in reversed(doc["frames"][0]["cels"]) if it["link"] is None)

    def pixel(doc):
        it = full(doc)
        at = next(k for k, value in enumerate(it["pixels"]) if value > 1)
        it["pixels"] = it["pixels"][:at] + bytes([it["pixels"][at] ^ 1]) + it["pixels"][at + 1 :]

    def place(doc):
        full(doc)["x"] += 1

    def owner(doc):
        full(doc)["text"] = "limb-09-picture-000"

    def link(doc):
        cels = (it for frame in doc["frames"] for it in frame["cels"])
        next(it for it in cels if it["link"] is not None)["y"] += 1

    def order(doc):
        doc["layers"].reverse()

    def hidden(doc):
        doc["layers"][-1]["flags"] = 0

    def duration(doc):
        doc["frames"][3]["milliseconds"] += 2

    def pivot(doc):
        key = doc["slices"][0]["keys"][0]
        key["pivot"] = (key["pivot"][0] + 1, key["pivot"][1])

    def tag(doc):
        doc["tags"][-1]["to"] -= 1

    def repeat(doc):
        it = next(it for it in doc["tags"] if it["repeat"] == 0)
        it["repeat"] = 1

    def text(doc):
        doc["tags"][0]["text"] = None

    def clear(doc):
        doc["clear"] = 255

    def colour(doc):
        doc["palette"][2] = (*flip_seen(bytes(doc["palette"][2][:3])), 255)

    doc = read(wardrobe)
    for change in (pixel, place, owner, link, order, hidden, duration, pivot, tag, repeat, text, clear, colour):
        yield "aseprite", change, doc, lambda tally, broken: check(tally, wardrobe, broken)
