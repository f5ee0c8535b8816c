"""What all judges share: the count of what was compared, the export that is judged, and the comparison of animations with the truth."""

import copy
import json
import os
from fractions import Fraction

# Differences that are printed for each format.
MOST_TOLD = 5


class Tally:
    """Files, frames and what was found, by format."""

    def __init__(self):
        self.rows, self.told = {}, {}
        self.format = "?"

    def of(self, format):
        self.format = format
        self.rows.setdefault(format, dict.fromkeys(("files", "frames", "compared", "equal"), 0))
        return self

    def add(self, other):
        """Adds what another tally counted."""
        for format, row in other.rows.items():
            self.of(format)
            for field, count in row.items():
                self.rows[format][field] += count
            self.told.setdefault(format, []).extend(other.told.get(format, []))

    def file(self, count=1):
        self.rows[self.format]["files"] += count

    def frame(self, equal, what):
        """A frame, all of whose pixels were compared."""
        self.rows[self.format]["frames"] += 1
        self.fact(equal, what)

    def fact(self, equal, what):
        """Anything that was compared."""
        row = self.rows[self.format]
        row["compared"] += 1
        row["equal"] += bool(equal)
        if not equal:
            self.told.setdefault(self.format, []).append(what)
        return equal

    def same(self, found, expected, what):
        return self.fact(found == expected, f"{what}: {found!r}, expected {expected!r}")

    def different(self):
        return sum(row["compared"] - row["equal"] for row in self.rows.values())

    def table(self):
        head = ["format", "files", "frames", "compared", "equal", "different"]
        rows = [[name, *row.values(), row["compared"] - row["equal"]] for name, row in self.rows.items()]
        total = ["all", *(sum(row[k] for row in rows) for k in range(1, 6))]
        cells = [[f"{cell:,}" if isinstance(cell, int) else cell for cell in row] for row in [head, *rows, total]]
        widths = [max(len(row[k]) for row in cells) for k in range(6)]
        for row in cells:
            print("  ".join([row[0].ljust(widths[0]), *(cell.rjust(w) for cell, w in zip(row[1:], widths[1:]))]))
        for name, told in self.told.items():
            for line in told[:MOST_TOLD]:
                print(f"different: {name}: {line}")
            if len(told) > MOST_TOLD:
                print(f"different: {name}: {len(told) - MOST_TOLD} more")


# What rows of the manifest leave out where it is so.
USUAL_PICTURE = {"move_x": 0, "move_y": 0, "status": "ok", "trimmed": [0, 0]}
USUAL_PICTURE.update(dict.fromkeys(["redirect", "sha256", "file", "bmp", "same_as"]))
USUAL_ANIMATION = {"mirrored": False, "status": "ok", "shortened": False, **dict.fromkeys(["role", "error", "view", "loops_to"])}


def in_full(manifest):
    """A manifest whose rows say everything: what they leave out, and what they name by number (docs/json.md)."""
    for costume in manifest["costumes"]:
        key, names, poses = costume["key"], costume.pop("shown_in"), costume.pop("poses")
        for it in costume["pictures"]:
            it["key"] = f"{key}/limb-{it['limb']:02}-picture-{it['index']:03}"
            it["used_by"] = [names[number] for number in it.get("used_by", [])]
            if "same_as" in it:
                it["same_as"] = f"{key}/{it['same_as']}"
            for field, usual in USUAL_PICTURE.items():
                it.setdefault(field, usual)
        for it in costume["animations"]:
            for field, usual in USUAL_ANIMATION.items():
                it.setdefault(field, usual)
            for frame in it["frames"]:
                frame.setdefault("file", None)
                frame["pictures"] = [placed(*numbers) for numbers in poses[frame.pop("pose")]]
        for file in (file for it in [costume, *costume["animations"]] for file in it["files"]):
            file.setdefault("note", None)
    return manifest


def placed(limb, picture, x, y, mirrored=False):
    return {"limb": limb, "picture": picture, "x": x, "y": y, **({"mirrored": True} if mirrored else {})}


class Export:
    """A folder that `export` wrote, with its manifest."""

    def __init__(self, folder, name=""):
        self.folder = folder
        self.name = name
        with open(f"{folder}/manifest.json", encoding="utf-8") as file:
            self.manifest = in_full(json.load(file))
        self.scale = self.manifest["scale_up"]
        self.jiffies = self.manifest["jiffies_per_tick"]
        self.trimmed = self.manifest["trimmed"]
        self.background = self.manifest["background"]
        self.transparent = self.background == "transparent"
        # Files that a judge has read.
        self.read = {"manifest.json", "index.html", ".costumier-written"}

    def path(self, name):
        self.read.add(name)
        return f"{self.folder}/{name}"

    def all_files(self):
        found = set()
        for at, _, names in os.walk(self.folder):
            found.update(os.path.relpath(f"{at}/{name}", self.folder) for name in names)
        return found


class Wardrobe:
    """One costume of an export, with what is true of it."""

    def __init__(self, export, report, truth):
        self.export, self.report, self.truth = export, report, truth
        colours = report["palette"]["colours"]
        self.written = [bytes.fromhex(it["written"][1:]) for it in colours]
        self.shadows = [it["shadow"] for it in colours]
        self.name = f"{export.name} {report['key']}"
        self.tables = {}

    def shown(self):
        """The animations that have files, with what is true of them."""
        for report in self.report["animations"]:
            if report["status"] != "blank":
                yield report, self.truth.animations[report["name"]]

    def file(self, format, ending=""):
        """The path of the costume's file of a format."""
        for it in self.report["files"]:
            if it["format"] == format and it["path"].endswith(ending):
                return self.export.path(it["path"])
        raise KeyError(f"{self.name}: no {format} file {ending}")

    def alpha(self, k, half=True):
        if not self.export.transparent:
            return 255
        return 0 if k == 0 else 128 if half and self.shadows[k] else 255

    def rgba(self, indices, half=True):
        """Costume colours as red, green, blue, alpha; nothing is four zeros. Without `half`, shadows are opaque."""
        if half not in self.tables:
            rows = [(*rgb, self.alpha(k, half)) for k, rgb in enumerate(self.written)]
            rows = [row if row[3] else (0, 0, 0, 0) for row in rows]
            self.tables[half] = [bytes(row[c] for row in rows).ljust(256, b"\0") for c in range(4)]
        out = bytearray(4 * len(indices))
        for channel, table in enumerate(self.tables[half]):
            out[channel::4] = indices.translate(table)
        return bytes(out)


def cleared(rgba):
    """Transparent pixels as four zeros: formats keep any colour there."""
    alpha = rgba[3::4]
    if 0 not in alpha:
        return rgba
    mask = alpha.translate(bytes([0]) + bytes([255]) * 255)
    out = bytearray(rgba)
    size = len(alpha)
    for channel in range(4):
        both = int.from_bytes(rgba[channel::4], "little") & int.from_bytes(mask, "little")
        out[channel::4] = both.to_bytes(size, "little")
    return bytes(out)


class Film:
    """An animation as somebody else's reader found it: frames of pixels and lengths."""

    def __init__(self, name, canvas, anchor, frames, endless, unit, half=True):
        self.name, self.canvas, self.anchor = name, tuple(canvas), tuple(anchor)
        # Pairs of pixels and seconds. Pixels are costume colours, or red, green, blue and alpha.
        self.frames = frames
        # Whether it is said to repeat for ever.
        self.endless = endless
        # The smallest time that the format can say, in seconds; None where all is exact.
        self.unit = unit
        self.half = half


def check_film(tally, wardrobe, film, report, truth):
    """Compares a film with the truth: every frame with every tick that it lasts."""
    what = f"{wardrobe.name} {film.name}"
    scale, jiffy = wardrobe.export.scale, Fraction(1, 60)
    tick_length = wardrobe.export.jiffies * jiffy
    end, tick = Fraction(0), 0
    size = film.canvas[0] * film.canvas[1]
    for number, (pixels, length) in enumerate(film.frames):
        end += length
        last = round(end / tick_length)
        off = abs(end - last * tick_length)
        if film.unit is None:
            tally.fact(off == 0, f"{what} frame {number}: ends at {float(end)} s, between two ticks")
        else:
            tally.fact(2 * off <= film.unit, f"{what} frame {number}: ends {float(off)} s beside its tick")
        equal = last > tick and last <= truth.length
        for k in range(tick, min(last, truth.length)):
            expected = truth.ticks[k].on(film.canvas, film.anchor, scale)
            if expected is not None and len(pixels) == 4 * size:
                key = (film.canvas, film.anchor, scale, film.half, wardrobe.name)
                cache = truth.ticks[k].cache
                if key not in cache:
                    cache[key] = wardrobe.rgba(expected, film.half)
                expected = cache[key]
            equal = equal and pixels == expected
        tally.frame(equal, f"{what} frame {number}, ticks {tick} to {last - 1}")
        tick = last
    tally.same(tick, truth.length, f"{what}: ticks in all")
    tally.same(film.endless, report["loops_to"] is not None, f"{what}: repeats")


def changed(doc, change):
    """A copy with something broken."""
    broken = copy.deepcopy(doc)
    change(broken)
    return broken


def flip_seen(pixels):
    """The same pixels with one changed, the last: where that is transparent, its alpha is."""
    return pixels[:-1] + bytes([pixels[-1] ^ 1])
