"""What is true: what `costumier render` draws tick by tick, and what `costumier dump --json` says.

Costume colours are told apart by giving the actor a room colour of its own for each of them, so a rendered pixel says which costume
colour it is. Nothing here reads what `export` wrote, except sizes: they decide how large a part of the stage is rendered.
"""

import io
import json
import os
import subprocess

from PIL import Image

# Pixels around an animation's canvas that must stay empty.
MARGIN = 16
# First room colour that stands for a costume colour; 13, the shadow, is not among them.
FIRST = 100
# At most so many ticks behind the end are rendered, to see what follows it.
BEHIND = 130
# What v1 and v2 add to the x of an actor's cell (docs/format/drawing.md section 1): facing East, facing West, once more while mirrored.
CELLS = {"v1": (0, 16, 7), "v2": (8, 16, 0)}


class Stop(Exception):
    """The judge cannot do its work."""


def run(*words, stdin=None):
    """Runs a program; returns what it prints."""
    done = subprocess.run([str(word) for word in words], input=stdin, capture_output=True)
    if done.returncode != 0:
        raise Stop(f"{' '.join(map(str, words))}: exit {done.returncode}\n{done.stderr.decode(errors='replace')}")
    return done.stdout


class Picture:
    """Costume colours relative to the anchor, cut to what is seen. Nothing to see: width and height are 0."""

    __slots__ = ("x", "y", "width", "height", "pixels", "cache")

    def __init__(self, image, anchor):
        """`image` holds costume colours, 0 for nothing; `anchor` is a pixel of it."""
        box = image.getbbox() or (0, 0, 0, 0)
        self.x, self.y = box[0] - anchor[0], box[1] - anchor[1]
        self.width, self.height = box[2] - box[0], box[3] - box[1]
        self.pixels = image.crop(box).tobytes() if self.width else b""
        self.cache = {}

    def on(self, canvas, anchor, scale):
        """The picture on a canvas, enlarged; `None` where it does not fit. `canvas` and `anchor` are in enlarged pixels."""
        key = (*canvas, *anchor, scale)
        if key not in self.cache:
            self.cache[key] = self.draw(canvas, anchor, scale)
        return self.cache[key]

    def draw(self, canvas, anchor, scale):
        out = Image.new("L", canvas, 0)
        if self.width:
            x, y = self.x * scale + anchor[0], self.y * scale + anchor[1]
            width, height = self.width * scale, self.height * scale
            if x < 0 or y < 0 or x + width > canvas[0] or y + height > canvas[1]:
                return None
            image = Image.frombytes("L", (self.width, self.height), self.pixels)
            out.paste(image.resize((width, height), Image.NEAREST), (x, y))
        return out.tobytes()


class Animation:
    """A chore in a facing, tick by tick."""

    def __init__(self, report, ticks):
        self.name = report["name"]
        self.ticks = ticks
        self.length = report["ticks"]

    def box(self):
        """The rectangle around everything that is ever seen: left, top, right, bottom; `None` for nothing."""
        seen = [it for it in self.ticks[: self.length] if it.width]
        if not seen:
            return None
        return (
            min(it.x for it in seen),
            min(it.y for it in seen),
            max(it.x + it.width for it in seen),
            max(it.y + it.height for it in seen),
        )


class Costume:
    """A costume's animations and pictures."""

    def __init__(self, dump, palette):
        self.dump = dump
        # By costume colour, as `render` shows it: red, green, blue; None for what it does not show.
        self.palette = palette
        self.animations = {}

    def pictures(self):
        """What the dump says of each picture, by limb and index."""
        found = {(limb["limb"], it["index"]): it for limb in self.dump["limbs"] for it in limb["pictures"]}
        found.update({(0, it["index"]): it for it in self.dump.get("pictures", [])})
        return found


def own_colours(dump):
    """Which room colours an actor is given, and which costume colour each value of a rendered pixel is."""
    palette = dump["palette"]
    if dump["generation"] == "v1":
        # Its colours come from the actor's number; no two are alike.
        back = {room: k for k, room in enumerate(palette) if k > 0}
        if len(back) != len(palette) - 1:
            raise Stop("v1: costume colours look alike")
        return {}, back
    own = {k: FIRST + k for k in range(len(palette))}
    back = {FIRST + k: k for k in range(1, len(palette))}
    if dump["generation"] in ("v2", "v3") and palette[1:].count(0) == 1:
        # The colour that the costume names is drawn as colour 0.
        back[FIRST] = palette.index(0, 1)
    if dump["generation"] == "v2":
        # Colour 12 cannot be changed.
        del own[12], back[FIRST + 12]
        back[12] = 12
    return own, back


def steps(generation, report):
    """What an actor does so that it performs an animation: what a game starts when it appears (docs/format/animation.md section 9), then the chore."""
    role = report["role"]
    chores = ["stand", "init", "talk stop"] if generation in ("v1", "v2") else ["init"]
    if role in ("talk start", "talk stop"):
        chores.append("stand")
    if role != "init":
        chores.append(report["chore"])
    return chores


def feet(generation, report):
    """Where the anchor pixel of an actor at (0, 0) is."""
    east, west, mirrored = CELLS.get(generation, (0, 0, 0))
    return (west if report["facing"] == "west" else east) + (mirrored if report["mirrored"] else 0)


def scenes(costume, report, dump, own):
    """The scenes that show an animation tick by tick, and where the anchor lies in their pictures."""
    (width, height), (ax, ay) = report["canvas"], report["anchor"]
    # The engine's screen has edges of its own.
    view = [feet(dump["generation"], report) - ax - MARGIN, -ay - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN]
    view[2] += view[2] == 320
    behind = min(report["ticks"], BEHIND) + 2
    for tick in range(report["ticks"] + behind):
        actor = {"costume": costume, "facing": report["facing"], "chores": steps(dump["generation"], report), "ticks": tick}
        if dump["generation"] in CELLS:
            actor["cell"] = [0, 0]
        if own:
            actor["palette"] = {str(k): room for k, room in own.items()}
        yield {"name": f"{costume}-{report['name']}-{tick:04}", "view": view, "actors": [actor]}


def read_rendered(path, back):
    """A rendered picture in costume colours."""
    image = Image.open(path)
    clear = image.info.get("transparency", 0)
    if isinstance(clear, bytes):
        clear = clear.index(0)
    table = [255] * 256
    table[clear] = 0
    for value, k in back.items():
        table[value] = k
    if image.mode != "P":
        raise Stop(f"{path}: mode {image.mode}")
    return Image.frombytes("L", image.size, image.tobytes().translate(bytes(table)))


def room_palette(path):
    """The palette of a rendered picture."""
    flat = Image.open(path).getpalette()
    return [tuple(flat[at : at + 3]) for at in range(0, len(flat), 3)]


def shown_colours(dump, palette):
    """What `render` shows for each costume colour; None for nothing and for shadows."""
    shadows = dump["generation"] in ("v5", "v6")
    return [None if k == 0 or (shadows and room == 13) else palette[room] for k, room in enumerate(dump["palette"])]


def render(program, game, folder, wanted, options=()):
    """Renders scenes into a folder."""
    os.makedirs(folder, exist_ok=True)
    text = json.dumps({"scenes": wanted}).encode()
    run(program, "render", game, *options, "--scenes", "-", "--quiet", "--force", "-o", folder, stdin=text)


def truth(program, game, manifest, folder):
    """Everything that is true of a game, by costume id. `manifest` is that of a plain export: 1:1, nothing cut off."""
    found, wanted, plans = {}, [], []
    for report in manifest["costumes"]:
        identity = report["id"]
        dump = json.loads(run(program, "dump", game, identity, "--json"))
        own, back = own_colours(dump)
        plain = {"name": f"{identity}-plain", "view": [0, 0, 8, 8], "actors": [{"costume": identity}]}
        wanted.append(plain)
        for animation in report["animations"]:
            mine = list(scenes(identity, animation, dump, own))
            wanted.extend(mine)
            plans.append((identity, animation, back, [it["name"] for it in mine]))
        found[identity] = Costume(dump, None)
    render(program, game, folder, wanted)
    for identity, costume in found.items():
        costume.palette = shown_colours(costume.dump, room_palette(f"{folder}/{identity}-plain.png"))
    for identity, animation, back, names in plans:
        (ax, ay), known, ticks = animation["anchor"], {}, []
        for name in names:
            with open(f"{folder}/{name}.png", "rb") as file:
                content = file.read()
            if content not in known:
                image = read_rendered(io.BytesIO(content), back)
                if 255 in image.tobytes():
                    raise Stop(f"{name}: a pixel that is no costume colour")
                known[content] = Picture(image, (ax + MARGIN, ay + MARGIN))
            ticks.append(known[content])
        found[identity].animations[animation["name"]] = Animation(animation, ticks)
    return found
