"""A reader of Godot 4's text resources, written from its documentation: sections in brackets, then `name = value` lines.

https://docs.godotengine.org/en/stable/contributing/development/file_formats/tscn.html
"""

import re
from fractions import Fraction

TOKEN = re.compile(r'\s*(?:(?P<string>&?"(?:[^"\\]|\\.)*")|(?P<number>-?\d+(?:\.\d+)?(?:e-?\d+)?)|(?P<name>[A-Za-z_][\w/]*)|(?P<mark>[\[\]{}(),:=]))')


class Reader:
    """Reads values from a text, one token after the other."""

    def __init__(self, text):
        self.tokens, at, text = [], 0, text.rstrip()
        while at < len(text):
            found = TOKEN.match(text, at)
            if not found:
                raise ValueError(f"what is {text[at : at + 20]!r}?")
            self.tokens.append((found.lastgroup, found[found.lastgroup]))
            at = found.end()
        self.at = 0

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ("end", "")

    def take(self, expected=None):
        kind, text = self.peek()
        if expected is not None and text != expected:
            raise ValueError(f"{text!r} in place of {expected!r}")
        self.at += 1
        return kind, text

    def items(self, end, item):
        found = []
        while self.peek()[1] != end:
            found.append(item())
            if self.peek()[1] != end:
                self.take(",")
        self.take(end)
        return found

    def pair(self):
        key = self.value()
        self.take(":")
        return key, self.value()

    def value(self):
        kind, text = self.take()
        if kind == "string":
            return text.removeprefix("&")[1:-1].replace('\\"', '"')
        if kind == "number":
            return Fraction(text)
        if text == "[":
            return self.items("]", self.value)
        if text == "{":
            return dict(self.items("}", self.pair))
        if text in ("true", "false"):
            return text == "true"
        if kind == "name":
            self.take("(")
            return (text, *self.items(")", self.value))
        raise ValueError(f"{text!r} is no value")


def parse(text):
    """The sections: pairs of heading (kind and attributes) and properties."""
    reader, sections = Reader(text), []
    while reader.peek()[0] != "end":
        reader.take("[")
        heading = {"": reader.take()[1]}
        while reader.peek()[1] != "]":
            key = reader.take()[1]
            reader.take("=")
            heading[key] = reader.value()
        reader.take("]")
        properties = {}
        while reader.peek()[0] == "name":
            key = reader.take()[1]
            reader.take("=")
            properties[key] = reader.value()
        sections.append((heading, properties))
    return sections


def frames(sections):
    """What Godot would play: frames as (part of the sheet, its place on the canvas, seconds), and the animations."""
    head, last = sections[0][0], sections[-1]
    if (head[""], head["type"], head["format"], last[0][""]) != ("gd_resource", "SpriteFrames", 3, "resource"):
        raise ValueError(f"no SpriteFrames: {head}")
    images = {it["id"]: it["path"] for it, _ in sections if it[""] == "ext_resource" and it["type"] == "Texture2D"}
    parts, canvases = {}, set()
    for heading, it in sections:
        if heading[""] != "sub_resource":
            continue
        if heading["type"] != "AtlasTexture" or it["atlas"][0] != "ExtResource" or it["atlas"][1] not in images:
            raise ValueError(f"{heading}: {it}")
        region, margin = (tuple(map(int, it[key][1:])) for key in ("region", "margin"))
        # An AtlasTexture is as large as its region and its margin together; the margin's place is the region's.
        canvases.add((region[2] + margin[2], region[3] + margin[3]))
        parts[heading["id"]] = (region, (margin[0], margin[1], region[2], region[3]))
    found, tags = [], []
    for animation in last[1]["animations"]:
        start = len(found)
        for frame in animation["frames"]:
            kind, name = frame["texture"]
            if kind != "SubResource":
                raise ValueError(frame)
            found.append((*parts[name], frame["duration"] / exact(animation["speed"])))
        tags.append({"name": animation["name"], "from": start, "to": len(found) - 1, "endless": animation["loop"]})
    anchor = last[1]["metadata/anchor"]
    return {
        "image": "|".join(images.values()),
        "load_steps": head["load_steps"],
        "resources": len(images) + len(parts),
        "canvases": canvases,
        "anchor": tuple(map(int, anchor[1:])),
        "frames": found,
        "tags": tags,
    }


def scene(sections):
    """What Godot would put into a level: the resource, where a sprite's upper left lies from its origin, what it plays."""
    (head, _), (resource, _), (node, it) = sections
    if (head[""], head["format"], resource["type"], node["type"]) != ("gd_scene", 3, "SpriteFrames", "AnimatedSprite2D"):
        raise ValueError(f"no sprite: {head} {node}")
    if it["sprite_frames"] != ("ExtResource", resource["id"]) or it["centered"] is not False:
        raise ValueError(f"{it}")
    return {"resource": resource["path"], "offset": tuple(map(int, it["offset"][1:])), "plays": it["animation"]}


def exact(speed):
    """Ticks per second: 60 divided by a whole number, as near as the text's digits can say."""
    jiffies = round(60 / speed)
    return Fraction(60, jiffies) if abs(Fraction(60, jiffies) - speed) < Fraction(1, 10**9) else speed


def changes(name):
    """Ways to break a parsed file."""

    def resource(doc):
        return doc["godot"][-1][1]

    def animation(doc):
        return next(it for it in resource(doc)["animations"] if it["name"] == name)

    def part(doc):
        first = animation(doc)["frames"][0]["texture"][1]
        return next(it for heading, it in doc["godot"] if heading.get("id") == first and heading[""] == "sub_resource")

    def godot_region(doc):
        kind, x, y, w, h = part(doc)["region"]
        part(doc)["region"] = (kind, x + 1, y, w, h)

    def godot_margin(doc):
        kind, x, y, w, h = part(doc)["margin"]
        part(doc)["margin"] = (kind, x, y + 1, w, h)

    def godot_size(doc):
        kind, x, y, w, h = part(doc)["margin"]
        part(doc)["margin"] = (kind, x, y, w + 1, h)

    def godot_loop(doc):
        animation(doc)["loop"] = not animation(doc)["loop"]

    def godot_speed(doc):
        animation(doc)["speed"] = Fraction(12)

    def godot_duration(doc):
        animation(doc)["frames"][1]["duration"] += 1

    def godot_anchor(doc):
        kind, x, y = resource(doc)["metadata/anchor"]
        resource(doc)["metadata/anchor"] = (kind, x + 1, y)

    def godot_steps(doc):
        doc["godot"][0][0]["load_steps"] += 1

    def scene_offset(doc):
        kind, x, y = doc["scene"][-1][1]["offset"]
        doc["scene"][-1][1]["offset"] = (kind, x, y - 1)

    return (godot_region, godot_margin, godot_size, godot_loop, godot_speed, godot_duration, godot_anchor, godot_steps, scene_offset)
