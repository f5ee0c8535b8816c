"""Scenes that are played."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from .pictures import Rendered

if TYPE_CHECKING:
    from . import _costumier

__all__ = ["Event", "Scene"]


class Event(NamedTuple):
    """What happened in a tick: a sound, a counter …"""

    #: The actor, counted from 0.
    actor: int
    #: The limb that caused it.
    limb: int
    #: The kind: ``"sound"``, ``"counted"`` …
    event: str
    #: The event in a few words.
    text: str


class Scene:
    """Actors in a room, tick by tick, forwards and back. Actors count from 0."""

    __slots__ = ("_native",)

    def __init__(self, native: _costumier.Scene) -> None:
        self._native = native

    def __len__(self) -> int:
        return self._native.actors

    def render(self) -> Rendered:
        """Draw the scene as it is now."""
        return Rendered(self._native.render())

    @property
    def now(self) -> int:
        """The number of ticks since the mark: the beginning, or the last :meth:`mark`."""
        return self._native.now

    def seek(self, tick: int) -> None:
        """Go to a tick since the mark.

        What was done is done again at its tick. A step that is done after going back replaces those of later ticks.
        """
        self._native.seek(tick)

    def peek(self, tick: int) -> Rendered:
        """Draw another tick since the mark, and stay at this one."""
        return Rendered(self._native.peek(tick))

    def mark(self) -> None:
        """Make this tick 0. Steps of later ticks are dropped."""
        self._native.mark()

    def tick(self, times: int = 1) -> list[Event]:
        """Play loops of the interpreter, and return what happened."""
        return [Event(**row) for row in json.loads(self._native.tick(times))]

    def do(self, actor: int, **step: Any) -> None:
        """Make an actor perform a step of a scene file: ``scene.do(0, perform="walk")``, ``scene.do(0, face="east")``."""
        self._native.perform(actor, json.dumps(step))

    def set(self, actor: int | None = None, **settings: Any) -> None:
        """Change settings of an actor, or of the scene: ``scene.set(0, talking=True)``, ``scene.set(lights=8)``.

        Settings have the names of scene files. Facing, number, vars, conditions, talking, mouth, sounds and seed count
        from this tick on, all others at all ticks. Another costume starts the actor anew and sets the mark.
        """
        self._native.set(actor, json.dumps(settings))

    def add(self, actor: dict[str, Any]) -> int:
        """Add an actor in front of the others, set the mark, and return the actor's number."""
        self._native.add(json.dumps(actor))
        return len(self) - 1

    def remove(self, actor: int) -> None:
        """Remove an actor, and set the mark. The numbers of those behind it decrease by one."""
        self._native.remove(actor)

    def to_dict(self) -> dict[str, Any]:
        """Return the scene from its beginning, with all that was done as steps: ``game.render`` draws what is seen now."""
        found: dict[str, Any] = json.loads(self._native.to_scene())
        return found

    def place(self, actor: int, x: int, y: int) -> None:
        """Move an actor to a pixel of the room."""
        self._native.place(actor, (x, y))

    def state(self, actor: int) -> dict[str, Any]:
        """Return what an actor does."""
        found: dict[str, Any] = json.loads(self._native.state(actor))
        return found

    def __repr__(self) -> str:
        return f"<Scene with {len(self)} actors>"
