"""Drafts: edits with a history, and the bytes that come of them."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any, Callable

import numpy
import PIL.Image
import pytest

import costumier

KEY = (0, 29)


@pytest.fixture(scope="module", params=["v5", "v7"])
def folder(request: Any, run: Callable[..., str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("drafts") / "game"
    run("sample", folder, "--generation", request.param)
    return folder


def painted(game: costumier.Game) -> tuple[costumier.Draft, tuple[int, int]]:
    """Return a draft of the first costume in which its largest picture is upside down, and the picture's key."""
    draft = game.draft(1)
    key = max(game[1].pictures.keys(), key=lambda it: len(draft.value_bytes(it)))
    draft.paint(key, draft.values(key)[::-1].copy())
    return draft, key


def test_an_edit_is_the_patch_that_the_command_makes(folder: Path, run: Callable[..., str], tmp_path: Path) -> None:
    game = costumier.open(folder)
    draft, key = painted(game)
    names = draft.unpack(tmp_path / "odile")
    assert "costume.toml" in names
    put = game.put({1: draft})
    run("put", folder, tmp_path / "odile", "--patch", tmp_path / put.patch_name)
    assert put.patch == (tmp_path / put.patch_name).read_bytes()
    run("put", folder, tmp_path / "odile", "-o", tmp_path / "changed")
    assert put.files
    for name, data in put.files.items():
        assert data == (tmp_path / "changed" / name).read_bytes()
    shown = game.patched(put.patch)[1].pictures[key].values
    assert (shown == draft.values(key)).all() and (shown != game[1].pictures[key].values).any()
    assert costumier.Draft.read(tmp_path / "odile").payload == draft.payload
    assert costumier.Draft.read(draft.files("single")).payload == draft.payload
    assert costumier.pack(tmp_path / "odile").payload == draft.payload


def test_edits_are_undone_and_applied_again(folder: Path) -> None:
    game = costumier.open(folder)
    draft, _ = painted(game)
    payload, edits = draft.payload, json.loads(json.dumps(draft.edits))
    assert len(edits) == 1 and payload != game[1].payload
    assert draft.undo() and not draft.undo() and draft.edits == []
    assert not game.put({1: draft}).files
    assert draft.redo() and not draft.redo() and draft.payload == payload
    other = game.draft("Odile")
    other.apply(edits[0])
    assert other.payload == payload
    with pytest.raises(costumier.UsageError):
        other.apply({"paint": 1})
    assert other.payload == payload and len(other.edits) == 1


def test_the_game_of_a_draft_shows_it() -> None:
    game = costumier.sample()
    draft, odile = game.draft(1), game[1]
    scene = {"actors": [{"costume": 1, "position": [160, 120], "steps": [{"perform": "walk"}]}]}
    assert draft.render(scene) == game.render(scene) and draft.costume == odile
    for key in odile.pictures.keys():
        values = draft.values(key)
        if values.size:
            draft.paint(key, values[::-1].copy())
    assert draft.render(scene) != game.render(scene) == costumier.sample().render(scene)
    assert draft.costume.clip("walk", "east")[0] != odile.clip("walk", "east")[0]
    assert draft.game()[1] == draft.costume
    read = costumier.Draft.read(draft.files())
    assert len(read.game()) == 1 and read.costume.payload == draft.payload
    assert repr(draft).startswith("<Draft of costume 1 'Odile': ")


def test_pixels_come_as_arrays_lists_images_and_bytes() -> None:
    game = costumier.sample()
    values = game.draft(1).values(KEY)[:, ::-1].copy()
    expected = game.draft(1)
    expected.paint(KEY, values)
    assert (expected.values(KEY) == values).all() and expected.value_bytes(KEY) == values.tobytes()
    for given in (values.tolist(), values.astype(int), values.tobytes(), PIL.Image.fromarray(values)):
        draft = game.draft(1)
        draft.paint(game[1].pictures[KEY], given)
        assert draft.edits == expected.edits
    # Another size and place; and a picture that is added.
    draft = game.draft(1)
    draft.paint(KEY, numpy.full((4, 7), 3), at=(-2, -9))
    entry = draft.head["limbs"][0]["pictures"][29]
    assert (entry["size"], entry["at"]) == ([7, 4], [-2, -9])
    count = len(draft.head["limbs"][0]["pictures"])
    draft.paint((0, count), [[3]])
    assert draft.values((0, count)).tolist() == [[3]] and len(draft.costume.pictures) == len(game[1].pictures) + 1
    wrong: list[Any] = [values.tobytes()[:-1], [[300] * 31] * 38, values.astype(float), [[1, 2], [3]], None, "text", 7]
    for given in wrong:
        with pytest.raises(costumier.Error):
            draft.paint(KEY, given)
    for key in [(-1, 0), (16, 0), (0, 70000), (0, count + 2)]:
        with pytest.raises(costumier.Error):
            draft.paint(key, [[1]])
    assert len(draft.edits) == 2
    with pytest.raises(costumier.NotFoundError, match="the draft has no picture 0.1000"):
        draft.values((0, 1000))


def test_records_windows_and_palettes() -> None:
    cost, akos = costumier.sample("v5").draft(1), costumier.sample("v7").draft(1)
    record = cost.record(2, "east")
    assert record is not None and ("limbs" in record or "same_as" in record)
    assert cost.windows(2, "east") is None and akos.record(2, "east") is None
    windows = akos.windows(2, "east")
    assert windows is not None and isinstance(windows[0], str)
    assert akos.windows(2, 90) == windows
    for draft in (cost, akos):
        with pytest.raises(costumier.UsageError, match='"up" is no facing'):
            draft.windows(2, "up")
    program = akos.program()
    assert isinstance(program, str) and all(it["kind"] == "note" for it in akos.check_program(program)) and cost.program() is None
    with pytest.raises(costumier.UsageError, match="west, east, south, north"):
        cost.record(2, "up")
    palette = cost.head["palette"]
    cost.apply({"palette": {"colours": palette[::-1]}})
    assert cost.head["palette"] == palette[::-1]
    assert cost.notes == [] and cost.head["name"] == "Odile"


def test_pictures_of_an_art_program_are_brought() -> None:
    game = costumier.sample()
    draft = game.draft(1)
    draft.paint(KEY, draft.values(KEY)[::-1].copy())
    values = draft.values(KEY)
    file = next(data for name, data in draft.files("aseprite").items() if name.endswith(".aseprite"))
    assert draft.names_pictures(file) and draft.bring(file).pictures == []
    draft.undo()
    brought = draft.bring(file)
    assert [(it.limb, it.index) for it in brought.pictures] == [KEY] and brought.foreign == []
    [picture] = brought.pictures
    assert (picture.values == values).all() and not any(picture.foreign)
    draft.paint(picture, picture.values, picture.at)
    assert (draft.values(KEY) == values).all()
    # A PNG file for one picture; it has a colour that the costume does not have.
    image = game[1].pictures[KEY].image().convert("RGBA")
    image.putpixel((0, 0), (1, 255, 2, 255))
    png = io.BytesIO()
    image.save(png, "PNG")
    brought = game.draft(1).bring(png.getvalue(), limb=0, index=29)
    assert brought.foreign[0]["colour"] == [1, 255, 2] and brought.pictures[0].foreign[0] == 1
    with pytest.raises(costumier.UsageError):
        draft.bring(png.getvalue(), limp=0)  # type: ignore[call-arg]


def test_blocks_and_what_is_no_costume(tmp_path: Path, run: Callable[..., str], folder: Path) -> None:
    for source in (tmp_path, {}, {"a.txt": b"text"}, b"nothing"):
        with pytest.raises(costumier.Error):
            costumier.Draft.read(source)
    block = tmp_path / "odile.block"
    run("extract", folder, "1", "-o", block)
    with pytest.raises(costumier.Error) as error:
        costumier.Draft.read(block)
    assert error.value.kind == "generation" and error.value.games
    generation = costumier.open(folder).generation
    assert costumier.Draft.read(block.read_bytes(), generation).payload == costumier.open(folder)[1].payload
    for wrong in (lambda: costumier.open(folder).put([1]), lambda: costumier.open(folder).draft(1).values(0)):
        with pytest.raises(costumier.UsageError, match="put wants costumes|a picture is one of"):
            wrong()  # type: ignore[no-untyped-call]
    packed = costumier.open(folder).draft(1).pack()
    assert costumier.Draft.read(packed.payload, packed.generation).payload == packed.payload
    with pytest.raises(costumier.UsageError, match="edit: there is no `paint`: use `picture`"):
        costumier.open(folder).draft(1).apply({"paint": 1})


def test_a_room_is_painted_put_and_read_again(folder: Path, run: Callable[..., str], tmp_path: Path) -> None:
    game = costumier.open(folder)
    draft = game.room_draft(1)
    before = draft.payload
    values = draft.values("background").copy()
    values[2, 8:10] = values[2, 8:10] % 7 + 1
    draft.paint("background", values)
    plane = 1 - draft.values("plane-1")[4, 3]
    draft.paint("plane-1", [[plane]], (3, 4))
    draft.apply({"pixels": {"picture": "background", "at": [9, 9], "size": [1, 1], "rows": [7]}})
    assert len(draft.edits) == 3 and draft.undo() and draft.redo() and not draft.redo()
    packed = draft.pack()
    assert packed.room == 1 and len(packed.changes) == 2 and draft.payload != before
    draft.unpack(tmp_path / "room")
    put = game.put({1: game.draft(1)}, rooms={1: draft})
    assert [room["id"] for room in put.rooms] == [1]
    run("put", folder, tmp_path / "room", "--patch", tmp_path / put.patch_name)
    assert put.patch == (tmp_path / put.patch_name).read_bytes()
    again = game.patched(put.patch).room_draft(1)
    for picture in draft.head["pictures"]:
        assert (again.values(picture["name"]) == draft.values(picture["name"])).all()
    assert again.values("background")[9, 9] == 7 and again.values("plane-1")[4, 3] == plane
    assert costumier.RoomDraft.read(tmp_path / "room").payload == draft.payload
    assert costumier.RoomDraft.read(draft.files()).payload == draft.payload
    while draft.undo():
        pass
    assert draft.payload == before
    with pytest.raises(costumier.NotFoundError):
        draft.values("sky")
    with pytest.raises(costumier.Error, match="leaves the picture"):
        draft.paint("background", [[1]], (60000, 0))
