"""Costumier opens SCUMM games and shows, exports, plays and edits their characters.

>>> import costumier
>>> game = costumier.sample()
>>> game[1].name
'Odile'
"""

from __future__ import annotations

from . import _costumier
from ._calls import (
    Action,
    ActorSettings,
    BringOptions,
    Event,
    ExportOptions,
    MontageOptions,
    OpenOptions,
    SceneSettings,
    Step,
)
from .costume import Clip, Costume, Pictures
from .draft import Brought, BroughtPicture, Draft
from .errors import Error, NotFoundError, UsageError
from .game import Game, Hit, Packed, Put, open, pack, sample
from .pictures import Frame, Image, Picture, Rendered
from .room_draft import PackedRoom, RoomDraft
from .scene import Scene

__version__: str = _costumier.VERSION
#: The editions of the sample game, for ``sample(edition)``.
EDITIONS: tuple[str, ...] = tuple(_costumier.editions())

__all__ = [
    "EDITIONS",
    "Action",
    "ActorSettings",
    "BringOptions",
    "Brought",
    "BroughtPicture",
    "Clip",
    "Costume",
    "Draft",
    "Error",
    "Event",
    "ExportOptions",
    "Frame",
    "Game",
    "Hit",
    "Image",
    "MontageOptions",
    "NotFoundError",
    "OpenOptions",
    "Packed",
    "PackedRoom",
    "Picture",
    "Pictures",
    "Put",
    "Rendered",
    "RoomDraft",
    "Scene",
    "SceneSettings",
    "Step",
    "UsageError",
    "__version__",
    "open",
    "pack",
    "sample",
]
