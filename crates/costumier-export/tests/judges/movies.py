"""GIF, APNG and WebP, read by Pillow; gifsicle, ffmpeg and webpinfo give second opinions about structure and time."""

import re
import subprocess
from fractions import Fraction

from PIL import GifImagePlugin, Image

from common import Film, check_film, cleared, flip_seen
from truth import run

# Indices stay indices where a file has one palette.
GifImagePlugin.LOADING_STRATEGY = GifImagePlugin.LoadingStrategy.RGB_AFTER_DIFFERENT_PALETTE_ONLY

FORMATS = ["gif", "apng", "webp"]
UNITS = {"gif": Fraction(1, 100), "webp": Fraction(1, 1000), "apng": None}


def read(wardrobe, format, report):
    """A film, and what else is known of the file."""
    path = wardrobe.export.path(next(it["path"] for it in report["files"] if it["format"] == format))
    image = Image.open(path)
    frames, facts = [], {"format": image.format, "palette": None, "disposals": []}
    passed = 0
    for number in range(image.n_frames):
        image.seek(number)
        image.load()
        if format == "webp":
            length = Fraction(image.info["duration"], 1000)
            pixels = cleared(image.tobytes())
        else:
            length = Fraction(image.info["duration"]).limit_denominator(60000) / 1000
            pixels = image.tobytes()
            facts["disposals"].append(image.disposal_method if format == "gif" else image.info["disposal"])
            facts["palette"] = bytes(image.getpalette())
            facts["clear"] = image.info.get("transparency")
        facts["mode"] = image.mode
        passed += length
        frames.append((pixels, length))
    loop = image.info.get("loop")
    # GIF: no loop block means once.
    film = Film(report["name"], image.size, report["anchor"], frames, loop == 0, UNITS[format], format != "gif")
    return {"film": film, "facts": facts, "loop": loop, "path": path, "format": format}


def check(tally, wardrobe, doc, report, truth):
    format, facts, film = doc["format"], doc["facts"], doc["film"]
    what = f"{wardrobe.name} {report['name']}.{format}"
    transparent = wardrobe.export.transparent
    tally.file()
    tally.same(list(film.canvas), report["canvas"], f"{what}: canvas")
    check_film(tally, wardrobe, film, report, truth)
    once = None if format == "gif" else 1
    tally.same(doc["loop"], 0 if report["loops_to"] is not None else once, f"{what}: times it is played")
    if format == "webp":
        return
    tally.same(facts["mode"], "P", f"{what}: mode")
    count = len(wardrobe.written)
    flat = b"".join(wardrobe.written)
    tally.same(facts["palette"][: 3 * count], flat, f"{what}: palette")
    disposal = {"gif": 2 if transparent else 1, "apng": 1}[format]
    tally.same(set(facts["disposals"]), {disposal}, f"{what}: disposal")
    clear = facts["clear"]
    if format == "apng" and isinstance(clear, bytes):
        alphas = [wardrobe.alpha(k) for k in range(count)]
        tally.same(list(clear) + [255] * (count - len(clear)), alphas, f"{what}: tRNS")
    else:
        tally.same(clear, 0 if transparent else None, f"{what}: transparent index")


def minimal(tally, wardrobe, report, truth):
    """The canvas is as small as it can be: around what is seen where margins are cut off, else around the pictures' rectangles."""
    (width, height), (ax, ay), scale = report["canvas"], report["anchor"], wardrobe.export.scale
    found = [-ax, -ay, width - ax, height - ay]
    if wardrobe.export.trimmed:
        expected = list(truth.box())
    else:
        pictures = wardrobe.truth.pictures()
        boxes = []
        for placed in (it for frame in report["frames"] for it in frame["pictures"]):
            picture = pictures.get((placed["limb"], placed["picture"])) or pictures[(0, placed["picture"])]
            x, y, w, h = placed["x"], placed["y"], picture["width"], picture["height"]
            if w and h:
                boxes.append((1 - x - w if report["mirrored"] else x, y, 1 - x if report["mirrored"] else x + w, y + h))
        columns = list(zip(*boxes))
        expected = [min(columns[0]), min(columns[1]), max(columns[2]), max(columns[3])]
    tally.same(found, [side * scale for side in expected], f"{wardrobe.name} {report['name']}: canvas around the anchor")


def second_opinion(tally, wardrobe, doc, report, deep):
    """What gifsicle, ffmpeg or webpinfo say of the file, against what Pillow said."""
    film, path = doc["film"], doc["path"]
    what = f"{wardrobe.name} {report['name']}"
    lengths = [length for _, length in film.frames]
    if doc["format"] == "gif":
        text = run("gifsicle", "--info", path).decode()
        tally.of("gif (gifsicle)").file()
        delays = [Fraction(it) for it in re.findall(r"delay ([0-9.]+)s", text)]
        tally.same(delays, lengths, f"{what}: delays")
        screen = tuple(map(int, re.search(r"logical screen (\d+)x(\d+)", text).groups()))
        tally.same(screen, film.canvas, f"{what}: screen")
        tally.same("loop forever" in text, film.endless, f"{what}: repeats")
        clear = wardrobe.export.transparent
        tally.same(text.count("disposal background"), len(lengths) if clear else 0, f"{what}: disposal")
        tally.same(text.count(" transparent 0\n"), len(lengths) if clear else 0, f"{what}: transparent index")
        tally.fact("local color table" not in text, f"{what}: a palette of a frame's own")
    elif doc["format"] == "webp":
        text = run("webpinfo", path).decode()
        tally.of("webp (webpinfo)").file()
        tally.fact("No error detected" in text and "WARNING" not in text.upper(), f"{what}: {text[-200:]}")
        lengths = [length * 1000 for length in lengths]
        tally.same([int(it) for it in re.findall(r"Duration: (\d+)", text)], lengths, f"{what}: lengths")
        tally.same(int(re.search(r"Loop count\s*: (\d+)", text)[1]), doc["loop"], f"{what}: times it is played")
        tally.fact("Lossy" not in text, f"{what}: lossy")
    elif deep:
        words = ["ffprobe", "-v", "error", "-show_entries", "frame=pts_time", "-of", "csv=p=0", path]
        starts = [Fraction(it.strip(",")) for it in run(*words).decode().split()]
        expected = [sum(lengths[:k], Fraction(0)) for k in range(len(lengths))]
        tally.of("apng (ffmpeg)").file()
        near = len(starts) == len(expected) and all(abs(a - b) < Fraction(1, 1000) for a, b in zip(starts, expected))
        tally.fact(near, f"{what}: ffprobe's times {list(map(float, starts))}")
        words = ["ffmpeg", "-v", "error", "-i", path, "-vsync", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgba", "-"]
        pixels = subprocess.run(words, capture_output=True, check=True).stdout
        size = 4 * film.canvas[0] * film.canvas[1]
        tally.same(len(pixels), size * len(lengths), f"{what}: bytes of pixels")
        for number, (mine, _) in enumerate(film.frames):
            theirs = cleared(pixels[number * size : (number + 1) * size])
            tally.frame(theirs == wardrobe.rgba(mine), f"{what} frame {number}: ffmpeg sees other pixels than Pillow")


def judge(tally, wardrobe):
    count = 0
    for report, truth in wardrobe.shown():
        minimal(tally.of("gif"), wardrobe, report, truth)
        for format in FORMATS:
            doc = read(wardrobe, format, report)
            check(tally.of(format), wardrobe, doc, report, truth)
            second_opinion(tally, wardrobe, doc, report, deep=count % 6 == 0)
        count += 1


def breaks(wardrobe):
    """Documents with one thing broken each: format, what, and a call that checks it."""
    report, truth = next(it for it in wardrobe.shown() if it[0]["loops_to"] is not None and len(it[0]["frames"]) > 2)

    def pixel(doc):
        doc["film"].frames[1] = (flip_seen(doc["film"].frames[1][0]), doc["film"].frames[1][1])

    def delay(doc):
        pixels, length = doc["film"].frames[1]
        doc["film"].frames[1] = (pixels, length + Fraction(1, 100))

    def drift(doc):
        doc["film"].frames = [(pixels, length + Fraction(1, 1000)) for pixels, length in doc["film"].frames]

    def order(doc):
        frames = doc["film"].frames
        other = next(k for k, frame in enumerate(frames) if frame[0] != frames[0][0])
        frames[0], frames[other] = (frames[other][0], frames[0][1]), (frames[0][0], frames[other][1])

    def missing(doc):
        doc["film"].frames.pop()

    def loop(doc):
        doc["film"].endless, doc["loop"] = False, 1

    def anchor(doc):
        doc["film"].anchor = (doc["film"].anchor[0] + 1, doc["film"].anchor[1])

    def palette(doc):
        doc["facts"]["palette"] = flip_seen(doc["facts"]["palette"][: 3 * len(wardrobe.written)])

    def disposal(doc):
        doc["facts"]["disposals"][0] = 3

    def clear(doc):
        doc["facts"]["clear"] = 5

    for format in FORMATS:
        doc = read(wardrobe, format, report)
        for change in (pixel, delay, drift, order, missing, loop, anchor, palette, disposal, clear):
            if format == "webp" and change in (palette, disposal, clear):
                continue
            yield format, change, doc, lambda tally, broken: check(tally, wardrobe, broken, report, truth)
