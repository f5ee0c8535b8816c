"""Rooms while they are edited."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _costumier
from ._calls import PackedRoomCalls, RoomDraftCalls
from .costume import data_of, files_in, write_files
from .errors import NotFoundError, not_copied
from .pictures import counted, measured, shaped, values_of

if TYPE_CHECKING:
    from .pictures import Pixels

    Path = Union[str, os.PathLike[str]]

__all__ = ["PackedRoom", "RoomDraft"]


class RoomDraft(RoomDraftCalls):
    """A room while it is edited: ``game.room_draft(12)``, or ``RoomDraft.read("tavern")`` for a room folder.

    Pictures have the names of their files: ``"background"``, ``"plane-1"``, ``"objects/12-1"``. Each edit can be
    undone. A draft packs to the bytes that ``costumier pack`` makes of the folder that it writes.
    """

    __slots__ = ()

    def __init__(self, native: _costumier.RoomDraft) -> None:
        self._native = native

    @classmethod
    def read(cls, source: Union[Path, bytes, Mapping[str, bytes]]) -> RoomDraft:
        """Read a room folder: a path, the bytes of a zip, or a mapping of names to the bytes of files."""
        if isinstance(source, Mapping):
            files = list(source.items())
        elif isinstance(source, (bytes, bytearray)) or os.path.isfile(os.fspath(source)):
            files = [("room", data_of(source))]
        else:
            files = files_in(source)
        return cls(_costumier.read_room_draft(files))

    def _size(self, picture: str) -> tuple[int, int]:
        """Return width and height of a picture."""
        for it in self.head["pictures"]:
            if it["name"] == picture:
                width, height = it["size"]
                return (width, height)
        raise NotFoundError(f"the room has no picture {picture!r}: draft.head['pictures'] lists them")

    def value_bytes(self, picture: str) -> bytes:
        """Return the room colours of a picture, one byte a pixel. The same as ``values``, without numpy."""
        return self._native.rows(picture)

    def values(self, picture: str) -> Pixels:
        """Return the room colours of a picture as an array of rows × columns: ``copy()`` it to paint in it.

        In a plane, 1 means that the picture is in front of actors.
        """
        width, height = self._size(picture)
        return shaped(self._native.rows(picture), height, width)

    def paint(self, picture: str, values: Any, at: tuple[int, int] = (0, 0)) -> None:
        """Set a rectangle of pixels whose left column and top row are ``at``.

        ``values`` are room colours, rows × columns: an array, a list of rows, an image of Pillow (mode ``P`` or ``L``),
        or bytes of the whole picture. In a plane they are 0 and 1.
        """
        width, height = measured(values) or self._size(picture)
        self._native.paint(picture, at[0], at[1], width, height, values_of(values, width, height))

    @property
    def payload(self) -> bytes:
        """The block without its header, which ``game.put(rooms={12: draft})`` puts into a game."""
        return self.pack().payload

    def unpack(self, path: Path) -> list[str]:
        """Write the draft as a room folder, and return the names of its files."""
        return write_files(path, self.files().items())

    __reduce__ = not_copied("use its `edits`, which another draft of the same room can apply")

    def __repr__(self) -> str:
        head = self.head
        name = f" {head['name']!r}" if head["name"] else ""
        return f"<Draft of room {head['room']}{name}: {counted(len(self.edits), 'edit')}>"


class PackedRoom(PackedRoomCalls):
    """A room that was packed."""

    __slots__ = ("changes", "generation", "name", "notes", "room")

    #: The number of the room in the game.
    room: Optional[int]
    #: Its name.
    name: Optional[str]
    #: The generation that the block is for, as room folders name it: ``"v5"``.
    generation: str
    #: The parts that were written anew, each with its bytes before and after.
    changes: list[tuple[str, Optional[int], Optional[int]]]
    #: What was assumed, and painted colours that cycle.
    notes: list[str]

    def __init__(self, native: _costumier.PackedRoom) -> None:
        self._native = native
        report = json.loads(native.report())
        self.room, self.name, self.generation = report["room"], report["name"], report["generation"]
        self.changes = [tuple(change) for change in report["changes"]]
        self.notes = report["notes"]

    __reduce__ = not_copied("use its `payload`")

    def __repr__(self) -> str:
        return f"<Packed room {self.room}: {len(self.payload)} bytes, {len(self.changes)} changes>"
