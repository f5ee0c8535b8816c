"""Pictures, frames and scenes are those of the command, in every edition of the sample game."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any, Callable

import numpy
import pytest

import costumier


def dumped(dump: dict[str, Any]) -> dict[tuple[int, int], dict[str, Any]]:
    """Return the pictures of a dump by limb and index."""
    found = {(0, it["index"]): it for it in dump.get("pictures", [])}
    for limb in dump["limbs"]:
        found.update({(limb["limb"], it["index"]): it for it in limb["pictures"]})
    return found


@pytest.mark.parametrize("edition", costumier.EDITIONS)
def test_pictures_are_those_of_dump(edition: str, run_json: Callable[..., Any]) -> None:
    game = costumier.sample(edition)
    assert len(game) >= 6
    count = 0
    for costume in game:
        expected = dumped(run_json("dump", f"sample-{edition}", costume.id))
        assert set(costume.pictures.keys()) == set(expected)
        for picture in costume.pictures:
            row = expected[picture.limb, picture.index]
            assert (picture.height, picture.width) == (row["height"], row["width"]) == picture.values.shape
            assert hashlib.sha256(picture.values.tobytes()).hexdigest() == row["sha256"]
            assert hashlib.sha256(picture.value_bytes).hexdigest() == row["sha256"]
            assert (*picture.offset, *picture.move) == tuple(row[key] for key in ("x", "y", "move_x", "move_y"))
            # The room colours show the same: transparent where the alpha is 0, the palette's colour elsewhere.
            rgba, indices = picture.rgba(), picture.indices
            clear = indices == picture.transparent
            assert (rgba[clear] == 0).all() and (rgba[~clear][:, 3] == 255).all()
            assert (rgba[~clear][:, :3] == picture.palette[indices[~clear]]).all()
            count += 1
    assert count > 100


def scenes_of(game: costumier.Game) -> list[dict[str, Any]]:
    """Return scenes of every costume: alone on nothing, each frame of two clips, and in a room."""
    scenes = []
    room = next(room["id"] for room in game.info["rooms"] if room["present"])
    for costume in game:
        for facing in ("east", "south"):
            for tick in range(4):
                actor = {
                    "costume": costume.id,
                    "position": [160, 120],
                    "facing": facing,
                    "steps": [{"perform": "walk"}, {"ticks": tick}],
                }
                name = f"{costume.id}-{facing}-{tick}"
                scenes.append({"name": name, "actors": [actor]})
                scenes.append({"name": f"{name}-room", "room": room, "actors": [actor]})
    return scenes


@pytest.mark.parametrize("edition", costumier.EDITIONS)
def test_scenes_are_those_of_render(edition: str, run: Callable[..., str], tmp_path: Path) -> None:
    game = costumier.sample(edition)
    scenes = scenes_of(game)
    (tmp_path / "scenes.json").write_text(json.dumps({"scenes": scenes}))
    run("render", f"sample-{edition}", "--scenes", tmp_path / "scenes.json", "-o", tmp_path / "out", "--raw")
    shown = 0
    for scene in scenes:
        drawn = game.render(scene)
        shown += len(set(drawn.rgba_bytes())) > 1
        if game.info["bits_per_pixel"] == 16:
            raw = numpy.fromfile(tmp_path / "out" / f"{scene['name']}.555", dtype="<u2")
            pixels = numpy.stack([raw >> 10 & 31, raw >> 5 & 31, raw & 31], axis=1)
            rgba = drawn.rgba().reshape(-1, 4)
            opaque = rgba[:, 3] == 255
            assert (rgba[opaque, :3] >> 3 == pixels[opaque]).all(), scene["name"]
            continue
        raw = (tmp_path / "out" / f"{scene['name']}.idx").read_bytes()
        assert drawn.index_bytes == raw, scene["name"]
        assert drawn.indices.shape == (drawn.height, drawn.width)
    assert shown > len(scenes) / 2


@pytest.mark.parametrize("edition", costumier.EDITIONS)
def test_frames_are_what_scenes_show(edition: str) -> None:
    game = costumier.sample(edition)
    compared = 0
    for costume in game:
        actions = [it for it in costume.actions if it.role in ("walk", "stand")]
        for action in actions:
            clip = costume.clip(action.chore, action.facing)
            tick = 0
            for frame in clip.frames:
                assert (frame.width, frame.height) == (clip.width, clip.height)
                steps = [{"perform": action.chore}, {"ticks": tick}]
                actor = {"costume": costume.id, "position": [160, 120], "facing": action.facing, "steps": steps}
                drawn = game.render({"actors": [actor]})
                # What the scene shows of the actor is what the frame shows, without the margins of other frames.
                assert cropped(frame.rgba()).tobytes() == cropped(drawn.rgba()).tobytes(), (costume, action, tick)
                tick += frame.ticks
                compared += 1
            assert tick == clip.ticks
    assert compared > 50


def cropped(rgba: numpy.ndarray[Any, Any]) -> numpy.ndarray[Any, Any]:
    """Return the picture without transparent margins."""
    rows, columns = numpy.nonzero(rgba[:, :, 3])
    if len(rows) == 0:
        return rgba[:0, :0]
    return rgba[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]


def test_frames_are_aligned() -> None:
    clip = costumier.sample()["Odile"].clip("walk", "east")
    stack = numpy.stack([frame.indices for frame in clip])
    assert stack.shape == (len(clip), clip.height, clip.width)
    # Each side of the canvas is touched by a frame.
    shown = (stack != clip[0].transparent).any(axis=0)
    assert shown[0].any() and shown[-1].any() and shown[:, 0].any() and shown[:, -1].any()
    x, y = clip.anchor
    assert 0 <= x <= clip.width and clip.height * 0.8 <= y <= clip.height + 2
