"""Costumes: their pictures and animations."""

from __future__ import annotations

import binascii
import os
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, Optional, Union, overload

from ._calls import ClipCalls, CostumeCalls, ExportOptions
from .errors import Error, NotFoundError, ReadOnly, UsageError
from .pictures import Frame, Picture, costume_colours, counted, ending_of, shaped, values_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from . import _costumier
    from .game import Game
    from .pictures import Pixels

__all__ = ["Clip", "Costume", "Pictures"]


class Pictures(Sequence[Picture]):
    """The pictures of a costume. ``pictures[3]`` is the fourth, ``pictures[0, 3]`` the one with this limb and index.

    They are equal if their costumes and the colours of these are.
    """

    __slots__ = ("_costume", "_keys")

    def __init__(self, costume: Costume) -> None:
        self._costume = costume
        self._keys: list[tuple[int, int]] = costume._native.picture_keys()

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
        if not isinstance(key, tuple):
            try:
                key = self._keys[key]
            except IndexError:
                why = f"there is no picture {key}: the costume has {len(self)}, counted from 0"
                raise NotFoundError(why, "no-such-item", hint="`costume.pictures` has those that exist") from None
        elif len(key) != 2:
            raise UsageError("a picture has a limb and an index: pictures[0, 3]")
        return Picture(self._costume, *key)

    def __iter__(self) -> Iterator[Picture]:
        return (Picture(self._costume, *key) for key in self._keys)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pictures) and looks_like(self._costume, other._costume)

    def __hash__(self) -> int:
        return hash((Pictures, self._costume))

    def __repr__(self) -> str:
        return f"<{len(self)} pictures of {self._costume!r}>"


class Costume(CostumeCalls, ReadOnly):
    """A costume of a game. It is opened when it is needed."""

    __slots__ = ("game", "id", "name", "room")

    #: The game that it is a costume of. The game of an edited costume shows the edit.
    game: Final[Game]
    #: Its id.
    id: Final[int]
    #: The number of the room that owns it.
    room: Final[int]
    #: Its name in the game's scripts.
    name: Final[Optional[str]]

    def __init__(
        self, game: Game, id: int, room: int, name: Optional[str], opened: Optional[_costumier.Costume] = None
    ) -> None:
        self.game, self.id, self.room, self.name = game, id, room, name
        if opened is not None:
            self._native = opened

    if not TYPE_CHECKING:

        def __getattr__(self, attribute: str) -> Any:
            if attribute != "_native":
                raise AttributeError(f"a costume has no {attribute!r}")
            self._native = self.game._native.costume(self.id)
            return self._native

    @property
    def pictures(self) -> Pictures:
        """Its pictures. They are decoded one by one, when their pixels are needed."""
        return Pictures(self)

    @property
    def palette(self) -> Pixels:
        """The game's colours for this costume as an array of 256 × 3."""
        return shaped(self.palette_bytes, 256, 3)

    def with_picture(self, picture: Union[Picture, int, tuple[int, int]], values: Any) -> Costume:
        """Return the same costume with other pixels in a picture. Its clips and exports show them.

        ``values`` are costume colours, as in ``picture.values``, rows × columns: an array, a list of rows, an image of
        Pillow (mode ``P`` or ``L``), or bytes.
        """
        it = picture if isinstance(picture, Picture) else self.pictures[picture]
        with costume_colours():
            changed = self._native.with_picture(it.limb, it.index, values_of(values, it.width, it.height))
        game = self.game._with(changed.game(), "with_costume", self.id, changed.payload())
        return Costume(game, self.id, self.room, self.name, changed)

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

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Costume) and self.id == other.id and self.payload == other.payload

    def __hash__(self) -> int:
        return hash((Costume, self.id))

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self.game).__getitem__, (self.game, self.id))

    def __repr__(self) -> str:
        name = f" {self.name!r}" if self.name else ""
        return f"<Costume {self.id}{name}, room {self.room}>"


class Clip(ClipCalls, ReadOnly, Sequence[Frame]):
    """An animation: a chore in a facing, from its start until it repeats. Its frames have one size, and fit.

    Clips are equal if their chores, facings, ticks, costumes and colours are.
    """

    __slots__ = ("_frames", "costume")

    #: The costume that is played.
    costume: Final[CostumeCalls]

    def __init__(self, costume: CostumeCalls, native: _costumier.Clip) -> None:
        self.costume = costume
        self._native = native
        self._frames = [Frame(native, number, ticks) for number, ticks in enumerate(native.ticks())]

    @property
    def frames(self) -> list[Frame]:
        """The frames. Successive frames look different, except where the loop begins between them."""
        return list(self._frames)

    @property
    def ticks(self) -> int:
        """The number of ticks of all frames together."""
        return sum(frame.ticks for frame in self._frames)

    @property
    def seconds(self) -> float:
        """How long all frames take together, at six jiffies a tick (100 ms), as exports have it by default."""
        return sum(frame.seconds for frame in self._frames)

    def save(self, path: Union[str, os.PathLike[str]], **options: Unpack[ExportOptions]) -> None:
        """Write the animation as the format that the path's ending names."""
        format = ending_of(path)
        data = self.encode({"png": "apng"}.get(format, format), **options)
        with open(os.fspath(path), "wb") as file:
            file.write(data)

    @overload
    def __getitem__(self, number: int) -> Frame: ...
    @overload
    def __getitem__(self, number: slice) -> list[Frame]: ...
    def __getitem__(self, number: Any) -> Any:
        return self._frames[number]

    def _facts(self) -> tuple[Any, ...]:
        ticks = tuple(frame.ticks for frame in self._frames)
        return (self.chore, self.facing, ticks, self.loops_to, self.width, self.height, self.anchor)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Clip) or self._facts() != other._facts():
            return False
        return looks_like(self.costume, other.costume)

    def __hash__(self) -> int:
        return hash((self._facts(), self.costume))

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self.costume).clip, (self.costume, self.chore, self.facing))

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
        return f"<Clip chore {self.chore} {self.facing}: {counted(len(self), 'frame')}, {counted(self.ticks, 'tick')}>"


def looks_like(one: CostumeCalls, other: CostumeCalls) -> bool:
    """Whether two costumes are the same in the same colours."""
    return one is other or (one == other and one.palette_bytes == other.palette_bytes)


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


def files_in(folder: Union[str, os.PathLike[str]]) -> list[tuple[str, bytes]]:
    """Return the files of a folder, with names that use ``/``."""
    found = []
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            found.append((os.path.relpath(path, folder).replace(os.sep, "/"), data_of(path)))
    if not found:
        raise UsageError(f"{os.fspath(folder)} is no costume folder: it does not exist, or is empty")
    return found


def data_of(source: Union[bytes, bytearray, str, os.PathLike[str]]) -> bytes:
    """Return bytes, or those of a file."""
    if isinstance(source, (bytes, bytearray)):
        return bytes(source)
    # A number would be a file that the program has open.
    with open(os.fspath(source), "rb") as file:
        data: bytes = file.read()
        return data
