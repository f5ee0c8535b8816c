"""Scenes that are played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional

from ._calls import SceneCalls, Settings
from ._json import to_json
from .errors import not_copied
from .pictures import counted

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from . import _costumier

__all__ = ["Scene"]


class Scene(SceneCalls):
    __slots__ = ()
    __doc__ = SceneCalls.__doc__

    def __init__(self, native: _costumier.Scene) -> None:
        self._native = native

    def __len__(self) -> int:
        return self._native.actors()

    def set(self, actor: Optional[int] = None, **settings: Unpack[Settings]) -> None:
        """Change settings of an actor, or of the scene: ``scene.set(0, talking=True)``, ``scene.set(lights=8)``.

        Settings have the names of scene files. Facing, number, vars, conditions, talking, mouth, sounds and seed count
        from this tick on, all others at all ticks. Another costume starts the actor anew and sets the mark.
        """
        if actor is None:
            self._native.set(to_json(settings))
        else:
            self._native.set_actor(actor, to_json(settings))

    __reduce__ = not_copied("use its `to_dict()`, of which `game.scene` makes another scene")

    def __repr__(self) -> str:
        return f"<Scene with {counted(len(self), 'actor')}>"
