"""Arguments that are refused, and those that are taken in more than one form."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path
from typing import Any, Callable

import numpy
import pytest

import costumier
from costumier import _calls

KEY = (0, 29)


@pytest.fixture(scope="module")
def game() -> costumier.Game:
    return costumier.sample()


@pytest.fixture(scope="module")
def edited(game: costumier.Game) -> costumier.Costume:
    return game[1].with_picture(KEY, game[1].pictures[KEY].values[::-1])


def test_a_picture_is_saved_as_png_only(game: costumier.Game, tmp_path: Path) -> None:
    picture = game[1].pictures[KEY]
    for name in ("odile.jpg", "odile"):
        with pytest.raises(costumier.UsageError, match="use png"):
            picture.save(tmp_path / name)
    picture.save(tmp_path / "odile.PNG")
    assert [it.name for it in tmp_path.iterdir()] == ["odile.PNG"]


def test_a_put_without_changes_has_no_patch(game: costumier.Game, tmp_path: Path) -> None:
    put = game.put({1: game[1]})
    assert put.files == {} and put.write(tmp_path) == []
    for ask in (lambda: put.patch, lambda: put.patch_name):
        with pytest.raises(costumier.UsageError, match="nothing changes"):
            ask()
    assert repr(put) == "<Put of 1 costume and 0 rooms>"


def test_patches_come_as_paths_and_bytes(game: costumier.Game, edited: costumier.Costume, tmp_path: Path) -> None:
    put = game.put({1: edited})
    place = tmp_path / put.patch_name
    place.write_bytes(put.patch)
    for patch in (place, str(place), put.patch):
        assert game.patched(patch)[1].payload == edited.payload
        assert game.apply(patch) == put.files


def test_pictures_that_do_not_exist_are_not_found(game: costumier.Game) -> None:
    odile = game[1]
    count = len(odile.pictures)
    for call in (
        lambda: odile.pictures[count],
        lambda: odile.pictures[-count - 1],
        lambda: odile.with_picture(999, [[1]]),
        lambda: odile.pictures[9, 9],
    ):
        with pytest.raises(costumier.NotFoundError) as error:
            call()
        assert error.value.kind == "no-such-item" and error.value.hint
        assert isinstance(error.value, IndexError) and isinstance(error.value, KeyError)
    with pytest.raises(costumier.UsageError, match="a limb and an index"):
        odile.pictures[0, 0, 0]  # type: ignore[index]
    pictures = list(odile.pictures)
    assert len(pictures) == count and odile.pictures[-1] == pictures[-1] and odile.pictures.index(pictures[3]) == 3


def test_room_colours_are_no_costume_colours(game: costumier.Game) -> None:
    for edition in ("v5", "v7"):
        odile = costumier.sample(edition)[1]
        picture = odile.pictures[KEY]
        for given in (picture.image(), picture.indices):
            with pytest.raises(costumier.Error, match=r"use costume colours, as in `picture.values`"):
                odile.with_picture(picture, given)
            with pytest.raises(costumier.Error, match=r"use costume colours, as in `picture.values`"):
                odile.game.draft(1).paint(picture, given)
    with pytest.raises(costumier.Error) as error:
        game[1].with_picture(KEY, b"\1")
    assert "costume colours" not in str(error.value)


def test_pixels_of_other_types_and_shapes_are_named(game: costumier.Game, edited: costumier.Costume) -> None:
    odile = game[1]
    values = odile.pictures[KEY].values[::-1]
    assert odile.with_picture(KEY, memoryview(values)) == edited
    draft = game.draft(1)
    draft.paint(KEY, memoryview(values))
    assert (draft.values(KEY) == values).all()
    calls: list[tuple[Callable[[], object], str]] = [
        (lambda: odile.with_picture(KEY, [[1, 2], [3]]), "the rows have different lengths: 1, 2"),
        (lambda: draft.paint(KEY, [[1, 2], [3]]), "the rows have different lengths: 1, 2"),
        (lambda: game.find(numpy.zeros((9, 9), numpy.int64)), "dtype int64: use uint8"),
        (lambda: game.find(numpy.zeros((9, 9, 5), numpy.uint8)), "shape 9 × 9 × 5: use rows"),
        (lambda: game.find(numpy.zeros(9, numpy.uint8)), "shape 9: use rows"),
        (lambda: game.find(None), "NoneType is no image"),
        (lambda: game.whatis([[1, 2], [3, 4]]), "list is no image"),
    ]
    for call, says in calls:
        with pytest.raises(costumier.UsageError, match=says):
            call()


def test_ids_are_numbers_names_and_costumes(game: costumier.Game, edited: costumier.Costume, tmp_path: Path) -> None:
    options: dict[str, Any] = {"formats": ["png"], "chore": ["walk"]}
    expected = game.export_files([1], **options)
    for ids in (["odile"], [game[1]], "odile", 1, game[1]):
        assert game.export_files(ids, **options) == expected
    assert game.export(tmp_path, ["Odile"], **options) == sorted(expected)
    assert game.montage(["odile"]) == game.montage([1])
    assert game[game[1]] is game[1] and repr(game.draft(game[1])) == repr(game.draft(1))
    draft = game.draft(1)
    draft.paint(KEY, edited.pictures[KEY].values)
    files = game.put({1: draft}).files
    assert files and game.put({"odile": draft}).files == game.put({game[1]: draft}).files == files
    # The same id in this game is the costume without the edit.
    calls: list[Callable[[], object]] = [
        lambda: game.export_files([edited]),
        lambda: game.draft(edited),
        lambda: game[edited],
    ]
    for call in calls:
        with pytest.raises(costumier.UsageError, match="costume 1 is of another game"):
            call()
    with pytest.raises(costumier.NotFoundError):
        game.export_files(["guybrush"])
    # The number that the caller wrote, also where a float would be another one.
    for id in (-1, 2**32, 2**53 + 1, 2**64):
        numbers: list[Callable[[], object]] = [
            lambda id=id: game[id],  # type: ignore[misc]
            lambda id=id: game.draft(id),  # type: ignore[misc]
            lambda id=id: game.export_files([id]),  # type: ignore[misc]
            lambda id=id: game.put({id: edited}),  # type: ignore[misc]
        ]
        says = f"^costume is {id}: use a whole number from 0 to 4294967295$"
        for call in numbers:
            with pytest.raises(costumier.UsageError, match=says):
                call()


def test_an_empty_list_of_costumes_is_named(game: costumier.Game, tmp_path: Path) -> None:
    calls: list[Callable[[], object]] = [
        lambda: game.montage([]),
        lambda: game.export_files([]),
        lambda: game.export(tmp_path, ()),
    ]
    for call in calls:
        with pytest.raises(costumier.UsageError, match="^the list of costumes is empty"):
            call()


def test_types_of_options_are_exported() -> None:
    options = {name for name, it in vars(_calls).items() if hasattr(it, "__total__")}
    assert {"BringOptions", "ExportOptions", "MontageOptions"} < options <= set(costumier.__all__)


def test_a_room_is_no_costume(game: costumier.Game) -> None:
    with pytest.raises(TypeError, match="Costume is no room"):
        game.put(rooms={1: game[1]})  # type: ignore[dict-item]
    with pytest.raises(TypeError, match="RoomDraft is no costume"):
        game.put({1: game.room_draft(1)})  # type: ignore[dict-item]


def test_what_is_no_json_is_named_by_its_place(game: costumier.Game) -> None:
    deep: dict[str, Any] = {}
    for _ in range(100000):
        deep = {"actors": deep}
    loop: list[Any] = []
    loop.append(loop)
    actor = {"costume": 1, "position": (1, float("nan"))}
    for scene, says in (
        ({"actors": [{"costume": 1}, actor]}, r"actors\[1\].position\[1\] is nan: use a finite number"),
        ({"actors": [{"costume": 1, "elevation": numpy.array([1, numpy.inf])}]}, r"elevation\[1\] is inf: use"),
        ({"actors": loop}, "contains itself"),
        ({"actors": [{"costume": 1, "palette": {(1, 2): 3}}]}, "keys must be str.*, not tuple"),
        ({b"room": 1}, "keys must be str.*, not bytes"),
        (deep, "nested too deeply"),
    ):
        with pytest.raises(costumier.UsageError, match=says) as error:
            game.render(scene)  # type: ignore[arg-type]
        assert len(str(error.value)) < 100


def test_what_has_a_state_is_neither_pickled_nor_copied(game: costumier.Game, edited: costumier.Costume) -> None:
    draft, room = game.draft(1), game.room_draft(1)
    for it, says in (
        (game.scene({"actors": [{"costume": 1}]}), "to_dict()"),
        (draft, "edits"),
        (draft.pack(), "payload"),
        (room, "edits"),
        (room.pack(), "payload"),
        (game.put({1: edited}), "patch"),
    ):
        for copied in (pickle.dumps, copy.copy, copy.deepcopy):
            with pytest.raises(TypeError, match=f"a {type(it).__name__} cannot be pickled or copied: use its .*{says}"):
                copied(it)
    for costume in (game[1], edited):
        clip = costume.clip("walk", "east")
        again = pickle.loads(pickle.dumps(clip))
        assert list(again) == list(clip) and (again.chore, again.facing) == (clip.chore, clip.facing)


def test_costumes_and_pictures_cannot_be_changed(game: costumier.Game) -> None:
    odile = game[1]
    picture, clip = odile.pictures[KEY], odile.clip("walk", "east")
    drawn = game.render({"actors": [{"costume": 1}]})
    size = ("width", "height", "transparent", "indices", "palette")
    for it, names in (
        (odile, ("game", "id", "room", "name", "pictures")),
        (picture, ("limb", "index", "size", "offset", "move", "borrowed", "values", *size)),
        (pickle.loads(pickle.dumps(picture)), ("limb", "index", *size)),
        (clip, ("costume", "chore", "facing", "ticks", "frames")),
        (clip[0], ("ticks", "seconds", *size)),
        (drawn, ("origin", "unseen", "unboxed", *size)),
    ):
        for name in names:
            with pytest.raises(AttributeError, match=f"^a {type(it).__name__}'s '{name}' cannot be set$"):
                setattr(it, name, 7)
            with pytest.raises(AttributeError, match="cannot be deleted$"):
                delattr(it, name)
        with pytest.raises(AttributeError):
            it.colour = 7  # type: ignore[union-attr]
    assert (picture.limb, picture.index) == KEY and drawn.unseen == ((0, False),)
    assert isinstance(game.costumes, tuple)
    assert game.rooms == game.info["rooms"] and game.rooms[0]["name"] == json.loads(json.dumps(game.room(1)))["name"]
