"""Costumes while they are edited."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Union

from . import _costumier
from ._calls import BringOptions, DraftCalls
from ._json import to_json
from .costume import data_of, files_in, write_files
from .errors import UsageError, not_copied
from .pictures import Picture, Rendered, costume_colours, counted, measured, shaped, values_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .costume import Costume
    from .game import Game
    from .pictures import Pixels

    Path = Union[str, os.PathLike[str]]
    Key = Union[Picture, "BroughtPicture", tuple[int, int]]

__all__ = ["Brought", "BroughtPicture", "Draft"]


class BroughtPicture(NamedTuple):
    """A picture that was read from a file for a draft."""

    #: The number of its limb.
    limb: int
    #: Its index in the limb's table.
    index: int  # type: ignore[assignment] # tuples have a method of this name
    #: The width and height in pixels.
    size: tuple[int, int]
    #: Pixels from the running offset to the left column and the top row.
    at: tuple[int, int]
    #: The costume colours, one byte a pixel; where the file has others, the nearest ones.
    value_bytes: bytes
    #: For each pixel 0, or the number of its colour among the foreign ones, counted from 1.
    foreign: list[int]

    @property
    def values(self) -> Pixels:
        """The costume colours as an array of rows × columns."""
        return shaped(self.value_bytes, self.size[1], self.size[0])


class Brought(NamedTuple):
    """What was read from a file for a draft."""

    #: The pictures that differ from those of the draft.
    pictures: list[BroughtPicture]
    #: The colours that the costume does not have: ``colour``, number of ``pixels``, ``nearest`` costume colour.
    foreign: list[dict[str, Any]]
    #: What was assumed.
    notes: list[str]


class Draft(DraftCalls):
    """A costume while it is edited: ``game.draft(1)``, or ``Draft.read("odile")`` for a costume folder.

    Each edit can be undone. A draft packs to the bytes that ``costumier pack`` makes of the folder that it writes.
    Several threads may use it, one after the other. ``edits`` are plain data: applied to the same costume again, in
    another process too, they make the same draft.
    """

    __slots__ = ("_game",)

    def __init__(self, native: _costumier.Draft, game: Optional[Game] = None) -> None:
        self._native = native
        self._game = game

    @classmethod
    def read(cls, source: Union[Path, bytes, Mapping[str, bytes]], generation: Optional[str] = None) -> Draft:
        """Read a costume folder, also in a zip, an ``.aseprite`` file, or a costume's block.

        The source is a path, the bytes of a file, or a mapping of names to the bytes of files. A block needs the
        ``generation`` of its game: ``"v5"``.
        """
        if isinstance(source, Mapping):
            files = list(source.items())
        elif isinstance(source, (bytes, bytearray)) or os.path.isfile(os.fspath(source)):
            files = [("costume", data_of(source))]
        else:
            files = files_in(source)
        return cls(_costumier.read_draft(files, generation))

    def _entry(self, limb: int, index: int) -> Optional[dict[str, Any]]:
        """Return what the costume has at this place of a picture table."""
        for it in self.head["limbs"]:
            if it["limb"] == limb and 0 <= index < len(it["pictures"]):
                entry: dict[str, Any] = it["pictures"][index]
                return entry
        return None

    def value_bytes(self, picture: Key) -> bytes:
        """Return the costume colours of a picture, one byte a pixel. The same as ``values``, without numpy."""
        return self._native.rows(*key_of(picture))

    def values(self, picture: Key) -> Pixels:
        """Return the costume colours of a picture as an array of rows × columns: ``copy()`` it to paint in it."""
        key = key_of(picture)
        entry = self._entry(*key)
        width, height = (0, 0) if entry is None else entry["size"]
        data = self._native.rows(*key)
        return shaped(data, *((height, width) if data else (0, 0)))

    def paint(self, picture: Key, values: Any, at: Optional[tuple[int, int]] = None) -> None:
        """Set the pixels of a picture: a picture of the costume, or limb and index.

        ``values`` are costume colours, rows × columns: an array, a list of rows, an image of Pillow (mode ``P`` or
        ``L``), or bytes of a picture that keeps its size. ``at`` is the number of pixels from the running offset to the
        left column and the top row; without it, the picture stays where it is. With the index after the last one of
        the limb, the picture is added.
        """
        limb, index = key_of(picture)
        entry = self._entry(limb, index)
        size = None if entry is None else tuple(entry["size"])
        width, height = measured(values) or size or (0, 0)
        x, y = at or (entry["at"] if entry is not None else (0, 0))
        with costume_colours():
            self._native.paint(limb, index, width, height, x, y, values_of(values, width, height))

    def bring(self, file: Union[bytes, Path], **options: Unpack[BringOptions]) -> Brought:
        """Read the pictures of a PNG or ``.aseprite`` file for this draft, which stays as it is.

        ``draft.bring("walk.png", limb=0, index=3)`` reads one. Paint those that you want: ``draft.paint(it, it.values,
        it.at)``.
        """
        native = self._native.bring(data_of(file), to_json(options))
        report = json.loads(native.report())
        pictures = [
            BroughtPicture(
                row["limb"],
                row["index"],
                tuple(row["size"]),
                tuple(row["at"]),
                native.rows(number),
                native.foreign(number),
            )
            for number, row in enumerate(report["pictures"])
        ]
        return Brought(pictures, report["foreign"], report["notes"])

    @property
    def payload(self) -> bytes:
        """The block without its header, which ``game.put({1: draft})`` puts into a game."""
        return self.pack().payload

    def game(self) -> Game:
        """Return the game with this costume. For a draft that was read from files, it has one bare room."""
        packed = self.pack()
        id = self.head["id"]
        return packed.game() if self._game is None or id is None else self._game.with_costume(id, packed.payload)

    @property
    def costume(self) -> Costume:
        """The costume as it is now, with pictures and clips."""
        game = self.game()
        return game.costumes[0] if self._game is None else game[self.head["id"]]

    def render(self, scene: Mapping[str, Any]) -> Rendered:
        """Draw a scene of ``game()`` once."""
        return self.game().render(scene)

    def unpack(self, path: Path, pictures: str = "sheets") -> list[str]:
        """Write the draft as a costume folder, and return the names of its files, as ``costume.unpack`` does."""
        return write_files(path, self.files(pictures).items())

    __reduce__ = not_copied("use its `edits`, which another draft of the same costume can apply")

    def __repr__(self) -> str:
        head = self.head
        name = f" {head['name']!r}" if head["name"] else ""
        return f"<Draft of costume {head['id']}{name}: {counted(len(self.edits), 'edit')}>"


def key_of(picture: Key) -> tuple[int, int]:
    """Return limb and index of a picture."""
    if isinstance(picture, (Picture, BroughtPicture)):
        return (picture.limb, picture.index)
    if not isinstance(picture, tuple) or len(picture) != 2:
        raise UsageError("a picture is one of the costume's, or its limb and index: (0, 3)")
    return picture
