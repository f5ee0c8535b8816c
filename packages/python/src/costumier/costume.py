"""Costumes: their pictures and animations."""

from __future__ import annotations

import binascii
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Union, overload

from .errors import Error, UsageError
from .pictures import Frame, Picture, shaped

if TYPE_CHECKING:
    from . import _costumier
    from .game import Game
    from .pictures import Pixels

__all__ = ["Action", "Clip", "Costume", "Pictures"]

#: The formats of animations.
FORMATS = ("gif", "apng", "webp")


class Action(NamedTuple):
    """A chore in a facing that a costume has a record for."""

    #: The chore's number.
    chore: int
    #: The facing: ``"east"``.
    facing: str
    #: The chore's name: its role, a name from the scripts, or ``"chore 7"``.
    name: str
    #: The role that starts it by default: ``"walk"``.
    role: Optional[str]
    #: The index of the record.
    record: int
    #: Whether its pictures are drawn mirrored.
    mirrored: bool


class Pictures(Sequence[Picture]):
    """The pictures of a costume. ``pictures[3]`` is the fourth, ``pictures[0, 3]`` the one with this limb and index."""

    __slots__ = ("_costume", "_keys")

    def __init__(self, costume: Costume) -> None:
        self._costume = costume
        self._keys: list[tuple[int, int]] = costume._native.keys()

    def keys(self) -> list[tuple[int, int]]:
        """Return limb and index of each picture."""
        return list(self._keys)

    def __len__(self) -> int:
        return len(self._keys)

    @overload
    def __getitem__(self, key: Union[int, tuple[int, int]]) -> Picture: ...
    @overload
    def __getitem__(self, key: slice) -> list[Picture]: ...
    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            return [Picture(self._costume, *it) for it in self._keys[key]]
        limb, index = key if isinstance(key, tuple) else self._keys[key]
        return Picture(self._costume, limb, index)

    def __repr__(self) -> str:
        return f"<{len(self)} pictures of {self._costume!r}>"


class Costume:
    """A costume of a game. It is opened when it is needed."""

    __slots__ = ("_opened", "game", "id", "name", "room")

    #: The game that it is a costume of.
    game: Game
    #: Its id.
    id: int
    #: The number of the room that owns it.
    room: int
    #: Its name in the game's scripts.
    name: Optional[str]

    def __init__(
        self, game: Game, id: int, room: int, name: Optional[str], opened: Optional[_costumier.Costume] = None
    ) -> None:
        self.game = game
        self.id = id
        self.room = room
        self.name = name
        self._opened = opened

    @property
    def _native(self) -> _costumier.Costume:
        if self._opened is None:
            self._opened = self.game._native.costume(self.id)
        return self._opened

    @property
    def kind(self) -> str:
        """The kind: ``"cost"``, ``"akos"`` …"""
        return self._native.kind

    @property
    def pictures(self) -> Pictures:
        """Its pictures. They are decoded one by one, when their pixels are needed."""
        return Pictures(self)

    @property
    def actions(self) -> list[Action]:
        """Its chores in all their facings."""
        fields = Action._fields
        return [Action(*(row[field] for field in fields)) for row in json.loads(self._native.actions())]

    def clip(self, chore: Union[int, str], facing: Union[int, str] = "south") -> Clip:
        """Play a chore until it repeats.

        The chore is a role (``"walk"``), a number, or a name from ``actions``; the facing a name or an angle.
        """
        return Clip(self, self._native.clip(chore, facing))

    @property
    def palette(self) -> Pixels:
        """The game's colours for this costume as an array of 256 × 3."""
        return shaped(self.palette_bytes, 256, 3)

    @property
    def palette_bytes(self) -> bytes:
        """The same in 768 bytes, without numpy."""
        return self._native.palette()

    @property
    def payload(self) -> bytes:
        """The costume's block without its header."""
        return self._native.payload()

    def dump(self) -> dict[str, Any]:
        """Return the structure of the costume: what ``costumier dump --json`` prints."""
        found: dict[str, Any] = json.loads(self._native.dump())
        return found

    def check(self) -> list[dict[str, Any]]:
        """Return what is odd or broken in the costume."""
        found: list[dict[str, Any]] = json.loads(self._native.check())
        return found

    def listing(self) -> str:
        """Return its records and commands in words."""
        return self._native.listing()

    def with_picture(self, picture: Union[Picture, int, tuple[int, int]], values: Any) -> Costume:
        """Return the same costume with other pixels in a picture.

        ``values`` are those that the file stores: bytes, or an array of rows × columns.
        """
        it = picture if isinstance(picture, Picture) else self.pictures[picture]
        data = values if isinstance(values, (bytes, bytearray)) else memoryview(values).tobytes()
        changed = self._native.with_picture(it.limb, it.index, bytes(data))
        return Costume(self.game, self.id, self.room, self.name, changed)

    def export(self, path: Union[str, os.PathLike[str]], **options: Any) -> list[str]:
        """Export this costume into a folder: see ``Game.export``."""
        return self.game.export(path, [self.id], **options)

    def unpack(self, path: Union[str, os.PathLike[str]], pictures: str = "sheets") -> list[str]:
        """Write the costume as a costume folder, and return the names of its files.

        ``pictures`` are stored as ``"sheets"``, ``"single"`` files, or in one ``"aseprite"`` file. Files of other names
        in the folder stay.
        """
        return write_files(path, self._native.unpack(pictures))

    def _repr_png_(self) -> Optional[bytes]:
        for role in ("stand", "walk"):
            for facing in ("south", "west"):
                try:
                    return self.clip(role, facing)[0]._repr_png_()
                except (Error, IndexError):
                    continue
        return None

    def __repr__(self) -> str:
        name = f" {self.name!r}" if self.name else ""
        return f"<Costume {self.id}{name}, room {self.room}>"


class Clip(Sequence[Frame]):
    """An animation: a chore in a facing, from its start until it repeats. Its frames have one size, and fit."""

    __slots__ = ("_frames", "_native", "costume")

    def __init__(self, costume: Costume, native: _costumier.Clip) -> None:
        self.costume = costume
        self._native = native
        self._frames = [Frame(native, number, ticks) for number, ticks in enumerate(native.ticks)]

    @property
    def frames(self) -> list[Frame]:
        """The frames. Successive frames look different, except where the loop begins between them."""
        return list(self._frames)

    @property
    def chore(self) -> int:
        """The chore's number."""
        return self._native.chore

    @property
    def facing(self) -> str:
        """The facing."""
        return self._native.facing

    @property
    def width(self) -> int:
        """The width of all frames in pixels."""
        return self._native.bounds[2]

    @property
    def height(self) -> int:
        """The height of all frames in pixels."""
        return self._native.bounds[3]

    @property
    def anchor(self) -> tuple[int, int]:
        """The pixel of the frames where the costume's coordinates begin. In most games, it is between the feet."""
        left, top = self._native.bounds[:2]
        return (-left, -top)

    @property
    def ticks(self) -> int:
        """The number of ticks of all frames together."""
        return sum(frame.ticks for frame in self._frames)

    @property
    def seconds(self) -> float:
        """How long all frames take together, at six jiffies a tick (100 ms), as exports have it by default."""
        return sum(frame.seconds for frame in self._frames)

    @property
    def loops_to(self) -> Optional[int]:
        """The index of the frame that follows the last one; ``None`` if the last frame stays."""
        return self._native.loops_to

    @property
    def is_cut_off(self) -> bool:
        """Whether the animation did not repeat within the limits."""
        return self._native.cut_off

    def encode(self, format: str = "gif", **options: Any) -> bytes:
        """Return the animation as a file: ``gif``, ``apng`` or ``webp``. The file is that of the command's export.

        Options are those of ``Game.export``: ``scale_up``, ``background`` …
        """
        if format not in FORMATS:
            raise UsageError(f"an animation is no file of the format {format!r}: use {', '.join(FORMATS)}")
        wanted = {"formats": [format], "only": "animations", "chore": [self.chore], "facing": [self.facing]}
        files = self.costume.game.export_files([self.costume.id], **wanted, **options)
        for path, data in files.items():
            if path.endswith(f".{format}"):
                return data
        raise Error(f"{self!r} shows nothing, so it is no file", kind="nothing-shown")

    def save(self, path: Union[str, os.PathLike[str]], **options: Any) -> None:
        """Write the animation as the format that the path's ending names."""
        format = os.path.splitext(os.fspath(path))[1].lstrip(".").lower()
        data = self.encode({"png": "apng"}.get(format, format), **options)
        with open(path, "wb") as file:
            file.write(data)

    @overload
    def __getitem__(self, number: int) -> Frame: ...
    @overload
    def __getitem__(self, number: slice) -> list[Frame]: ...
    def __getitem__(self, number: Any) -> Any:
        return self._frames[number]

    def __len__(self) -> int:
        return len(self._frames)

    def __iter__(self) -> Iterator[Frame]:
        return iter(self._frames)

    def _repr_html_(self) -> str:
        data = binascii.b2a_base64(self.encode("gif", scale_up=2), newline=False).decode()
        style = "image-rendering: pixelated"
        alt = f"chore {self.chore}, {self.facing}"
        return f'<img src="data:image/gif;base64,{data}" style="{style}" alt="{alt}">'

    def __repr__(self) -> str:
        return f"<Clip chore {self.chore} {self.facing}: {len(self)} frames, {self.ticks} ticks>"


def write_files(path: Union[str, os.PathLike[str]], files: Iterable[tuple[str, bytes]]) -> list[str]:
    """Write files into a folder, and return their names."""
    names = []
    for name, data in files:
        place = os.path.join(path, *name.split("/"))
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "wb") as file:
            file.write(data)
        names.append(name)
    return names
