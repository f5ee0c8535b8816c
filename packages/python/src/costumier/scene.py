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
    """Actors in a room, tick by tick."""

    __slots__ = ("_native",)

    def __init__(self, native: _costumier.Scene) -> None:
        self._native = native

    def __len__(self) -> int:
        return self._native.actors

    def render(self) -> Rendered:
        """Draw the scene as it is now."""
        return Rendered(self._native.render())

    def tick(self, times: int = 1) -> list[Event]:
        """Play loops of the interpreter, and return what happened."""
        return [Event(**row) for row in json.loads(self._native.tick(times))]

    def do(self, actor: int, **step: Any) -> None:
        """Make an actor perform a step of a scene file: ``scene.do(0, perform="walk")``, ``scene.do(0, face="east")``."""
        self._native.perform(actor, json.dumps(step))

    def place(self, actor: int, x: int, y: int) -> None:
        """Move an actor to a pixel of the room."""
        self._native.place(actor, (x, y))

    def state(self, actor: int) -> dict[str, Any]:
        """Return what an actor does."""
        found: dict[str, Any] = json.loads(self._native.state(actor))
        return found

    def __repr__(self) -> str:
        return f"<Scene with {len(self)} actors>"
