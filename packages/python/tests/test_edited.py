"""Edited costumes, numbers and shapes that are refused, copies for other processes."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from pathlib import Path
from typing import Any, Callable

import numpy
import PIL.Image
import pytest

import costumier


@pytest.fixture(scope="module")
def game() -> costumier.Game:
    return costumier.sample()


@pytest.fixture(scope="module")
def edited(game: costumier.Game) -> costumier.Costume:
    """The first costume with every picture upside down."""
    costume = game[1]
    for key in costume.pictures.keys():
        picture = costume.pictures[key]
        if picture.borrowed is None and picture.width * picture.height > 0:
            try:
                costume = costume.with_picture(key, picture.values[::-1].copy())
            except costumier.Error as error:
                # A picture without pixels of its own has none that could be changed.
                assert error.kind != "usage", error
    return costume


@pytest.fixture(scope="module")
def changed(
    run: Callable[..., str], edited: costumier.Costume, tmp_path_factory: pytest.TempPathFactory
) -> costumier.Game:
    """The game in whose files the edited costume was put: what everything must look like."""
    folder = tmp_path_factory.mktemp("put") / "sample"
    run("sample", folder)
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    put = costumier.open(folder).put({1: edited})
    assert put.files
    return costumier.open({**files, **put.files})


def test_an_edited_costume_exports_the_edit(
    game: costumier.Game, edited: costumier.Costume, changed: costumier.Game, tmp_path: Path
) -> None:
    mine, theirs, old = (costume.clip("walk", "east") for costume in (edited, changed[1], game[1]))
    assert [frame.index_bytes for frame in mine] == [frame.index_bytes for frame in theirs]
    assert [frame.index_bytes for frame in mine] != [frame.index_bytes for frame in old]
    for format in ("gif", "apng", "webp"):
        assert mine.encode(format) == theirs.encode(format) != old.encode(format)
    mine.save(tmp_path / "mine.gif")
    assert (tmp_path / "mine.gif").read_bytes() == theirs.encode("gif")
    assert mine._repr_html_() == theirs._repr_html_() and edited._repr_png_() == changed[1]._repr_png_()
    pictures = {name: data for name, data in edited.export_files(formats=["png"]).items() if name.endswith(".png")}
    expected = changed[1].export_files(formats=["png"])
    before = game[1].export_files(formats=["png"])
    assert pictures and all(expected[name] == data for name, data in pictures.items())
    assert any(before[name] != data for name, data in pictures.items())
    names = edited.export(tmp_path / "out", formats=["png"])
    assert all((tmp_path / "out" / name).read_bytes() == pictures[name] for name in names if name in pictures)


def test_the_game_of_an_edited_costume_shows_it(
    game: costumier.Game, edited: costumier.Costume, changed: costumier.Game
) -> None:
    scene = {"actors": [{"costume": 1, "position": [160, 120], "steps": [{"perform": "walk"}]}]}
    assert edited.game.render(scene) == changed.render(scene) != game.render(scene)
    assert edited.game[1] == edited != game[1]
    # The game that it was made from stays as it was.
    assert game[1] == costumier.sample()[1]


def test_pixels_come_as_arrays_lists_images_and_bytes(game: costumier.Game) -> None:
    odile = game[1]
    picture = max(odile.pictures, key=lambda it: it.width * it.height)
    values = picture.values[:, ::-1].copy()
    expected = odile.with_picture(picture, values)
    image = PIL.Image.fromarray(values)
    for given in (values.tolist(), values.astype(int), values.tobytes(), image, picture.values[:, ::-1]):
        assert odile.with_picture(picture, given) == expected
    assert (expected.pictures[picture.limb, picture.index].values == values).all()
    wrong: list[Any] = [
        values.T,
        values.T.tolist(),
        image.rotate(90, expand=True),
        values[:-1],
        values.reshape(-1),
        values.tolist()[:-1],
        [*values.tolist()[:-1], values.tolist()[0][:-1]],
        values.tobytes()[:-1],
        values.astype(float),
        [[300] * picture.width] * picture.height,
        [[-1] * picture.width] * picture.height,
        image.convert("RGB"),
        7,
        None,
        "text",
    ]
    for given in wrong:
        with pytest.raises(costumier.Error):
            odile.with_picture(picture, given)
    with pytest.raises(costumier.UsageError, match="38 rows × 31 columns, and the array 31 × 38"):
        odile.with_picture(picture, values.T)


def test_palettes_are_checked_everywhere(game: costumier.Game) -> None:
    picture = game[1].pictures[0]
    deep = costumier.sample("he99-16").render({"actors": [{"costume": 1, "chores": ["stand"]}]})
    red = [(255, 0, 0)] * 256
    assert picture.image(red).getpalette() == [255, 0, 0] * 256
    assert deep.image(red) == deep.image() and deep.image().mode == "RGBA"
    for palette in (b"123", red[:-1], [(300, 0, 0)] * 256, numpy.zeros((256, 4), numpy.uint8), [1, 2], 3, "red", [300] * 768):
        messages = set()
        for it in (picture, deep):
            for call in (it.image, it.rgba, it.rgba_bytes):
                with pytest.raises(costumier.UsageError) as error:
                    call(palette)
                messages.add(str(error.value))
        assert len(messages) == 1


def test_numbers_out_of_range_are_this_package_s_errors(game: costumier.Game) -> None:
    odile = game[1]
    scene = game.scene({"actors": [{"costume": 1}]})
    calls: list[Callable[[], object]] = [
        lambda: game[-1],
        lambda: game[2**70],
        lambda: game.room_palette(-1),
        lambda: game.export_files([-1]),
        lambda: game.put({-1: odile}),
        lambda: game.put({9: odile}, room=-1),
        lambda: odile.clip(-1),
        lambda: odile.clip(70000),
        lambda: odile.pictures[-1, 0],
        lambda: odile.pictures[0, 70000],
        lambda: odile.pictures[0].png(-1),
        lambda: odile.pictures[0].png(10**30),
        lambda: scene.tick(-1),
        lambda: scene.tick(100001),
        lambda: scene.seek(-1),
        lambda: scene.peek(-1),
        lambda: scene.place(-1, 0, 0),
        lambda: scene.place(0, 2**40, 0),
        lambda: scene.remove(-1),
        lambda: scene.state(-1),
        lambda: scene.explain(2**40, 0),
        lambda: scene.do(-1, perform="walk"),
        lambda: scene.do(0, chore=256),
        lambda: scene.do(0, perform=65535),
        lambda: scene.do(0, jump=1),  # type: ignore[call-overload]
        lambda: scene.set(0, sclae=1),  # type: ignore[call-overload]
        lambda: game.export_files([1], scale=2),  # type: ignore[call-arg]
        lambda: costumier.sample(sreen="vga"),  # type: ignore[call-arg]
    ]
    for number, call in enumerate(calls):
        with pytest.raises(costumier.Error) as error:
            call()
        text = str(error.value)
        assert "line 1" not in text and "unsigned" not in text and "overflow" not in text, (number, text)
    with pytest.raises(costumier.UsageError, match="times is -1: use a whole number from 0 to 100000"):
        scene.tick(-1)
    assert scene.now == 0 and len(scene) == 1


def test_options_that_are_refused_are_errors_of_types(game: costumier.Game, tmp_path: Path) -> None:
    """mypy fails if one of these is none."""
    minuet, scene = game[6], game.scene({"actors": [{"costume": 6}]})
    calls: list[Callable[[], object]] = [
        lambda: minuet.export(tmp_path, formats="png"),  # type: ignore[arg-type]
        lambda: minuet.export_files(chore="walk"),  # type: ignore[arg-type]
        lambda: minuet.export_files(facing="east"),  # type: ignore[arg-type]
        lambda: minuet.export_files(only="mad"),  # type: ignore[arg-type]
        lambda: minuet.export_files(effort="much"),  # type: ignore[arg-type]
        lambda: game.montage(format="bmp"),  # type: ignore[arg-type]
        lambda: scene.set(scale=4),  # type: ignore[call-overload]
        lambda: scene.set(actors=[]),  # type: ignore[call-overload]
        lambda: scene.set(0, lights=4),  # type: ignore[call-overload]
        lambda: scene.set(0, costume=6, chores="walk"),  # type: ignore[call-overload]
    ]
    for call in calls:
        with pytest.raises(costumier.UsageError):
            call()
    facings, chores = ["east"], [2]
    files = minuet.export_files(formats=("gif",), chore=["walk", 2], facing=facings, only="animations")
    assert files == minuet.export_files(formats=["gif"], chore=chores, facing=("east",), canvas="animation")
    scene.set(0, scale=4, chores=["walk"], costume=5)
    scene.set(lights=4, view="screen")


def test_hints_are_python_s(game: costumier.Game) -> None:
    with pytest.raises(costumier.Error) as error:
        game.put({9: game[1]})
    assert "room" in str(error.value) and "--" not in str(error.value)
    with pytest.raises(costumier.NotFoundError, match="the scene has 1, counted from 0"):
        game.scene({"actors": [{"costume": 1}]}).place(4, 0, 0)


def test_scenes_are_changed_while_they_are_played(game: costumier.Game) -> None:
    actor = {"costume": 1, "position": [160, 130], "facing": "east", "steps": [{"perform": "walk"}]}
    scene = game.scene({"room": 1, "view": "screen", "actors": [actor]})
    first = scene.render()
    scene.set(lights=0)
    scene.set(0, scale=128)
    assert scene.render() != first
    scene.set(lights=11)
    scene.set(0, scale=255)
    assert scene.render() == first
    assert scene.add({**actor, "costume": 2, "position": [60, 135]}) == 1
    both = scene.render()
    assert both != first and scene.feet(1) == (60, 135)
    scene.remove(1)
    assert scene.render() == first
    scene.tick(3)
    scene.seek(0)
    assert scene.render() == first
    x, y = next((x, y) for y in range(first.height) for x in range(first.width) if scene.actor_at(x, y) == 0)
    found = scene.explain(x, y)
    assert found is not None and found["touches"]
    assert scene.actor_at(0, 0) is None


def shape(image: costumier.Image) -> tuple[int, int, int]:
    """Return what another process sees of an image."""
    return (image.height, image.width, sum(image.rgba_bytes()))


def walked(costume: costumier.Costume) -> int:
    """Return what another process sees of a costume."""
    return len(costume.clip("walk", "east"))


def test_rows_are_equal_hashable_and_go_to_other_processes(game: costumier.Game, edited: costumier.Costume) -> None:
    odile = game[1]
    picture, frame = odile.pictures[3], odile.clip("walk", "east")[2]
    scene = {"actors": [{"costume": 1, "position": [160, 120], "steps": [{"perform": "walk"}]}]}
    drawn, deep = game.render(scene), costumier.sample("v8").render(scene)
    hit = game.find(max(odile.pictures, key=lambda it: it.width * it.height))[0]
    events = game.scene(scene).tick(5)
    rows: list[Any] = [picture, frame, drawn, deep, hit, odile.actions[0], *events, odile, edited]
    for row in rows:
        again = pickle.loads(pickle.dumps(row))
        assert again == row and hash(again) == hash(row) and type(again) is type(row), row
        assert repr(again) == repr(row)
    again = pickle.loads(pickle.dumps(picture))
    assert (again.values == picture.values).all() and again.offset == picture.offset
    assert copy.copy(drawn) == drawn and drawn.origin == pickle.loads(pickle.dumps(drawn)).origin
    assert odile.pictures[3] == picture != odile.pictures[4]
    assert len({picture, odile.pictures[3], frame}) == 2
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(shape, [picture, frame, drawn]) == [shape(it) for it in (picture, frame, drawn)]
        assert pool.map(walked, [odile, edited]) == [walked(odile), walked(edited)]
    # The pixels of this drawing have 16 bits, and it has palette and transparent index all the same.
    deep = costumier.sample("he99-16").render({"actors": [{"costume": 1, "chores": ["stand"]}, {"costume": 1}]})
    assert deep.transparent is not None and deep.palette.any() and deep.unseen == ((1, False),)
    for again in (copy.copy(deep), pickle.loads(pickle.dumps(deep)), pickle.loads(pickle.dumps(copy.copy(deep)))):
        assert again == deep and hash(again) == hash(deep) and again.transparent == deep.transparent
        assert (again.palette == deep.palette).all() and (again.rgba() == deep.rgba()).all()
        assert again.png() == deep.png() and again.unseen == deep.unseen


def test_costumes_of_changed_games_go_to_other_processes(game: costumier.Game, edited: costumier.Costume) -> None:
    draft = game.draft(1)
    draft.paint((0, 29), draft.values((0, 29))[::-1])
    patch = game.put({1: edited}).patch
    costumes = [
        game.with_costume(1, edited.payload)[1],
        game.patched(patch)[1],
        draft.costume,
        game.patched(patch).with_costume(2, game[2].payload)[1],
    ]
    for costume in costumes:
        again = pickle.loads(pickle.dumps(costume))
        assert again == costume != game[1] and repr(again.game) == repr(costume.game)
        assert again.clip("walk", "east") == costume.clip("walk", "east")
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(walked, costumes) == [walked(it) for it in costumes]
    for made in (draft.pack().game(), costumier.Draft.read(draft.files()).costume):
        with pytest.raises(TypeError, match="a packed costume cannot be pickled: pack"):
            pickle.dumps(made)


def test_clips_and_pictures_are_equal_by_value(game: costumier.Game, edited: costumier.Costume) -> None:
    odile, other = game[1], costumier.sample()[1]
    walk = odile.clip("walk", "east")
    for same in (odile.clip("walk", "east"), odile.clip(walk.chore, 90), other.clip("walk", "east")):
        assert same == walk and hash(same) == hash(walk)
    assert pickle.loads(pickle.dumps(walk)) == walk
    assert walk not in (odile.clip("walk", "west"), odile.clip("stand", "east"), game[2].clip("walk", "east"))
    assert walk not in (edited.clip("walk", "east"), costumier.sample("v3-ega")[1].clip("walk", "east"), list(walk))
    assert odile.pictures == other.pictures and hash(odile.pictures) == hash(other.pictures)
    assert odile.pictures not in (edited.pictures, game[2].pictures, list(odile.pictures))
    assert len({walk, odile.clip("walk", "east"), odile.pictures, other.pictures}) == 2
    # The same costume in another room is equal, and so is its hash.
    moved = costumier.Costume(game, 1, 2, None)
    assert moved == odile and hash(moved) == hash(odile)
    assert game != costumier.sample() and len({game, costumier.sample()}) == 2


def test_a_call_does_one_step(game: costumier.Game) -> None:
    scene = game.scene({"actors": [{"costume": 1}]})
    scene.do(0, face=90)
    calls: list[Callable[[], object]] = [
        lambda: scene.do(0),  # type: ignore[call-overload]
        lambda: scene.do(0, perform="walk", face="east"),  # type: ignore[call-overload]
        lambda: scene.do(0, animate="walk"),  # type: ignore[call-overload]
    ]
    for call in calls:
        with pytest.raises(costumier.UsageError, match="a step is"):
            call()
