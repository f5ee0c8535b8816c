"""Games, costumes, exports, edits, errors."""

from __future__ import annotations

import hashlib
import io
import pickle
import random
import re
import subprocess
import sys
import threading
import zipfile
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
def folder(tmp_path_factory: pytest.TempPathFactory, run: Callable[..., str]) -> Path:
    """The sample game in a folder."""
    path = tmp_path_factory.mktemp("games") / "sample"
    run("sample", path)
    return path


def hashes(game: costumier.Game) -> list[str]:
    return [hashlib.sha256(it.value_bytes).hexdigest() for costume in game for it in costume.pictures]


def test_a_game_opens_from_everything_that_holds_one(folder: Path, game: costumier.Game) -> None:
    expected = hashes(game)
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    place = folder.parent / "sample.zip"
    place.write_bytes(packed.getvalue())
    index = min(folder.iterdir(), key=lambda path: path.stat().st_size)
    for source in (folder, str(folder), place, packed.getvalue(), io.BytesIO(packed.getvalue()), files, index):
        assert hashes(costumier.open(source)) == expected
    with place.open("rb") as file:
        assert hashes(costumier.open(file)) == expected


def test_costumes_are_found_by_id_and_name(game: costumier.Game) -> None:
    assert game[1] is game["Odile"] is game["odile"] is game["odil"]
    # Another script gives this name to the actor in costume 2.
    assert game["Understudy"].id == 2
    named = costumier.sample(names={"costumes": [{"costume": 6, "name": "Dancer"}]})
    assert named["dancer"].id == 6
    assert [costume.id for costume in game.costumes] == [1, 2, 3, 4, 5, 6]
    assert 1 in game and 99 not in game and game[1] in game
    assert game["Odile"].room == game.cast["costumes"][0]["rooms"][0]["value"] or game["Odile"].room > 0
    assert "odile" in game and "Guybrush" not in game
    with pytest.raises(costumier.NotFoundError, match="the names are 1 \"Odile\""):
        game["Guybrush"]


def test_facts_are_those_of_the_command(game: costumier.Game, run_json: Callable[..., Any]) -> None:
    for key, value in run_json("info", "sample").items():
        if key in game.info and key not in ("title", "files"):
            assert game.info[key] == value, key
    assert game.cast == run_json("cast", "sample")
    assert game.unused() == run_json("unused", "sample")
    assert game[3].dump() == run_json("dump", "sample", 3)
    assert (game.title, game.generation) == ("The Costume Department", "v5")


def test_exports_are_those_of_the_command(game: costumier.Game, run: Callable[..., str], tmp_path: Path) -> None:
    run("export", "sample", "6", "-o", tmp_path / "command", "--as", "gif,png,aseprite-json", "--scale-up", "2")
    options = {"formats": ["gif", "png", "aseprite-json"], "scale_up": 2}
    paths = game["Minuet"].export(tmp_path / "python", **options)
    files = game.export_files([6], **options)
    assert paths == sorted(files)
    compared = 0
    for path in paths:
        data = (tmp_path / "python" / path).read_bytes()
        assert data == files[path]
        if path.endswith((".gif", ".png")):
            assert data == (tmp_path / "command" / path).read_bytes(), path
            compared += 1
    assert compared > 10
    assert not list((tmp_path / "python").rglob("*.part"))


def test_one_picture_shows_a_costume_or_all(game: costumier.Game, run: Callable[..., str], tmp_path: Path) -> None:
    run("montage", "sample", "-o", tmp_path / "all.png", "--background", "checks")
    assert game.montage(background="checks") == (tmp_path / "all.png").read_bytes()
    run("export", "sample", "6", "-o", tmp_path / "out", "--as", "contact", "--scale-up", "2")
    sheet = tmp_path / "out" / "costume-006" / "contact.png"
    assert game[6].contact_sheet(scale_up=2) == sheet.read_bytes()
    assert len(game.montage([1, 6])) < len(game.montage())
    with pytest.raises(costumier.UsageError, match="unknown field `backgroud`"):
        game.montage(backgroud="navy")  # type: ignore[call-arg]


def test_animations_are_files(game: costumier.Game, run: Callable[..., str], tmp_path: Path) -> None:
    clip = game["Minuet"].clip("walk", "east")
    assert clip.seconds == sum(frame.seconds for frame in clip) == clip.ticks / 10
    for ending in ("gif", "webp", "png"):
        clip.save(tmp_path / f"walk.{ending}", scale_up=2)
        with PIL.Image.open(tmp_path / f"walk.{ending}") as image:
            assert image.n_frames == len(clip)
            assert image.size == (clip.width * 2, clip.height * 2)
    assert clip._repr_html_().startswith('<img src="data:image/gif;base64,R0lGOD')
    with pytest.raises(costumier.UsageError):
        clip.save(tmp_path / "walk.txt")


def test_pictures_are_images(game: costumier.Game) -> None:
    picture = max(game["Odile"].pictures, key=lambda it: it.width * it.height)
    image = picture.image()
    assert (image.mode, image.size) == ("P", (picture.width, picture.height))
    rgba = numpy.asarray(image.convert("RGBA"))
    assert (rgba[:, :, 3] == picture.rgba()[:, :, 3]).all() and 0 < rgba[:, :, 3].mean() < 255
    assert (rgba[rgba[:, :, 3] > 0] == picture.rgba()[rgba[:, :, 3] > 0]).all()
    with PIL.Image.open(io.BytesIO(picture.png(3))) as png:
        assert png.size == (picture.width * 3, picture.height * 3)
        assert (numpy.asarray(png)[::3, ::3] == picture.indices).all()
        assert (numpy.asarray(png) == picture.indices.repeat(3, axis=0).repeat(3, axis=1)).all()
    assert (numpy.asarray(picture) == picture.indices).all()
    with pytest.raises(ValueError, match="read-only"):
        picture.indices[0, 0] = 1
    red = [(255, 0, 0)] * 256
    shown = picture.rgba(red)[picture.indices != picture.transparent]
    assert (shown == (255, 0, 0, 255)).all()
    assert (picture.rgba(numpy.array(red, dtype=numpy.uint8)) == picture.rgba(red)).all()
    with pytest.raises(costumier.UsageError, match="it needs 768"):
        picture.rgba(b"123")
    assert game["Odile"]._repr_png_().startswith(b"\x89PNG")


def test_pictures_are_found(game: costumier.Game) -> None:
    picture = max(game["Odile"].pictures, key=lambda it: it.width * it.height)
    mirrored = picture.values[:, ::-1]
    for image in (picture, picture.image(), picture.png(), mirrored, picture.rgba(), picture.png(2)):
        hits = game.find(numpy.ascontiguousarray(image) if isinstance(image, numpy.ndarray) else image)
        found = [hit for hit in hits if (hit.picture.limb, hit.picture.index) == (picture.limb, picture.index)]
        assert found and found[0].costume.id == 1, image
        assert found[0].mirrored == (image is mirrored)
    assert game.find(numpy.arange(400, dtype=numpy.uint8).reshape(20, 20)) == []


def test_figures_are_recognised(game: costumier.Game) -> None:
    frame = game["Odile"].clip("walk", "east")[3]
    for image in (frame, frame.rgba(), frame.image()):
        figure = game.whatis(image)["figures"][0]
        shown = figure["shown"]
        assert (shown["costume"], shown["chore_name"], shown["facing"]) == (1, "walk", "east")
        assert figure["certainty"] == "sure" and figure["link"].startswith("actor=1~2~east")
    with pytest.raises(costumier.UsageError, match="indices have no colours"):
        game.whatis(numpy.zeros((20, 20), dtype=numpy.uint8))
    with pytest.raises(costumier.UsageError, match="too few"):
        game.whatis(numpy.zeros((2, 2, 4), dtype=numpy.uint8))


def test_scenes_are_played(game: costumier.Game) -> None:
    actor = {"costume": 1, "position": [160, 130], "facing": "east", "steps": [{"perform": "walk"}]}
    scene = game.scene({"actors": [actor]})
    for tick in range(6):
        steps = [{"perform": "walk"}, {"ticks": tick}]
        assert scene.render().index_bytes == game.render({"actors": [{**actor, "steps": steps}]}).index_bytes
        scene.tick()
    before = scene.render().rgba_bytes()
    scene.do(0, perform="stand")
    scene.do(0, face="south")
    assert scene.render().rgba_bytes() != before
    assert scene.render().origin[0] < 160
    scene.place(0, 0, 0)
    assert scene.render().origin[0] < 0
    assert scene.state(0) and len(scene) == 1


def test_scenes_go_back_and_are_written(game: costumier.Game) -> None:
    actor = {"costume": 1, "position": [160, 130], "facing": "east", "steps": [{"perform": "walk"}]}
    scene = game.scene({"actors": [actor]})
    picks = random.Random(7)
    # What a fresh scene does since the mark: a step with its tick; before it, all calls in order.
    before: list[Callable[[costumier.Scene], Any]] = []
    since: list[tuple[int, dict[str, Any]]] = []

    def fresh(tick: int) -> costumier.Scene:
        again = game.scene({"actors": [actor]})
        for call in before:
            call(again)
        again.mark()
        for at, step in since:
            if at <= tick:
                again.tick(at - again.now)
                again.do(0, **step)
        again.tick(tick - again.now)
        return again

    def marked() -> None:
        last = 0
        for at, step in since:
            before.append(lambda it, ticks=at - last: it.tick(ticks))
            before.append(lambda it, step=step: it.do(0, **step))
            last = at
        before.append(lambda it, ticks=tick - last: it.tick(ticks))
        since.clear()

    for _ in range(60):
        tick = scene.now
        what = picks.randrange(7)
        if what < 2:
            scene.tick(picks.randrange(6))
        elif what < 4:
            scene.seek(picks.randrange(12))
        elif what == 4:
            step = picks.choice([{"face": "west"}, {"perform": "stand"}, {"chore": "walk"}, {"speed": 2}, {"face": "south"}])
            scene.do(0, **step)
            since[:] = [it for it in since if it[0] <= tick]
            since.append((tick, step))
        elif what == 5 and len(scene) < 3:
            since[:] = [it for it in since if it[0] <= tick]
            marked()
            other = {**actor, "costume": 2, "position": [picks.randrange(320), 120]}
            assert scene.add(other) == len(scene) - 1
            before.append(lambda it, other=other: it.add(other))
        elif what == 6 and len(scene) > 1:
            since[:] = [it for it in since if it[0] <= tick]
            marked()
            scene.remove(1)
            before.append(lambda it: it.remove(1))
        shown = scene.render().index_bytes
        assert shown == fresh(scene.now).render().index_bytes
        assert shown == game.render(scene.to_dict()).index_bytes
        assert scene.peek(5).index_bytes == fresh(5).render().index_bytes
    scene.set(0, scale=100)
    scene.seek(0)
    assert scene.render().index_bytes == game.render(scene.to_dict()).index_bytes
    with pytest.raises(costumier.Error, match="counted from 0"):
        scene.set(7, scale=100)


def test_a_costume_is_changed_and_put_back(game: costumier.Game, folder: Path, tmp_path: Path) -> None:
    mine = costumier.open(folder)
    picture = max(mine[1].pictures, key=lambda it: it.width * it.height)
    values = picture.values[:, ::-1].copy()
    put = mine.put({1: mine[1].with_picture(picture, values)})
    assert put.costumes[0]["id"] == 1 and put.files
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    changed = costumier.open({**files, **put.files})
    assert (changed[1].pictures[picture.limb, picture.index].values == values).all()
    assert put.patch.startswith(b"BPS1") or zipfile.is_zipfile(io.BytesIO(put.patch))
    assert mine.apply(put.patch) == put.files
    assert put.write(tmp_path) == list(put.files)


def test_a_costume_folder_goes_out_and_in(game: costumier.Game, tmp_path: Path) -> None:
    names = game["Odile"].unpack(tmp_path / "odile")
    assert "costume.toml" in names
    packed = costumier.pack(tmp_path / "odile")
    assert (packed.payload, packed.id, packed.changes) == (game["Odile"].payload, 1, [])
    text = (tmp_path / "odile" / "costume.toml").read_text()
    (tmp_path / "odile" / "costume.toml").write_text(text.replace("at = [-", "at = [-1", 1))
    packed = costumier.pack(tmp_path / "odile")
    assert len(packed.changes) == 1 and packed.payload != game["Odile"].payload
    assert len(packed.costume.pictures) == len(game["Odile"].pictures)
    assert game.put({1: packed}).costumes[0]["after"] > 0


def test_errors_say_kind_file_byte_and_hint(folder: Path, tmp_path: Path) -> None:
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(costumier.NotFoundError) as missing:
        costumier.sample()[99]
    assert isinstance(missing.value, LookupError)
    assert missing.value.hint == "`game.costumes` has the ids that exist"
    with pytest.raises(costumier.Error) as nothing:
        costumier.open(b"no game")
    assert (nothing.value.kind, nothing.value.fault) != ("usage", "caller") and nothing.value.hint
    with pytest.raises(costumier.Error) as gone:
        costumier.open(tmp_path / "not there")
    assert "not there" in str(gone.value)
    # A data file that ends too early: the costume says where.
    largest = max(files, key=lambda name: len(files[name]))
    short = costumier.open({**files, largest: files[largest][: len(files[largest]) // 2]})
    errors = []
    for costume in short:
        try:
            len(costume.pictures)
        except costumier.Error as error:
            errors.append(error)
    assert errors and all(error.file == largest and error.byte is not None for error in errors)
    copy = pickle.loads(pickle.dumps(errors[0]))
    assert (str(copy), copy.kind, copy.byte) == (str(errors[0]), errors[0].kind, errors[0].byte)
    for call in (
        lambda: costumier.sample().render({"actor": []}),
        lambda: costumier.sample().render({"actors": [{"costume": 1, "facing": "up"}]}),
        lambda: costumier.sample("v99"),
        lambda: costumier.sample()[1].clip("walk", "up"),
        lambda: costumier.sample().export_files([1], formats=["bmp2"]),
        lambda: costumier.open(3),  # type: ignore[arg-type]
        lambda: costumier.open(io.StringIO("text")),  # type: ignore[arg-type]
    ):
        with pytest.raises(costumier.UsageError) as usage:
            call()
        assert isinstance(usage.value, ValueError) and "line 1" not in str(usage.value)


def test_values_of_other_types_are_refused_or_taken_for_what_they_are(game: costumier.Game, tmp_path: Path) -> None:
    scene = game.scene({"room": 1, "actors": [{"costume": 1, "position": [160, 120]}]})
    # A number is no path: it would be a file that the program has open.
    for call in (
        lambda: game.apply(1),
        lambda: game.render({"room": 1, "actors": []}).save(1),
        lambda: game[6].clip("walk", "east").save(1),
        lambda: costumier.Draft.read(2**31, "v5"),
        lambda: costumier.RoomDraft.read(2**31),
    ):
        with pytest.raises(TypeError):
            call()
    for call, says in (
        (lambda: game[6].export_files(scale_up=-1), "scale_up is -1: use a whole number from 0 to 255"),
        (lambda: game[6].export_files(scale_up=float("nan")), "scale_up is nan: use a finite number"),
        (lambda: game[6].export_files(formats="png"), 'formats is "png": use a list'),
        (lambda: game[6].export(""), "the name of the folder is empty"),
        (lambda: scene.set(actors=[]), "actors is no setting of a scene"),
        (lambda: scene.actor_at(2**31, 0), "x is 2147483648"),
        (lambda: game.scene({"room": object()}), "use a number, a text"),
    ):
        with pytest.raises(costumier.UsageError, match=re.escape(says)):
            call()
    # Left of the picture there is nothing.
    assert scene.actor_at(-1, 5) is None and scene.explain(-1, 5) is None
    placed = game.scene({"room": numpy.int64(1), "actors": [{"costume": 1, "position": numpy.array([160, 120])}]})
    assert placed.render().rgba_bytes() == scene.render().rgba_bytes()


def test_what_is_not_there_is_not_found(game: costumier.Game) -> None:
    """All that a loop over costumes may pass over is one exception, which says where to look."""
    for call in (
        lambda: game[1].clip("juggle", "east"),
        lambda: game[5].clip("walk", "east"),
        lambda: game["Guybrush"],
        lambda: game["e"],
        lambda: game[99],
        lambda: game.export_files([6], picture=[{"limb": 0, "index": 99}]),
        lambda: game.export_files([6], chore=["juggle"]),
        lambda: game[6].export_files(facing=["northeast"]),
        lambda: game[1].timeline("juggle"),
        lambda: game.draft(1).value_bytes((0, 99)),
        lambda: game.render({"room": 9}),
    ):
        with pytest.raises(costumier.NotFoundError) as missing:
            call()
        assert missing.value.hint and isinstance(missing.value, LookupError)


def test_four_threads_decode_at_once() -> None:
    game = costumier.sample("v8")
    expected = hashes(game)
    results: list[Any] = [None] * 4

    def decode(number: int) -> None:
        mine = hashes(game)
        walk = game[1].clip("walk", "east")
        results[number] = (mine, [frame.index_bytes for frame in walk])

    threads = [threading.Thread(target=decode, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(result == results[0] for result in results) and results[0][0] == expected


def test_the_lock_is_free_while_a_game_is_exported() -> None:
    game = costumier.sample()
    counted, done = 0, threading.Event()

    def export() -> None:
        game.export_files(formats=["apng"], effort="small")
        done.set()

    thread = threading.Thread(target=export)
    thread.start()
    while not done.wait(0.001):
        counted += 1
    thread.join()
    assert counted > 20


WITHOUT = """
import sys
sys.modules["numpy"] = sys.modules["PIL"] = None
import costumier
picture = costumier.sample()[1].pictures[0]
assert len(picture.index_bytes) == picture.width * picture.height == len(picture.value_bytes)
assert picture.png().startswith(b"\\x89PNG") and len(picture.rgba_bytes()) == 4 * len(picture.index_bytes)
assert costumier.sample()[1].clip("walk", "east")._repr_html_()
for call, extra in ((lambda: picture.indices, "costumier[numpy]"), (picture.image, "costumier[pillow]")):
    try:
        call()
    except ImportError as error:
        assert extra in str(error), error
    else:
        raise AssertionError(extra)
assert not {"numpy", "PIL"} & {name for name, it in sys.modules.items() if it is not None}
"""


def test_numpy_and_pillow_may_be_missing() -> None:
    subprocess.run([sys.executable, "-c", WITHOUT], check=True)


def test_numpy_is_imported_when_it_is_needed() -> None:
    code = "import sys, costumier; costumier.sample()[1].pictures[0].png(); assert 'numpy' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
