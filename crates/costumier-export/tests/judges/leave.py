"""Leaves an export and its true frames where the page test finds them."""

import json
import os
import shutil


def leave(wardrobes, exported, folder):
    """Copies the export to `folder`/export; writes `truth.json`: the frames of every animation on a canvas of all of them, as RGBA files."""
    os.makedirs(f"{folder}/frames")
    shutil.copytree(exported, f"{folder}/export")
    costumes = []
    for wardrobe in wardrobes:
        shown = list(wardrobe.shown())
        boxes = list(zip(*(truth.box() for _, truth in shown)))
        left, top, right, bottom = min(boxes[0]), min(boxes[1]), max(boxes[2]), max(boxes[3])
        size = (right - left, bottom - top)
        known, animations = {}, []
        for report, truth in shown:
            ticks = []
            for picture in truth.ticks[: truth.length]:
                pixels = picture.on(size, (-left, -top), 1)
                if pixels not in known:
                    known[pixels] = f"frames/{wardrobe.report['id']}-{len(known):04}.rgba"
                    with open(f"{folder}/{known[pixels]}", "wb") as file:
                        file.write(wardrobe.rgba(pixels))
                ticks.append(known[pixels])
            animations.append({"name": report["name"], "loops_to": report["loops_to"], "ticks": ticks})
        folder_of = os.path.dirname(wardrobe.report["files"][0]["path"])
        costumes.append({"folder": folder_of, "size": size, "feet": (-left, -top), "animations": animations})
    jiffies = wardrobes[0].export.jiffies
    with open(f"{folder}/truth.json", "w", encoding="utf-8") as file:
        json.dump({"jiffies_per_tick": jiffies, "costumes": costumes}, file)
