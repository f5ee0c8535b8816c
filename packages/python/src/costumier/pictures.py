"""Pictures: of a costume, of an animation, of a scene."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, Optional, Union

from . import _costumier, _extras
from .errors import Error, ReadOnly, UsageError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image as PillowImage

    from .costume import Costume

    Pixels = NDArray[np.uint8]

__all__ = ["Frame", "Image", "Picture", "Rendered"]

#: A palette in a call: 256 colours of red, green and blue, as an array or as 768 bytes.
PaletteLike = Any


def flat(values: Any) -> list[int]:
    """Return the whole numbers of lists in lists."""
    values = values.tolist() if hasattr(values, "tolist") else values
    if isinstance(values, int):
        return [values]
    if isinstance(values, str):
        raise TypeError("a text has no numbers")
    return [number for row in values for number in flat(row)]


def bytes_of(values: Any, what: str) -> bytes:
    """Return whole numbers from 0 to 255 as bytes: those of bytes, an array, or lists in lists."""
    if isinstance(values, (bytes, bytearray)):
        return bytes(values)
    try:
        is_bytes = getattr(values, "dtype", None) == "uint8"
        return memoryview(values).tobytes() if is_bytes else bytes(flat(values))
    except (TypeError, ValueError, RecursionError):
        raise UsageError(f"{what} needs rows of whole numbers from 0 to 255") from None


def measured(values: Any) -> Optional[tuple[int, int]]:
    """Return width and height of a picture's values; ``None`` for bytes, which have none."""
    if isinstance(values, (bytes, bytearray)):
        return None
    if hasattr(values, "getpalette") and hasattr(values, "tobytes"):
        return (values.width, values.height)
    shape = getattr(values, "shape", None)
    if shape is None and isinstance(values, (list, tuple)) and values and hasattr(values[0], "__len__"):
        shape = (len(values), len(values[0]))
    return (shape[1], shape[0]) if shape is not None and len(shape) == 2 else None


def values_of(values: Any, width: int, height: int) -> bytes:
    """Return the values of a picture of this size: bytes, an image of Pillow, an array, or a list of rows."""
    if isinstance(values, (bytes, bytearray)):
        return bytes(values)
    if hasattr(values, "getpalette") and hasattr(values, "tobytes"):
        if values.mode not in ("P", "L"):
            raise UsageError(f"the image has the mode {values.mode}: use P or L, whose pixels are values of the file")
        data, shape = bytes_of(values.tobytes(), "the image"), (values.height, values.width)
    else:
        data = bytes_of(values, "the picture")
        rows = values if hasattr(values, "__len__") and not hasattr(values, "shape") else ()
        lengths = sorted({len(row) for row in rows if hasattr(row, "__len__")})
        if len(lengths) > 1:
            raise UsageError(f"the rows have different lengths: {', '.join(map(str, lengths))}")
        shape = getattr(values, "shape", None) or (len(rows), *lengths)
    if tuple(shape) != (height, width):
        found = " × ".join(map(str, shape))
        raise UsageError(f"the picture has {height} rows × {width} columns, and the array {found}")
    return data


@contextmanager
def costume_colours() -> Iterator[None]:
    """Add to an error about colours which colours are meant."""
    try:
        yield
    except Error as error:
        if "colour" in str(error) and not error.hint:
            error.hint = "use costume colours, as in `picture.values`: `indices` and `image()` have room colours"
        raise


def ending_of(path: Union[str, os.PathLike[str]]) -> str:
    """Return the ending of a path: ``png``."""
    return os.path.splitext(os.fspath(path))[1].lstrip(".").lower()


def counted(number: int, what: str) -> str:
    """Return a number of things in words: ``1 tick``, ``2 ticks``."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def shaped(data: bytes, *shape: int) -> Pixels:
    """Return the bytes as an array, without a copy. It cannot be written to."""
    numpy = _extras.numpy()
    array: Pixels = numpy.frombuffer(data, dtype=numpy.uint8).reshape(shape)
    return array


class Image(ReadOnly):
    """Pixels, row by row from the top left.

    Most pictures have palette indices. In games of 16 bits a pixel, scenes have colours only. Images are equal if their
    pixels, colours and facts are. They cannot be changed. They can be pickled; copies need no game.
    """

    __slots__ = ("_raster", "_table")

    _raster: Optional[_costumier.Raster]
    #: What has the palette and the transparent index, if the raster does not: an unpickled raster of 16-bit colours.
    _table: Optional[_costumier.Raster]

    def __init__(self, raster: Optional[_costumier.Raster]) -> None:
        self._raster = raster
        self._table = None

    def _drawn(self) -> _costumier.Raster:
        if self._raster is None:
            self._raster = self._draw()
        return self._raster

    def _draw(self) -> _costumier.Raster:
        raise NotImplementedError

    def _colours(self) -> _costumier.Raster:
        return self._table or self._drawn()

    @property
    def width(self) -> int:
        """The width in pixels."""
        return self._drawn().width()

    @property
    def height(self) -> int:
        """The height in pixels."""
        return self._drawn().height()

    @property
    def transparent(self) -> Optional[int]:
        """The index that means "nothing here"; ``None`` if every pixel shows something."""
        return self._colours().transparent()

    @property
    def index_bytes(self) -> bytes:
        """The palette indices, one byte a pixel. The same as ``indices``, without numpy."""
        indices = self._drawn().indices()
        if indices is None:
            raise UsageError("pixels of this game have 16 bits and are no palette indices; use rgba()")
        return indices

    @property
    def indices(self) -> Pixels:
        """The palette indices as an array of rows × columns. It cannot be written to: ``copy()`` it first."""
        return shaped(self.index_bytes, self.height, self.width)

    @property
    def palette(self) -> Pixels:
        """The colours of the indices as an array of 256 × 3."""
        return shaped(self._colours().palette(), 256, 3)

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> Any:
        array = self.indices
        if dtype is not None and array.dtype != dtype:
            return array.astype(dtype)
        return array.copy() if copy else array

    def rgba_bytes(self, palette: Optional[PaletteLike] = None) -> bytes:
        """Red, green, blue and opacity of each pixel. The same as ``rgba()``, without numpy."""
        return self._drawn().write_rgba(None if palette is None else bytes_of(palette, "the palette"))

    def rgba(self, palette: Optional[PaletteLike] = None) -> Pixels:
        """Return an array of rows × columns × 4, in the picture's own palette or in another one."""
        return shaped(self.rgba_bytes(palette), self.height, self.width, 4)

    def image(self, palette: Optional[PaletteLike] = None) -> PillowImage:
        """Return an image of Pillow: mode ``P`` with palette and transparency, ``RGBA`` without palette indices."""
        pillow = _extras.pillow()
        size, raster = (self.width, self.height), self._drawn()
        indices = raster.indices()
        image: PillowImage
        if indices is None:
            image = pillow.frombytes("RGBA", size, self.rgba_bytes(palette))
            return image
        if palette is not None:
            data = bytes_of(palette, "the palette")
            raster = _costumier.Raster.of_indices(*size, raster.transparent(), indices, data)
        image = pillow.frombytes("P", size, indices)
        image.putpalette(raster.palette())
        if self.transparent is not None:
            image.info["transparency"] = self.transparent
        return image

    def png(self, scale_up: int = 1) -> bytes:
        """Return a PNG file. Each pixel becomes a square of ``scale_up`` pixels."""
        return self._drawn().png(scale_up)

    def save(self, path: Union[str, os.PathLike[str]], scale_up: int = 1) -> None:
        """Write a PNG file. The path ends in ``.png``."""
        if ending_of(path) != "png":
            raise UsageError(f'a picture is no file of the format "{ending_of(path)}": use png')
        with open(os.fspath(path), "wb") as file:
            file.write(self.png(scale_up))

    def _repr_png_(self) -> Optional[bytes]:
        if self.width == 0 or self.height == 0:
            return None
        # A notebook shows pixels one to one, which is small.
        return self.png(2 if max(self.width, self.height) <= 400 else 1)

    def _facts(self) -> tuple[Any, ...]:
        raise NotImplementedError

    def _state(self) -> tuple[Any, ...]:
        it, colours = self._drawn(), self._colours()
        indices = it.indices()
        pixels = it.write_rgba() if indices is None else indices
        shown = (colours.transparent(), indices is None, pixels, colours.palette())
        return (it.width(), it.height(), *shown, self._facts())

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and isinstance(other, Image) and other._state() == self._state()

    def __hash__(self) -> int:
        return hash(self._state())

    def __reduce__(self) -> tuple[Any, ...]:
        return (restored, (type(self), *self._state()))


def restored(
    kind: type[Image],
    width: int,
    height: int,
    transparent: Optional[int],
    has_colours: bool,
    pixels: bytes,
    palette: bytes,
    facts: tuple[Any, ...],
) -> Image:
    """Return an image that was pickled."""
    image = kind.__new__(kind)
    image._table = None
    if has_colours:
        image._raster = _costumier.Raster.of_colours(width, height, pixels)
        image._table = _costumier.Raster.of_indices(0, 0, transparent, b"", palette)
    else:
        image._raster = _costumier.Raster.of_indices(width, height, transparent, pixels, palette)
    for name, value in facts:
        setattr(image, name, value)
    return image


class Picture(Image):
    """A picture of a costume. It is decoded when its pixels are needed."""

    __slots__ = ("_costume", "_values", "borrowed", "index", "limb", "move", "offset", "size")

    #: The number of its limb.
    limb: Final[int]
    #: Its index in the limb's table.
    index: Final[int]
    #: The width and height in pixels.
    size: Final[tuple[int, int]]
    #: The offset from the running offset to its top left pixel.
    offset: Final[tuple[int, int]]
    #: What is added to the running offset afterwards: to the right, and upwards.
    move: Final[tuple[int, int]]
    #: Limb and index of the picture whose pixels it borrows.
    borrowed: Final[Optional[tuple[int, int]]]

    def __init__(self, costume: Costume, limb: int, index: int) -> None:
        super().__init__(None)
        row = json.loads(costume._native.picture_facts(limb, index))
        self._costume = costume
        self._values: Optional[bytes] = None
        self.limb, self.index = row["limb"], row["index"]
        self.size, self.offset = (row["width"], row["height"]), (row["x"], row["y"])
        self.move = (row["move_x"], row["move_y"])
        self.borrowed = row["borrowed"] and tuple(row["borrowed"])

    def _draw(self) -> _costumier.Raster:
        return self._costume._native.picture(self.limb, self.index)

    @property
    def width(self) -> int:
        """The width in pixels."""
        return self.size[0]

    @property
    def height(self) -> int:
        """The height in pixels."""
        return self.size[1]

    @property
    def value_bytes(self) -> bytes:
        """The values that the file stores, one byte a pixel. The same as ``values``, without numpy."""
        if self._values is None:
            return self._costume._native.values(self.limb, self.index)
        return self._values

    @property
    def values(self) -> Pixels:
        """The values that the file stores (costume colours), as an array of rows × columns."""
        return shaped(self.value_bytes, self.height, self.width)

    def _facts(self) -> tuple[Any, ...]:
        names = ("limb", "index", "size", "offset", "move", "borrowed")
        return (*((name, getattr(self, name)) for name in names), ("_values", self.value_bytes))

    def __repr__(self) -> str:
        return f"<Picture limb {self.limb} index {self.index}: {self.width} × {self.height}>"


class Frame(Image):
    """A frame of an animation, in the size of all its frames."""

    __slots__ = ("_clip", "_number", "ticks")

    #: How many ticks it is shown.
    ticks: Final[int]

    def __init__(self, clip: _costumier.Clip, number: int, ticks: int) -> None:
        super().__init__(None)
        self._clip = clip
        self._number = number
        self.ticks = ticks

    @property
    def seconds(self) -> float:
        """How long it is shown, at six jiffies a tick (100 ms), as exports have it by default."""
        return self.ticks / 10

    def _draw(self) -> _costumier.Raster:
        return self._clip.frame(self._number)

    def _facts(self) -> tuple[Any, ...]:
        return (("_number", self._number), ("ticks", self.ticks))

    def __repr__(self) -> str:
        return f"<Frame {self._number}: {self.width} × {self.height}, {counted(self.ticks, 'tick')}>"


class Rendered(Image):
    """A scene that was drawn."""

    __slots__ = ("origin", "unboxed", "unseen")

    #: The position of the top left pixel in the room.
    origin: Final[tuple[int, int]]
    #: The actors of which nothing was drawn, each with whether it is outside of the picture.
    unseen: Final[tuple[tuple[int, bool], ...]]
    #: The actors that follow walk boxes and stand in none.
    unboxed: Final[tuple[int, ...]]

    def __init__(self, raster: _costumier.Raster) -> None:
        super().__init__(raster)
        self.origin, self.unseen, self.unboxed = raster.origin(), tuple(raster.unseen()), tuple(raster.unboxed())

    def _facts(self) -> tuple[Any, ...]:
        return (("origin", self.origin), ("unseen", self.unseen), ("unboxed", self.unboxed))

    def __repr__(self) -> str:
        return f"<Rendered {self.width} × {self.height} at {self.origin}>"
