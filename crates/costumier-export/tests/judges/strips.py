"""Strips: a PNG for each animation, cut into as many equal cells as its name says, as GameMaker does. Each cell lasts a tick."""

import re
from fractions import Fraction

from PIL import Image

from common import Film, check_film
from stills import check_still, read_still


def read(wardrobe, report):
    path = wardrobe.export.path(next(it["path"] for it in report["files"] if it["format"] == "strips"))
    return {"still": read_still(path), "cells": int(re.search(r"_strip(\d+)\.png$", path)[1])}


def check(tally, wardrobe, doc, report, truth):
    what = f"{wardrobe.name} {report['name']} strip"
    still, count = doc["still"], doc["cells"]
    check_still(tally, wardrobe, still, what)
    (width, height), canvas = still["size"], tuple(report["canvas"])
    tally.same((width, height), (count * canvas[0], canvas[1]), f"{what}: size of {count} cells")
    image = Image.frombytes("L", still["size"], still["pixels"])
    cells = [image.crop((k * width // count, 0, (k + 1) * width // count, height)).tobytes() for k in range(count)]
    # A single frame stays as it is.
    ticks = truth.length if len(report["frames"]) == 1 else 1
    length = ticks * Fraction(wardrobe.export.jiffies, 60)
    said = report["loops_to"] is not None
    film = Film(f"{report['name']} strip", canvas, report["anchor"], [(cell, length) for cell in cells], said, None)
    check_film(tally, wardrobe, film, report, truth)


def judge(tally, wardrobe):
    for report, truth in wardrobe.shown():
        tally.of("strips").file()
        check(tally, wardrobe, read(wardrobe, report), report, truth)


def breaks(wardrobe):
    report, truth = next(it for it in wardrobe.shown() if it[0]["loops_to"] is not None and len(it[0]["frames"]) > 2)
    doc = read(wardrobe, report)

    def pixel(doc):
        pixels = bytearray(doc["still"]["pixels"])
        at = next(k for k in range(len(pixels) // 2, len(pixels)) if pixels[k])
        pixels[at] ^= 1
        doc["still"]["pixels"] = bytes(pixels)

    def cells(doc):
        doc["cells"] += 1

    def shifted(doc):
        doc["still"]["pixels"] = b"\0" + doc["still"]["pixels"][:-1]

    for change in (pixel, cells, shifted):
        yield "strips", change, doc, lambda tally, broken: check(tally, wardrobe, broken, report, truth)
