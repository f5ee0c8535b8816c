"""The calls of the package, and the types of their arguments.

Written by crates/costumier-api/tests/border; see there.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Optional, TypedDict, Union

import costumier

from ._json import to_json

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from . import _costumier

# A text is a sequence of texts, which these do not take.
Words = Union[list[str], tuple[str, ...]]
# A list of numbers is no list of numbers and texts for type checkers, which is why it is one of anything.
NumbersOrWords = Union[list[Any], tuple[Union[int, str], ...]]


class OpenOptions(TypedDict, total=False):
    """How a game is opened."""
    #: Picks one of several games by a part of its name.
    which: Optional[str]
    #: The platform of a game whose files do not tell it.
    platform: Optional[str]
    #: The interpreter whose rules apply.
    interpreter: Optional[str]
    #: The screen that the game is shown on.
    screen: Optional[str]
    #: The encoding of names and texts.
    encoding: Optional[str]
    #: Whether the game's scripts name its costumes. Without them, opening is faster.
    scripts: Optional[bool]
    #: Names of the game and its costumes: ``{"title": "…", "costumes": [{"costume": 1, "name": "…"}]}``. They
    #: replace those that scripts give.
    names: Optional[Mapping[str, Any]]


class ExportOptions(TypedDict, total=False):
    """Options of an export: those of the command."""
    formats: Optional[Words]
    scale_up: Optional[int]
    jiffies: Optional[int]
    facing: Optional[NumbersOrWords]
    chore: Optional[NumbersOrWords]
    only: Optional[Literal["animations", "pictures"]]
    picture: Optional[Sequence[Mapping[str, Any]]]
    room: Optional[int]
    background: Optional[str]
    place: Optional[Sequence[int]]
    margin: Optional[int]
    whole_screen: bool
    canvas: Optional[Literal["animation", "costume"]]
    trim: bool
    sheet_layout: Optional[Literal["packed", "rows"]]
    sheet_gap: Optional[int]
    no_mirrored: bool
    longest_loop: Optional[int]
    memory: Optional[int]
    effort: Optional[Literal["fast", "usual", "small"]]
    names: bool


class MontageOptions(TypedDict, total=False):
    """Options of a montage: those of the command."""
    #: ``png``, ``webp`` or ``gif``; without it, ``png``.
    format: Optional[Literal["png", "webp", "gif"]]
    #: The room whose colours are used.
    room: Optional[int]
    #: The factor, 1 to 8, by which everything is enlarged.
    scale_up: Optional[int]
    #: What is behind the costumes: ``checks``, ``transparent``, or a colour such as ``#204060`` or ``navy``.
    background: Optional[str]


class Step(TypedDict, total=False):
    """A step of an actor. Give one of them."""
    perform: Union[int, str]
    chore: Union[int, str]
    face: Union[int, str]
    animate: int
    speed: int
    talk_state: int
    ticks: int


class BringOptions(TypedDict, total=False):
    """Which pictures of a draft a file becomes. Without any, those that the file names."""
    #: The limb; without it, the pictures that the file names.
    limb: Optional[int]
    #: A picture of the limb; without it, all.
    index: Optional[int]
    #: Pictures of the limb; without them, all.
    pictures: Optional[Sequence[int]]
    #: Width and height of the cells of a sheet; without it, gaps separate them.
    grid: Optional[Sequence[int]]
    #: The costume's colours on the screen.
    colours: Sequence[Sequence[int]]


class ActorSettings(TypedDict, total=False):
    """Settings of an actor, as in scene files."""
    costume: int
    #: The position in room pixels.
    position: Optional[Sequence[int]]
    #: The position in cells, if the game's scripts count in cells.
    cell: Optional[Sequence[int]]
    elevation: int
    facing: Union[int, str]
    chores: Optional[NumbersOrWords]
    ticks: Optional[int]
    steps: Optional[Sequence[Mapping[str, Any]]]
    scale: Union[int, str, Sequence[int]]
    zplane: Union[int, str]
    palette: Mapping[Union[int, str], int]
    #: Pixels of 16 bits, in games that have them.
    pixels: Mapping[Union[int, str], int]
    xmap: int
    slot: Optional[Mapping[str, Any]]
    shadow_mode: int
    #: The actor's number, which decides its colours in v0 and v1.
    number: int
    remap: Optional[Sequence[int]]
    #: Left, top, right, bottom in room pixels, all inclusive, as in scripts.
    clip: Optional[Sequence[int]]
    vars: Mapping[Union[int, str], int]
    conditions: Sequence[int]
    talking: bool
    mouth: Optional[int]
    sounds: Sequence[int]
    seed: int


class SceneSettings(TypedDict, total=False):
    """Settings of a scene, as in scene files."""
    name: Optional[str]
    room: Optional[int]
    background: bool
    objects: Optional[Union[str, Mapping[Union[int, str], int]]]
    room_palette: int
    view: Optional[Union[str, Sequence[int]]]
    lights: int
    shadow: Optional[Mapping[str, Any]]
    shadows: Mapping[Union[int, str], Mapping[str, Any]]


class Event(NamedTuple):
    """An event in a tick."""

    #: The index of the actor, from 0.
    actor: int
    #: The limb that caused the event.
    limb: int
    #: The kind of the event: ``sound``, ``counted`` …
    event: str
    #: The event in a few words: ``sound 0``, ``counter 3``.
    text: str


class Action(NamedTuple):
    """A chore in a facing that a costume has a record for."""

    #: The number of the chore.
    chore: int
    #: The name of the facing: ``east``.
    facing: str
    #: The chore's name: its role, a name from the scripts, or ``chore 7``.
    name: str
    #: The role that starts it by default: ``walk``.
    role: Optional[str]
    #: The index of the record.
    record: int
    #: Whether this facing shows the pictures of another one, mirrored.
    mirrored: bool
    #: The facing as an angle in degrees, clockwise from North.
    angle: int


class GameCalls:
    """A game.

    Several threads may use it.
    """

    __slots__ = ("_native",)

    _native: _costumier.Game

    @property
    def info(self) -> dict[str, Any]:
        """Returns the facts of the game: title, generation, files, rooms, problems, screens."""
        found: dict[str, Any] = json.loads(self._native.info())
        return found

    def room(self, id: int) -> dict[str, Any]:
        """Returns the facts of a room."""
        found: dict[str, Any] = json.loads(self._native.room(id))
        return found

    def scene(self, scene: Mapping[str, Any]) -> costumier.Scene:
        """Starts a scene that is played tick by tick: one object of a scene file's ``scenes``.

        An actor is invisible until it performs a chore, or has some to begin with: ``"chores": ["init", "stand"]``.
        """
        return costumier.Scene(self._native.scene(to_json(scene)))

    def render(self, scene: Mapping[str, Any]) -> costumier.Rendered:
        """Draws a scene once: one object of a scene file's ``scenes``."""
        return costumier.Rendered(self._native.render(to_json(scene)))

    def with_costume(self, id: int, payload: bytes) -> costumier.Game:
        """Returns the same game with another block for a costume: its bytes without the header.

        What is opened from the new game shows it. What is opened from this one stays as it is.
        """
        return costumier.Game(self._native.with_costume(id, payload))

    def room_palette_bytes(self, room: int) -> bytes:
        """Returns the colours of a room: red, green and blue of 256 indices."""
        return self._native.room_palette(room)

    @property
    def cast(self) -> dict[str, Any]:
        """Returns what the game's scripts say about the costumes: what ``costumier cast --json`` prints."""
        found: dict[str, Any] = json.loads(self._native.cast())
        return found

    def unused(self) -> dict[str, Any]:
        """Returns what the game holds and never shows: what ``costumier unused --json`` prints.

        It reads all costumes and scripts.
        """
        found: dict[str, Any] = json.loads(self._native.unused())
        return found

    def clashes(self) -> dict[str, Any]:
        """Returns the rooms in which costumes look unlike at home: what ``costumier check --clashes --json``
        prints.

        It reads all costumes, rooms and scripts.
        """
        found: dict[str, Any] = json.loads(self._native.clashes())
        return found

    def row(self, id: int) -> dict[str, Any]:
        """Returns a costume's facts in a few numbers.

        One that cannot be opened has a row too.
        """
        found: dict[str, Any] = json.loads(self._native.row(id))
        return found

    def palettes(self) -> list[dict[str, Any]]:
        """Returns each distinct palette, with its block and the rooms that have it."""
        found: list[dict[str, Any]] = json.loads(self._native.palettes())
        return found

    def export_files(
        self, ids: Optional[Iterable[int]] = None, **options: Unpack[ExportOptions]
    ) -> dict[str, bytes]:
        """Exports costumes, or all of them: the files of ``costumier export``, in memory.

        Options have the names of the command's: ``formats``, ``chore``, ``facing``, ``only``, ``scale_up``,
        ``room``, ``background``, ``canvas``, ``trim`` … The error for an unknown name lists them all.
        """
        return dict(self._native.export(None if ids is None else list(ids), to_json(options)))

    def export(
        self, folder: Union[str, os.PathLike[str]], ids: Optional[Iterable[int]] = None, **options:
        Unpack[ExportOptions]
    ) -> list[str]:
        """Exports costumes, or all of them, into a folder on disk, and returns the names of the files in it."""
        return self._native.export_to(folder, None if ids is None else list(ids), to_json(options))

    def montage(self, ids: Optional[Iterable[int]] = None, **options: Unpack[MontageOptions]) -> bytes:
        """Returns a picture of costumes, or of all of them, each once and with its name: the file that
        ``costumier montage`` writes.

        Options are ``format``, ``room``, ``scale_up`` and ``background``. A costume of which nothing can be drawn
        is left out.
        """
        return self._native.montage(None if ids is None else list(ids), to_json(options))

    def patched(self, patch: bytes) -> costumier.Game:
        """Returns the game with a patch: a BPS file, or a zip of several.

        This game stays as it is.
        """
        return costumier.Game(self._native.patched(patch))


class CostumeCalls:
    """A costume of a game."""

    __slots__ = ("_native",)

    _native: _costumier.Costume

    @property
    def kind(self) -> str:
        """Returns the kind: ``cost``, ``akos`` …"""
        return self._native.kind()

    def check(self) -> list[dict[str, Any]]:
        """Returns what is odd or broken in the costume."""
        found: list[dict[str, Any]] = json.loads(self._native.check())
        return found

    @property
    def palette_bytes(self) -> bytes:
        """Returns the game's colours for this costume: red, green and blue of 256 indices."""
        return self._native.palette()

    @property
    def actions(self) -> list[Action]:
        """Returns the chores in all their facings."""
        return [Action(**row) for row in json.loads(self._native.actions())]

    def clip(self, chore: Union[int, str], facing: Union[int, str] = "south") -> costumier.Clip:
        """Plays a chore in a facing until it repeats."""
        return costumier.Clip(self, self._native.clip(str(chore), str(facing)))

    @property
    def payload(self) -> bytes:
        """Returns the costume's block without its header."""
        return self._native.payload()

    def dump(self) -> dict[str, Any]:
        """Returns the structure of the costume: what ``costumier dump --json`` prints."""
        found: dict[str, Any] = json.loads(self._native.structure())
        return found

    def listing(self) -> str:
        """Returns the costume's records and commands in words."""
        return self._native.listing()

    def contact_sheet(self, **options: Unpack[ExportOptions]) -> bytes:
        """Returns the contact sheet as a PNG file: all animations and pictures with labels.

        Options are those of an export: ``scale_up``, ``room``, ``background`` …
        """
        return self._native.contact_sheet(to_json(options))

    def export_files(self, **options: Unpack[ExportOptions]) -> dict[str, bytes]:
        """Exports the costume: the files of ``costumier export``, in memory.

        Options have the names of the command's.
        """
        return dict(self._native.export(to_json(options)))

    def export(self, folder: Union[str, os.PathLike[str]], **options: Unpack[ExportOptions]) -> list[str]:
        """Exports the costume into a folder on disk, and returns the names of the files in it."""
        return self._native.export_to(folder, to_json(options))

    def timeline(self, chore: Union[int, str], facing: Union[int, str] = "south") -> Optional[dict[str, Any]]:
        """Returns what a chore in a facing does from its beginning until it repeats."""
        found: Optional[dict[str, Any]] = json.loads(self._native.timeline(str(chore), str(facing)))
        return found


class ClipCalls:
    """An animation: a chore in a facing, from its start until it repeats.

    Its frames have one size, and fit.
    """

    __slots__ = ("_native",)

    _native: _costumier.Clip

    @property
    def chore(self) -> int:
        """Returns the chore's number."""
        return self._native.chore()

    @property
    def facing(self) -> str:
        """Returns the facing's name."""
        return self._native.facing()

    @property
    def loops_to(self) -> Optional[int]:
        """Returns the index of the frame that follows the last one.

        There is none if the last frame stays.
        """
        return self._native.loops_to()

    @property
    def is_cut_off(self) -> bool:
        """Whether the animation did not repeat within the limits."""
        return self._native.is_cut_off()

    @property
    def width(self) -> int:
        """Returns the width of all frames in pixels."""
        return self._native.width()

    @property
    def height(self) -> int:
        """Returns the height of all frames in pixels."""
        return self._native.height()

    @property
    def anchor(self) -> tuple[int, int]:
        """Returns the pixel of the frames where the costume's coordinates begin.

        In most games, it is between the feet.
        """
        return self._native.anchor()

    def encode(self, format: str = "gif", **options: Unpack[ExportOptions]) -> bytes:
        """Returns the animation as a file of ``gif``, ``apng`` or ``webp``: that of the command's export.

        Options are those of an export: ``scale_up``, ``background`` …
        """
        return self._native.encode(format, to_json(options))


class SceneCalls:
    """Actors in a room, tick by tick, forwards and back.

    Actors count from 0, and ticks from the mark: the beginning, or the last tick that was marked.
    """

    __slots__ = ("_native",)

    _native: _costumier.Scene

    @property
    def now(self) -> int:
        """Returns the number of ticks since the mark."""
        return self._native.now()

    def render(self) -> costumier.Rendered:
        """Draws the scene as it is now."""
        return costumier.Rendered(self._native.render())

    def peek(self, tick: int) -> costumier.Rendered:
        """Draws another tick since the mark, and stays at this one."""
        return costumier.Rendered(self._native.peek(tick))

    def seek(self, tick: int) -> None:
        """Goes to a tick since the mark, forwards or back.

        Steps are done again at their ticks; places stay as they are. What is done after going back replaces what
        was done at later ticks.
        """
        self._native.seek(tick)

    def mark(self) -> None:
        """Makes this tick 0.

        What was done at later ticks is dropped.
        """
        self._native.mark()

    def tick(self, times: int = 1) -> list[Event]:
        """Plays loops of the interpreter, and returns what happened."""
        return [Event(**row) for row in json.loads(self._native.tick(times))]

    def do(self, actor: int, **step: Unpack[Step]) -> None:
        """Makes an actor perform a step of a scene file: ``{"perform": "walk"}``, ``{"face": "east"}``."""
        self._native.perform(actor, to_json(step))

    def place(self, actor: int, x: int, y: int) -> None:
        """Moves an actor to a pixel of the room, at all ticks: ``seek`` does not move it back."""
        self._native.place(actor, x, y)

    def add(self, actor: Mapping[str, Any]) -> int:
        """Adds an actor in front of the others, sets the mark, and returns the actor's number."""
        return self._native.add(to_json(actor))

    def remove(self, actor: int) -> None:
        """Removes an actor, and sets the mark.

        The numbers of those behind it decrease by one.
        """
        self._native.remove(actor)

    def state(self, actor: int) -> dict[str, Any]:
        """Returns what an actor does."""
        found: dict[str, Any] = json.loads(self._native.state(actor))
        return found

    def feet(self, actor: int) -> tuple[int, int]:
        """Returns the position of an actor's feet in the room."""
        return self._native.feet(actor)

    def anchor(self, actor: int) -> tuple[int, int]:
        """Returns the point of the room from which an actor's pictures count."""
        return self._native.anchor(actor)

    def look(self, actor: int, hidden: int, flip: bool = False) -> None:
        """Changes how an actor is shown: the limbs whose bits are set in ``hidden`` are not drawn; ``flip``
        mirrors it.
        """
        self._native.look(actor, hidden, flip)

    def timeline(self, actor: int) -> dict[str, Any]:
        """Returns what an actor does from the mark until it repeats.

        The scene does not change.
        """
        found: dict[str, Any] = json.loads(self._native.timeline(actor))
        return found

    def actor_at(self, x: int, y: int) -> Optional[int]:
        """Returns the actor that is visible in a pixel of the picture, if there is one."""
        return self._native.actor_at(x, y)

    def explain(self, x: int, y: int) -> Optional[dict[str, Any]]:
        """Returns the source of a pixel of the picture: the pictures that were drawn there, and their bytes in
        the file; nothing for a pixel outside of the picture.

        Where no picture was drawn, ``touches`` is empty.
        """
        found: Optional[dict[str, Any]] = json.loads(self._native.explain(x, y))
        return found

    def to_dict(self, name: Optional[str] = None) -> dict[str, Any]:
        """Returns the scene from its beginning, with all that was done as steps: drawn, it is what is seen now.

        ``name`` is its name in a scene file.
        """
        found: dict[str, Any] = json.loads(self._native.to_scene(name))
        return found


class DraftCalls:
    """A costume while it is edited."""

    __slots__ = ("_native",)

    _native: _costumier.Draft

    @property
    def notes(self) -> list[str]:
        """Returns what was assumed when the costume was read."""
        found: list[str] = json.loads(self._native.notes())
        return found

    @property
    def head(self) -> dict[str, Any]:
        """Returns colours, limbs and pictures."""
        found: dict[str, Any] = json.loads(self._native.head())
        return found

    def record(self, chore: int, direction: str) -> Optional[dict[str, Any]]:
        """Returns the record of a chore in a direction: ``west``, ``east``, ``south``, ``north``.

        An AKOS costume has none.
        """
        found: Optional[dict[str, Any]] = json.loads(self._native.record(chore, direction))
        return found

    def windows(self, chore: int, facing: Union[int, str]) -> Optional[list[Any]]:
        """Returns what the limbs of an AKOS costume do in a facing of a chore, with the facing that stores it."""
        found: Optional[list[Any]] = json.loads(self._native.windows(chore, str(facing)))
        return found

    def program(self) -> Optional[str]:
        """Returns the text of an AKOS costume's program, as a costume folder has it in ``program.txt``.

        None for COST costumes.
        """
        found: Optional[str] = json.loads(self._native.program())
        return found

    def check_program(self, text: str) -> list[dict[str, Any]]:
        """Returns what is wrong with an edited text of the program, and notes.

        The draft stays as it is.
        """
        found: list[dict[str, Any]] = json.loads(self._native.check_program(text))
        return found

    def stretch(self, at: int) -> Optional[dict[str, Any]]:
        """Returns the picture commands in a row around one, by its offset in the program."""
        found: Optional[dict[str, Any]] = json.loads(self._native.stretch(at))
        return found

    def apply(self, edit: Mapping[str, Any]) -> None:
        """Applies an edit, given as JSON."""
        self._native.apply(to_json(edit))

    def undo(self) -> bool:
        """Undoes the last edit.

        Returns false if there is none.
        """
        return self._native.undo()

    def redo(self) -> bool:
        """Applies again what was undone last.

        Returns false if there is nothing.
        """
        return self._native.redo()

    @property
    def edits(self) -> list[dict[str, Any]]:
        """Returns the applied edits in their order."""
        found: list[dict[str, Any]] = json.loads(self._native.edits())
        return found

    def pack(self) -> costumier.Packed:
        """Packs the draft into a block."""
        return costumier.Packed(self._native.pack())

    def files(self, pictures: str = "sheets") -> dict[str, bytes]:
        """Returns the files of the draft's costume folder.

        ``pictures`` says how they are stored: ``sheets``, ``single`` files, or in one ``aseprite`` file.
        """
        return dict(self._native.files(pictures))

    def names_pictures(self, file: bytes) -> bool:
        """Whether an ``.aseprite`` file names pictures of this draft."""
        return self._native.names_pictures(file)


class PackedCalls:
    """A costume that was packed."""

    __slots__ = ("_native",)

    _native: _costumier.Packed

    @property
    def payload(self) -> bytes:
        """Returns the block without its header."""
        return self._native.payload()

    def game(self) -> costumier.Game:
        """Returns a game with one bare room and this costume."""
        return costumier.Game(self._native.game())


class RoomDraftCalls:
    """A room while it is edited."""

    __slots__ = ("_native",)

    _native: _costumier.RoomDraft

    @property
    def notes(self) -> list[str]:
        """Returns what was assumed when the room was read."""
        found: list[str] = json.loads(self._native.notes())
        return found

    @property
    def head(self) -> dict[str, Any]:
        """Returns what is in the room: pictures, planes, objects, colours, boxes."""
        found: dict[str, Any] = json.loads(self._native.head())
        return found

    def apply(self, edit: Mapping[str, Any]) -> None:
        """Applies an edit, given as JSON."""
        self._native.apply(to_json(edit))

    def undo(self) -> bool:
        """Undoes the last edit.

        Returns false if there is none.
        """
        return self._native.undo()

    def redo(self) -> bool:
        """Applies again what was undone last.

        Returns false if there is nothing.
        """
        return self._native.redo()

    @property
    def edits(self) -> list[dict[str, Any]]:
        """Returns the applied edits in their order."""
        found: list[dict[str, Any]] = json.loads(self._native.edits())
        return found

    def pack(self) -> costumier.PackedRoom:
        """Packs the draft into a block."""
        return costumier.PackedRoom(self._native.pack())

    def files(self) -> dict[str, bytes]:
        """Returns the files of the draft's room folder."""
        return dict(self._native.files())


class PackedRoomCalls:
    """A room that was packed."""

    __slots__ = ("_native",)

    _native: _costumier.PackedRoom

    @property
    def payload(self) -> bytes:
        """Returns the block without its header."""
        return self._native.payload()
