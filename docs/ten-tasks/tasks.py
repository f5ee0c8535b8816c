# 0. Begin
import sys

import costumier


def checksum(*parts: bytes) -> str:
    """FNV-1a: the same bytes have the same checksum in all languages."""
    number = 0x811C9DC5
    for part in parts:
        for byte in part:
            number = (number ^ byte) * 0x01000193 & 0xFFFFFFFF
    return f"{number:08x}"


# 1. Open a game
game = costumier.open(sys.argv[1])
print("open:", len(game), "costumes")

# 2. List its costumes
for costume in game:
    print(f"list: {costume.id} {costume.name or ''}, room {costume.room}")

# 3. Take a picture
odile = game["Odile"]
picture = odile.pictures[0, 29]
print(f"picture: {picture.width} x {picture.height} pixels, {checksum(picture.rgba_bytes())}")

# 4. Play an animation
clip = odile.clip("walk", "east")
frames = [frame.rgba_bytes() for frame in clip]
print(f"clip: {len(frames)} frames of {clip.width} x {clip.height}, {checksum(*frames)}")

# 5. Let two actors walk
odile_actor = {"costume": 1, "position": [60, 130], "facing": "east", "steps": [{"perform": "walk"}]}
balthasar = {"costume": 2, "position": [260, 135], "facing": "west", "steps": [{"perform": "walk"}]}
scene = game.scene({"room": 1, "view": "screen", "actors": [odile_actor, balthasar]})
pictures = []
for tick in range(1, 9):
    drawn = scene.render()
    pictures.append(drawn.rgba_bytes())
    scene.place(0, 60 + 6 * tick, 130)
    scene.place(1, 260 - 6 * tick, 135)
    scene.tick()
print(f"scene: {len(pictures)} pictures of {drawn.width} x {drawn.height}, {checksum(*pictures)}")

# 6. Click on an actor
x, y = scene.feet(1)
hit, missed = scene.actor_at(x, y - 20), scene.actor_at(0, 0)
print(f"click: actor {hit} at {x}, {y - 20}, {'none' if missed is None else missed} at 0, 0")

# 7. Edit a costume
draft = game.draft(1)
draft.paint((0, 29), [[3] * 8] * 8, at=(-4, -40))
undone = draft.undo() and draft.payload == odile.payload
draft.redo()
block = draft.payload
print(f"edit: {len(draft.edits)} edit, undone: {'yes' if undone else 'no'}, {len(block)} bytes, {checksum(block)}")

# 8. Make a patch
patch = game.put({1: draft}).patch
changed = game.patched(patch)[1].pictures[0, 29]
print(f"patch: {len(patch)} bytes, {checksum(patch)}, the picture is {changed.width} x {changed.height}")

# 9. Export
files = game.export_files([1], formats=["gif"], chore=["walk"], facing=["east"], scale_up=2)
for name, data in files.items():
    if name.endswith(".gif"):
        print(f"export: {name}, {len(data)} bytes, {checksum(data)}")

# 10. Handle an error
try:
    game.draft(99)
except costumier.Error as error:
    print(f"error: {error.args[0]}")
