"""The exceptions of this package."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Callable, NoReturn, Optional

__all__ = ["Error", "NotFoundError", "UsageError"]


class Error(Exception):
    """A game or a costume that cannot be used.

    ``str(error)`` is the message with its place.
    """

    #: The kind of the error: ``"truncated"``, ``"not-a-game"`` …
    kind: str
    #: Who can do something about it: ``"file"``, ``"caller"``, ``"disk"``, ``"limit"`` or ``"unsupported"``.
    fault: str
    #: The file with the fault.
    file: Optional[str]
    #: The tag of the block with the fault.
    block: Optional[str]
    #: The offset of the fault in that file, or else in the block.
    byte: Optional[int]
    #: The id of the costume with the fault.
    costume: Optional[int]
    #: What you can do next.
    hint: Optional[str]
    #: The games of a place that holds several; for a block without its generation, those that have such blocks.
    games: tuple[str, ...]

    def __init__(
        self,
        text: str,
        kind: str = "usage",
        fault: str = "caller",
        file: Optional[str] = None,
        block: Optional[str] = None,
        byte: Optional[int] = None,
        costume: Optional[int] = None,
        hint: Optional[str] = None,
        games: Sequence[str] = (),
    ) -> None:
        super().__init__(text)
        self.kind = kind
        self.fault = fault
        self.file = file
        self.block = block
        self.byte = byte
        self.costume = costume
        self.hint = hint
        self.games = tuple(games)

    def __str__(self) -> str:
        text = str(self.args[0])
        return f"{text} ({self.hint})" if self.hint else text

    def __reduce__(self) -> tuple[object, ...]:
        place = (self.file, self.block, self.byte, self.costume)
        return (type(self), (self.args[0], self.kind, self.fault, *place, self.hint, self.games))


class NotFoundError(Error, IndexError, KeyError):
    """A costume, picture, animation or room that does not exist."""


class UsageError(Error, ValueError):
    """A call with invalid arguments."""


class ReadOnly:
    """An object whose public attributes cannot be changed. Attributes that begin with ``_`` can: they are set late."""

    __slots__ = ()

    # Types say `Final` instead.
    if not TYPE_CHECKING:

        def __setattr__(self, attribute: str, value: object) -> None:
            # A property is not read here: that could draw a picture.
            is_property = isinstance(getattr(type(self), attribute, None), property)
            if not attribute.startswith("_") and (is_property or hasattr(self, attribute)):
                raise AttributeError(f"a {type(self).__name__}'s {attribute!r} cannot be set")
            object.__setattr__(self, attribute, value)

        def __delattr__(self, attribute: str) -> None:
            raise AttributeError(f"a {type(self).__name__}'s {attribute!r} cannot be deleted")


def not_copied(instead: str) -> Callable[[object], NoReturn]:
    """Return the ``__reduce__`` of objects that can be neither pickled nor copied."""

    def refuse(it: object) -> NoReturn:
        raise TypeError(f"a {type(it).__name__} cannot be pickled or copied: {instead}")

    return refuse
