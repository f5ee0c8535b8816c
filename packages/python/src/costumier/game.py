"""Games: opened, searched, drawn, exported, changed."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import IO, TYPE_CHECKING, Any, NamedTuple, Optional, TypeVar, Union

from . import _costumier
from ._calls import ExportOptions, GameCalls, MontageOptions, OpenOptions, PackedCalls
from ._json import to_json
from .costume import Costume, data_of, files_in, write_files
from .draft import Draft
from .errors import NotFoundError, UsageError, not_copied
from .pictures import Image, Picture, counted, shaped
from .room_draft import PackedRoom, RoomDraft

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .pictures import Pixels

    Path = Union[str, os.PathLike[str]]
    Source = Union[Path, bytes, bytearray, IO[bytes], Mapping[str, bytes]]
    #: A costume of the game, by its id or its name.
    Key = Union[int, str, Costume]
    AnyKey = TypeVar("AnyKey", bound=Key)
    Keys = Union[Key, Iterable[Key], None]

__all__ = ["Game", "Hit", "Packed", "Put", "open", "pack", "sample"]


class Hit(NamedTuple):
    """A picture that was found."""

    #: The costume that it is a picture of.
    costume: Costume
    #: The picture.
    picture: Picture
    #: Whether it is mirrored.
    mirrored: bool
    #: Whether it has other colours.
    recoloured: bool
    #: Column and row in it where the wanted picture is, if that is a part of it.
    part: Optional[tuple[int, int]]
    #: All of it in words.
    text: str


class Game(GameCalls):
    """A game. ``game[1]`` and ``game["guybrush"]`` are costumes; ``for costume in game`` has all of them.

    A game that ``open`` or ``sample`` opened can be pickled, also with other costumes and patches: another process
    opens and changes it again. A game is equal to itself only.
    """

    __slots__ = ("_origin", "costumes")

    #: All costumes, by rising id.
    costumes: tuple[Costume, ...]

    def __init__(self, native: _costumier.Game, origin: Optional[tuple[Any, ...]] = None) -> None:
        self._native = native
        self._origin = origin
        rows = json.loads(native.costumes())
        self.costumes = tuple(
            Costume(self, row["id"], row["room"], row["name"] if row["certain"] else None) for row in rows
        )

    def _with(self, native: _costumier.Game, call: str, *arguments: Any) -> Game:
        """Return the game that a call of this one makes. Pickled, the call is repeated."""
        return Game(native, (getattr(Game, call), (self, *arguments)))

    @property
    def title(self) -> Optional[str]:
        """The title, if it is recognised."""
        title: Optional[str] = self.info["title"]
        return title

    @property
    def generation(self) -> str:
        """The generation of the game's engine: ``"v5"``."""
        generation: str = self.info["generation"]
        return generation

    @property
    def rooms(self) -> list[dict[str, Any]]:
        """The rooms by rising id: ``id``, ``name``, ``costumes`` …"""
        rooms: list[dict[str, Any]] = self.info["rooms"]
        return rooms

    def _id(self, key: Key) -> int:
        """Return the id of a costume of this game."""
        if isinstance(key, Costume):
            if key.game is not self:
                raise UsageError(f"costume {key.id} is of another game: use `costume.game`, or the id")
            return key.id
        if isinstance(key, str):
            return self._native.costume_called(key)
        # The extension module shows larger numbers rounded.
        if isinstance(key, int) and not 0 <= key < 1 << 32:
            raise UsageError(f"costume is {key}: use a whole number from 0 to {(1 << 32) - 1}")
        return key

    def _ids(self, keys: Keys) -> Optional[list[int]]:
        if keys is None:
            return None
        return [self._id(key) for key in ([keys] if isinstance(keys, (int, str, Costume)) else keys)]

    def __getitem__(self, key: Key) -> Costume:
        id = self._id(key)
        for costume in self.costumes:
            if costume.id == id:
                return costume
        # The game's own error says why there is none.
        return Costume(self, id, 0, None, self._native.costume(id))

    def __len__(self) -> int:
        return len(self.costumes)

    def __iter__(self) -> Iterator[Costume]:
        return iter(self.costumes)

    def __contains__(self, key: object) -> bool:
        if not isinstance(key, str):
            return any(costume is key or costume.id == key for costume in self.costumes)
        try:
            self._native.costume_called(key)
        except NotFoundError:
            return False
        except UsageError:
            # Several have the name.
            pass
        return True

    def room_palette(self, room: int) -> Pixels:
        """Return the colours of a room as an array of 256 × 3."""
        return shaped(self.room_palette_bytes(room), 256, 3)

    def find(self, image: Any) -> list[Hit]:
        """Find the pictures that are like an image: the same, mirrored, in other colours, enlarged, or a part.

        The image is a picture, an image of Pillow, an array of palette indices (rows × columns) or colours (rows ×
        columns × 3 or 4), the path of a PNG file, or its bytes.
        """
        like, hits = like_of(image), []
        found = self._native.find_png(like) if isinstance(like, bytes) else self._native.find(*like)
        for row in json.loads(found):
            costume = self[row["costume"]]
            picture, part = costume.pictures[row["limb"], row["index"]], row["part"]
            hits.append(
                Hit(costume, picture, row["mirrored"], row["recoloured"], part and tuple(part), row["text"])
            )
        return hits

    def whatis(self, image: Any) -> dict[str, Any]:
        """Return what of the game an image shows: costume, chore, facing and tick of each figure, and the room.

        The image is one of :meth:`find`, but for a picture and an array of indices, which have no colours. The result
        is what ``costumier whatis --json`` prints.
        """
        like = like_of(image.convert("RGBA") if hasattr(image, "getpalette") else image)
        if isinstance(like, bytes):
            found = self._native.whatis_png(like)
        else:
            width, pixels, each = like
            if each != 4:
                raise UsageError("indices have no colours: use an array of rows × columns × 4, or find()")
            found = self._native.whatis(width, pixels)
        report: dict[str, Any] = json.loads(found)
        return report

    def export_files(self, ids: Keys = None, **options: Unpack[ExportOptions]) -> dict[str, bytes]:
        return super().export_files(self._ids(ids), **options)

    def export(self, folder: Path, ids: Keys = None, **options: Unpack[ExportOptions]) -> list[str]:
        return super().export(folder, self._ids(ids), **options)

    def montage(self, ids: Keys = None, **options: Unpack[MontageOptions]) -> bytes:
        return super().montage(self._ids(ids), **options)

    def draft(self, costume: Key) -> Draft:
        """Start a draft of a costume, by its id or its name."""
        return Draft(self._native.draft(self._id(costume)), self)

    def room_draft(self, room: int) -> RoomDraft:
        """Start a draft of a room."""
        return RoomDraft(self._native.room_draft(room))

    def put(
        self,
        costumes: Mapping[AnyKey, Union[bytes, Costume, Draft, Packed]] = MappingProxyType({}),
        *,
        rooms: Mapping[int, Union[bytes, PackedRoom, RoomDraft]] = MappingProxyType({}),
        room: Optional[int] = None,
        all_ids: bool = False,
        no_padding: bool = False,
    ) -> Put:
        """Plan to put costumes, by id or name, and rooms into the game. Nothing is written yet.

        A new id needs the ``room`` that owns it. ``all_ids`` changes all ids of a block that several share;
        ``no_padding`` leaves smaller blocks smaller.
        """
        if not isinstance(costumes, Mapping) or not isinstance(rooms, Mapping):
            raise UsageError("put wants costumes, drafts or blocks by their ids: game.put({1: edited})")
        for value in costumes.values():
            if not isinstance(value, (bytes, Costume, Draft, Packed)):
                raise TypeError(f"{type(value).__name__} is no costume: use a costume, a draft, or a block")
        for block in rooms.values():
            if not isinstance(block, (bytes, PackedRoom, RoomDraft)):
                raise TypeError(f"{type(block).__name__} is no room: use a draft of a room, or a block")
        rows = [(self._id(key), room, it if isinstance(it, bytes) else it.payload) for key, it in costumes.items()]
        others = [(id, it if isinstance(it, bytes) else it.payload) for id, it in rooms.items()]
        return Put(self._native.put(rows, others, all_ids, no_padding))

    def apply(self, patch: Union[bytes, Path]) -> dict[str, bytes]:
        """Apply a patch, BPS or a zip of several. Return the files of the game that change."""
        return dict(self._native.apply(data_of(patch)))

    def patched(self, patch: Union[bytes, Path]) -> Game:
        """Return the game with a patch, BPS or a zip of several. This game stays as it is."""
        data = data_of(patch)
        return self._with(self._native.patched(data), "patched", data)

    def with_costume(self, id: int, payload: bytes) -> Game:
        return self._with(self._native.with_costume(id, payload), "with_costume", id, payload)

    with_costume.__doc__ = GameCalls.with_costume.__doc__

    def __reduce__(self) -> tuple[Any, ...]:
        if self._origin is None:
            raise TypeError("the game of a packed costume cannot be pickled: pack the costume in the other process")
        return self._origin

    def __repr__(self) -> str:
        return f"<Game {self.title or 'without a title'}: {self.generation}, {counted(len(self), 'costume')}>"


class Put:
    """Costumes and rooms that are put into a game: the bytes that change. Nothing is written before you ask for it."""

    __slots__ = ("_native", "changes_index", "costumes", "rooms")

    #: Whether the index file changes. ScummVM recognises games by it.
    changes_index: bool
    #: What happens to each costume: ``id``, ``room``, ``file``, bytes ``before`` and ``after``, ``filling``.
    costumes: list[dict[str, Any]]
    #: What happens to each room: ``id``, ``file``, bytes ``before`` and ``after``, ``filling``.
    rooms: list[dict[str, Any]]

    def __init__(self, native: _costumier.Put) -> None:
        self._native = native
        report = json.loads(native.report())
        self.changes_index = report["changes_index"]
        self.costumes = report["costumes"]
        self.rooms = report["rooms"]

    @property
    def files(self) -> dict[str, bytes]:
        """The files of the game that change, whole."""
        return dict(self._native.written("files"))

    @property
    def patch(self) -> bytes:
        """The patch: BPS, or a zip if several files change. It holds nothing of the game.

        If nothing changes, ``files`` is empty, and there is no patch: this and ``patch_name`` raise ``UsageError``.
        """
        return self._patch()[1]

    @property
    def patch_name(self) -> str:
        """A name for the patch's file."""
        return self._patch()[0]

    def _patch(self) -> tuple[str, bytes]:
        for patch in self._native.written("patch"):
            return patch
        raise UsageError("nothing changes: the game has these costumes and rooms already")

    def write(self, path: Path) -> list[str]:
        """Write the files that change into a folder, and return their names. Other files there stay."""
        return write_files(path, self.files.items())

    __reduce__ = not_copied("use its `files` or its `patch`")

    def __repr__(self) -> str:
        return f"<Put of {counted(len(self.costumes), 'costume')} and {counted(len(self.rooms), 'room')}>"


class Packed(PackedCalls):
    """A costume that was packed: a folder, or a draft."""

    __slots__ = ("changes", "generation", "id", "name", "notes", "room")

    #: The id of the costume, if it has one.
    id: Optional[int]
    #: The room that owned it.
    room: Optional[int]
    #: Its name.
    name: Optional[str]
    #: The generation that the block is for, as costume folders name it: ``"v5"``. ``Draft.read`` needs it.
    generation: str
    #: The parts that were written anew, each with its bytes before and after.
    changes: list[tuple[str, Optional[int], Optional[int]]]
    #: What was assumed.
    notes: list[str]

    def __init__(self, native: _costumier.Packed) -> None:
        self._native = native
        report = json.loads(native.report())
        self.id, self.room, self.name = report["id"], report["room"], report["name"]
        self.generation = report["generation"]
        self.changes = [tuple(change) for change in report["changes"]]
        self.notes = report["notes"]

    @property
    def costume(self) -> Costume:
        """The costume, in a game of its own."""
        return self.game().costumes[0]

    __reduce__ = not_copied("use its `payload`")

    def __repr__(self) -> str:
        return f"<Packed costume {self.id}: {len(self.payload)} bytes, {len(self.changes)} changes>"


def open(source: Source, **options: Unpack[OpenOptions]) -> Game:
    """Open a game.

    The source is the path of a folder, archive or image, the bytes of an archive or image, a file object of one, or a
    mapping of names to the bytes of files. ``which`` picks one of several games by a part of its name. ``platform``,
    ``interpreter``, ``screen`` and ``encoding`` are the command's options. With ``scripts=False``, costumes have no
    names.
    """
    if isinstance(source, (str, os.PathLike)):
        native = _costumier.Game.open_path(source, to_json(options))
        return Game(native, (opened, (os.path.abspath(source), options)))
    if isinstance(source, (bytes, bytearray)):
        files = {"game": bytes(source)}
    elif isinstance(source, Mapping):
        files = dict(source)
    elif hasattr(source, "read"):
        name = getattr(source, "name", None)
        data = source.read()
        if not isinstance(data, bytes):
            raise UsageError("the file object gives text: open the file with the mode 'rb'")
        files = {(os.path.basename(name) if isinstance(name, str) else "") or "game": data}
    else:
        raise UsageError(f"{type(source).__name__} is no game: pass a path, bytes, a file object or a mapping")
    native = _costumier.open_files(list(files.items()), to_json(options))
    return Game(native, (opened, (files, options)))


def sample(edition: str = "v5", **options: Unpack[OpenOptions]) -> Game:
    """Open the sample game, which is part of this package, in one of its editions: ``"v5"``, ``"v7"`` …

    The options are those of ``open``.
    """
    return Game(_costumier.Game.open_sample(edition, to_json(options)), (resampled, (edition, options)))


def opened(source: Source, options: OpenOptions) -> Game:
    """Open a game that was pickled."""
    return open(source, **options)


def resampled(edition: str, options: OpenOptions) -> Game:
    """Open the sample that was pickled."""
    return sample(edition, **options)


def pack(
    source: Union[Path, Mapping[str, bytes]],
    *,
    nearest: bool = False,
    generation: Optional[str] = None,
    game: Optional[Game] = None,
) -> Packed:
    """Pack a costume folder: a path, or a mapping of names to the bytes of files.

    ``nearest`` replaces colours that the costume does not have. ``generation`` (``"v6"``) or ``game`` converts it.
    """
    files = list(source.items()) if isinstance(source, Mapping) else files_in(source)
    return Packed(_costumier.pack(files, nearest, generation, None if game is None else game._native))


def like_of(image: Any) -> Any:
    """Return what the search compares with: a PNG file, or width, pixels and the bytes of each."""
    if isinstance(image, Picture):
        return (image.width, image.value_bytes, 1)
    if isinstance(image, Image):
        return (image.width, image.rgba_bytes(), 4)
    if isinstance(image, (str, os.PathLike, bytes, bytearray)):
        return data_of(image)
    if hasattr(image, "getpalette") and hasattr(image, "tobytes"):
        if image.mode == "P":
            return (image.width, image.tobytes(), 1)
        return (image.width, image.convert("RGBA").tobytes(), 4)
    try:
        view = memoryview(image)
    except (TypeError, ValueError):
        what = f"{type(image).__name__} is no image"
        raise UsageError(f"{what}: use a picture, an image of Pillow, an array of uint8, or a PNG file") from None
    data, shape = view.tobytes(), view.shape or ()
    if view.itemsize != 1:
        raise UsageError(f"the array has the dtype {getattr(image, 'dtype', view.format)}: use uint8")
    if view.ndim < 2 or shape[2:] not in ((), (3,), (4,)):
        found = " × ".join(map(str, shape))
        raise UsageError(f"the array has the shape {found}: use rows × columns, or rows × columns × 3 or 4")
    if view.ndim == 2:
        return (shape[1], data, 1)
    if shape[2] == 3:
        data = b"".join(data[at : at + 3] + b"\xff" for at in range(0, len(data), 3))
    return (shape[1], data, 4)
