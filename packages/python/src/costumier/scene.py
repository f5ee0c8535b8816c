"""Scenes that are played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Union, overload

from ._calls import ActorSettings, SceneCalls, SceneSettings
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

    @overload
    def set(self, actor: int, **settings: Unpack[ActorSettings]) -> None: ...
    @overload
    def set(self, actor: None = None, **settings: Unpack[SceneSettings]) -> None: ...
    def set(self, actor: Optional[int] = None, **settings: Any) -> None:
        """Change settings of an actor, or of the scene: ``scene.set(0, talking=True)``, ``scene.set(lights=8)``.

        Settings have the names of scene files. Facing, number, vars, conditions, talking, mouth, sounds and seed count
        from this tick on, all others at all ticks. Another costume starts the actor anew and sets the mark; only with
        it, ``chores``, ``steps`` and ``ticks`` are settings.
        """
        if actor is None:
            self._native.set(to_json(settings))
        else:
            self._native.set_actor(actor, to_json(settings))

    @overload  # type: ignore[override] # exactly one step
    def do(self, actor: int, *, perform: Union[int, str]) -> None: ...
    @overload
    def do(self, actor: int, *, chore: Union[int, str]) -> None: ...
    @overload
    def do(self, actor: int, *, face: Union[int, str]) -> None: ...
    @overload
    def do(self, actor: int, *, animate: int) -> None: ...
    @overload
    def do(self, actor: int, *, speed: int) -> None: ...
    @overload
    def do(self, actor: int, *, talk_state: int) -> None: ...
    @overload
    def do(self, actor: int, *, ticks: int) -> None: ...
    def do(self, actor: int, **step: Any) -> None:
        """Make an actor perform one step of a scene file: ``scene.do(0, perform="walk")``."""
        super().do(actor, **step)

    __reduce__ = not_copied("use its `to_dict()`, of which `game.scene` makes another scene")

    def __repr__(self) -> str:
        return f"<Scene with {counted(len(self), 'actor')}>"
