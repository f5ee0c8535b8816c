"""The contact sheet, the sheet for sprite archives, and the palette files."""

import struct

from PIL import GimpPaletteFile, Image

from stills import read_still

# Side of a colour's square, and empty pixels between pictures.
SWATCH = 10
GAP = 5
# What is behind the pictures where no colour is asked for.
SLATE = bytes([0x4A, 0x55, 0x68])
# What is behind them on a sheet for sprite archives: one of these, which is far from the colours of the costume.
FAR = [bytes.fromhex(it) for it in ("2a7f7f", "4a5f9f", "5f7f2a", "7f2a7f", "9fa8b0")]


def find(sheet, width, part, size):
    """Places of a picture on the sheet, with nothing around it."""
    w, h = size
    rows = [b"\0" + part[at : at + w] + b"\0" for at in range(0, w * h, w)]
    empty = bytes(w + 2)
    rows = [empty, *rows, empty]
    # The row that shows most is found first.
    pick = max(range(len(rows)), key=lambda k: len(rows[k]) - rows[k].count(0))
    found, at = [], sheet.find(rows[pick])
    while at >= 0:
        top = at - pick * width
        inside = top >= 0 and at % width + w + 2 <= width and top + len(rows) * width <= len(sheet) + width
        if inside and all(sheet[top + k * width : top + k * width + w + 2] == row for k, row in enumerate(rows)):
            found.append((top % width + 1, top // width + 1))
        at = sheet.find(rows[pick], at + 1)
    return found


def erase(sheet, width, place, size):
    x, y = place
    for row in range(y, y + size[1]):
        sheet[row * width + x : row * width + x + size[0]] = bytes(size[0])


def content(size, pixels):
    """A picture without empty margins, and how wide the left one and how high the upper one was; `None` where nothing is seen."""
    image = Image.frombytes("L", size, pixels)
    box = image.getbbox()
    return box and ((image.crop(box).size, image.crop(box).tobytes()), box[:2])


def wanted(wardrobe, pictures):
    """The rows that must be there: a name, the width of a cell, and what is seen in each cell, in order (see `content`).
    Pictures have rows on the contact sheet only."""
    rows = []
    for report, truth in wardrobe.shown():
        left, top, right, bottom = truth.box()
        size, row = (right - left, bottom - top), []
        for picture in truth.ticks[: truth.length]:
            cell = content(size, picture.on(size, (-left, -top), 1))
            if cell not in row:
                row.append(cell)
        rows.append((report["name"], size[0], row))
    scale = wardrobe.export.scale
    for it in wardrobe.report["pictures"] if pictures else []:
        if it["status"] == "ok" and it["same_as"] is None:
            still = read_still(wardrobe.export.path(it["file"]))
            small = Image.frombytes("L", still["size"], still["pixels"])
            small = small.resize((small.width // scale, small.height // scale), Image.NEAREST)
            cell = content(small.size, small.tobytes())
            rows.append((it["key"], cell[0][0][0], [(cell[0], (0, 0))]))
    return rows


def values(wardrobe):
    """The costume colours that pictures have."""
    files = {it["file"] for it in wardrobe.report["pictures"] if it["status"] == "ok" and it["file"]}
    return {value for file in files for value in read_still(wardrobe.export.path(file))["pixels"]}


def search(sheet, width, pictures):
    """Where each picture stands, and what is left of the sheet without them. Large ones first: small ones may be part of them."""
    rest, places = bytearray(sheet), {}
    for size, pixels in sorted(pictures, key=lambda it: (it[1].count(0) - len(it[1]), it)):
        places[size, pixels] = find(bytes(rest), width, pixels, size)
        for place in places[size, pixels]:
            erase(rest, width, place, size)
    return places, bytes(rest)


def follow(places, row, width):
    """Whether a row's cells stand beside one another with the same gap, their tops at the same height; or begin a line below."""
    reached = None
    for cell in row:
        here = cell and {(x - cell[1][0], y - cell[1][1]) for x, y in places[cell[0]]}
        if reached is not None:
            beside = {(x + width + GAP, y) for x, y in reached}
            below = {(x, y) for x, y in here or () if any(y > b and x <= a for a, b in reached)}
            here = beside | below if here is None else (here & beside) | below
        reached = here
        if reached is not None and not reached:
            return False
    return True


def gimp(file):
    """Pillow's reading of a GIMP palette. Before 10 it counts the lines of the header as colours."""
    table, mode = GimpPaletteFile.GimpPaletteFile(file).getpalette()
    counted = bytes(table[:9]) == bytes([0, 0, 0, 1, 1, 1, 2, 2, 2])
    return bytes(table[9:] if counted else table), mode


def read(wardrobe):
    doc = {kind: read_still(wardrobe.file(kind)) for kind in ("contact", "ripsheet")}
    with open(wardrobe.file("pal", ".gpl"), "rb") as file:
        doc["gpl"] = gimp(file)
    with open(wardrobe.file("pal", ".gpl"), encoding="utf-8") as file:
        doc["names"] = file.read().splitlines()
    with open(wardrobe.file("pal", ".pal"), "rb") as file:
        doc["pal"] = file.read()
    with open(wardrobe.file("pal", ".act"), "rb") as file:
        doc["act"] = file.read()
    with open(wardrobe.file("pal", ".ase"), "rb") as file:
        doc["ase"] = file.read()
    doc["swatches"] = read_still(wardrobe.file("pal", "swatches.png"))
    return doc


def adobe(data):
    """Kinds, names and contents of the blocks of an Adobe swatch file."""
    signature, version, blocks = struct.unpack(">4sII", data[:12])
    found, at = [(signature, version, blocks)], 12
    while at < len(data):
        kind, length = struct.unpack(">HI", data[at : at + 6])
        content, at = data[at + 6 : at + 6 + length], at + 6 + length
        letters = struct.unpack(">H", content[:2])[0] if content else 0
        name = content[2 : 2 + 2 * letters].decode("utf-16-be")
        found.append((kind, name.removesuffix("\0"), content[2 + 2 * letters :]))
    return found


def check_colours(tally, wardrobe, still, what, usual):
    """The sheet stands on one colour. Shadows are that colour at half its brightness; all colours are exact."""
    count = len(wardrobe.written)
    found = [still["palette"][3 * k : 3 * k + 3] for k in range(count)]
    if wardrobe.export.transparent:
        background = found[0] if found[0] in usual else usual[0]
    else:
        background = bytes.fromhex(wardrobe.export.background[1:])
    tally.same((still["kind"], still["alpha"]), (("PNG", "P"), b""), f"{what}: kind, transparency")
    tally.same(found[0], background, f"{what}: background")
    for k, (colour, shown) in enumerate(zip(found, wardrobe.truth.palette)):
        exact = background if k == 0 else shown or bytes(channel // 2 for channel in background)
        tally.same(tuple(colour), tuple(exact), f"{what}: colour {k}")


def check_sheet(tally, wardrobe, doc, kind):
    still, scale = doc[kind], wardrobe.export.scale
    what = f"{wardrobe.name} {kind} sheet"
    count = len(wardrobe.written)
    check_colours(tally, wardrobe, still, what, [SLATE] if kind == "contact" else FAR)
    image = Image.frombytes("L", still["size"], still["pixels"])
    small = image.resize((image.width // scale, image.height // scale), Image.NEAREST)
    tally.same(small.resize(image.size, Image.NEAREST).tobytes() == still["pixels"], True, f"{what}: squares of one colour")
    # Letters have colours of their own.
    sheet = small.tobytes().translate(bytes(k if k < count else 0 for k in range(256)))
    rows = wanted(wardrobe, kind == "contact")
    # Colours of no picture are crossed out, in the colours of the letters.
    used = values(wardrobe)
    squares = [((SWATCH, SWATCH), bytes([k]) * SWATCH**2) for k in range(1, count) if k in used]
    pictures = {cell[0] for _, _, row in rows for cell in row if cell} | set(squares)
    places, rest = search(sheet, small.width, pictures)
    for it in sorted(pictures):
        tally.frame(places[it], f"{what}: a picture of {it[0]} pixels is not there, or something covers it")
    tally.same(len(rest) - rest.count(0), 0, f"{what}: pixels that belong to nothing")
    for name, width, row in rows:
        tally.fact(follow(places, row, width), f"{what}: {name} is not in a row")


def check_palettes(tally, wardrobe, doc):
    what, written = wardrobe.name, wardrobe.written
    flat, count = b"".join(written), len(written)
    table, mode = doc["gpl"]
    tally.same((mode, bytes(table[: 3 * count])), ("RGB", flat), f"{what}: palette.gpl")
    tally.same(doc["names"][0], "GIMP Palette", f"{what}: palette.gpl")
    tally.same(len([it for it in doc["names"][1:] if it[:1] in " 0123456789"]), count, f"{what}: palette.gpl, entries")
    lines = doc["pal"].decode("ascii").split("\r\n")
    tally.same(lines[:3] + lines[-1:], ["JASC-PAL", "0100", str(count), ""], f"{what}: palette.pal")
    tally.same([bytes(map(int, it.split())) for it in lines[3:-1]], written, f"{what}: palette.pal")
    used, clear = struct.unpack(">HH", doc["act"][768:])
    tally.same((doc["act"][: 3 * count], used), (flat, count), f"{what}: palette.act")
    tally.same(clear, 0 if wardrobe.export.transparent else 0xFFFF, f"{what}: palette.act, transparent")
    head, *blocks = adobe(doc["ase"])
    tally.same(head, (b"ASEF", 0x10000, count + 2), f"{what}: palette.ase, head")
    tally.same([it[0] for it in blocks], [0xC001, *[1] * count, 0xC002], f"{what}: palette.ase, blocks")
    tally.same([it[1] for it in blocks[1:-1]], [str(k) for k in range(count)], f"{what}: palette.ase, names")
    colours = [struct.unpack(">4sfffH", it[2]) for it in blocks[1:-1]]
    tally.same({(it[0], it[4]) for it in colours}, {(b"RGB ", 2)}, f"{what}: palette.ase, kinds")
    tally.same([bytes(round(255 * part) for part in it[1:4]) for it in colours], written, f"{what}: palette.ase")
    still = doc["swatches"]
    width, height = 16 * min(count, 16), 16 * -(-count // 16)
    tally.same(still["size"], (width, height), f"{what}: swatches.png, size")
    tally.same(still["palette"][: 3 * count], flat, f"{what}: swatches.png, colours")
    squares = [k if k < count else 0 for k in range(height // 16 * 16)]
    rows = (bytes(squares[16 * (y // 16) + x // 16] for x in range(width)) for y in range(height))
    tally.same(b"".join(rows) == still["pixels"], True, f"{what}: swatches.png, squares")


def judge(tally, wardrobe):
    doc = read(wardrobe)
    for kind in ("contact", "ripsheet"):
        tally.of(kind).file()
        check_sheet(tally, wardrobe, doc, kind)
    tally.of("pal").file(5)
    check_palettes(tally, wardrobe, doc)


def breaks(wardrobe):
    doc = read(wardrobe)

    def shown(pixels):
        return next(k for k in range(len(pixels) * 2 // 3, len(pixels)) if 1 < pixels[k] < len(wardrobe.written))

    def pixel(pixels, _):
        pixels[shown(pixels)] ^= 1

    def covered(pixels, _):
        pixels[shown(pixels)] = len(wardrobe.written)

    def overlap(pixels, width):
        at = shown(pixels)
        pixels[at - 3 : at - 3 + 40] = pixels[at - 3 + 6 * width : at + 37 + 6 * width]

    def apart(pixels, width):
        # What is on the right is one pixel further right.
        for at in range(width // 3, len(pixels) - width, width):
            end = at + width * 2 // 3
            pixels[at:end] = b"\0" + pixels[at : end - 1]

    def of_sheet(kind):
        def check(tally, broken):
            check_sheet(tally, wardrobe, broken, kind)

        def on(change):
            def changed(doc):
                pixels = bytearray(doc[kind]["pixels"])
                change(pixels, doc[kind]["size"][0])
                doc[kind]["pixels"] = bytes(pixels)

            changed.__name__ = change.__name__
            return changed

        def ground(doc):
            doc[kind]["palette"] = b"\0" + doc[kind]["palette"][1:]

        for change in (on(pixel), on(covered), on(overlap), on(apart), ground):
            yield kind, change, doc, check

    yield from of_sheet("contact")
    yield from of_sheet("ripsheet")

    def gpl(doc):
        doc["gpl"] = (b"\1" + doc["gpl"][0][1:], "RGB")

    def names(doc):
        doc["names"].append("  1   2   3\tone more")

    def pal(doc):
        doc["pal"] = doc["pal"].replace(b"\r\n", b"\n")

    def act(doc):
        doc["act"] = doc["act"][:-1] + b"\7"

    def act_colour(doc):
        doc["act"] = b"\1" + doc["act"][1:]

    def ase(doc):
        doc["ase"] = doc["ase"].replace(b"RGB ", b"CMYK", 1)

    def ase_colour(doc):
        at = doc["ase"].index(b"RGB ") + 4
        doc["ase"] = doc["ase"][:at] + struct.pack(">f", 0.5) + doc["ase"][at + 4 :]

    def swatch(doc):
        doc["swatches"]["pixels"] = b"\1" + doc["swatches"]["pixels"][1:]

    for change in (gpl, names, pal, act, act_colour, ase, ase_colour, swatch):
        yield "pal", change, doc, lambda tally, broken: check_palettes(tally, wardrobe, broken)
