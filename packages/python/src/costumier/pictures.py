"""Pictures: of a costume, of an animation, of a scene."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _extras
from .errors import UsageError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image as PillowImage

    from . import _costumier
    from .costume import Costume

    Pixels = NDArray[np.uint8]

__all__ = ["Frame", "Image", "Picture", "Rendered"]

#: A palette in a call: 256 colours of red, green and blue, as an array or as 768 bytes.
PaletteLike = Any


def palette_bytes(palette: PaletteLike) -> bytes:
    """Return 768 bytes."""
    if isinstance(palette, (bytes, bytearray)):
        return bytes(palette)
    try:
        return memoryview(palette).tobytes()
    except TypeError:
        return bytes(part for colour in palette for part in colour)


def shaped(data: bytes, *shape: int) -> Pixels:
    """Return the bytes as an array, without a copy. It cannot be written to."""
    numpy = _extras.numpy()
    array: Pixels = numpy.frombuffer(data, dtype=numpy.uint8).reshape(shape)
    return array


class Image:
    """Pixels, row by row from the top left.

    Most pictures have palette indices. In games of 16 bits a pixel, scenes have colours only.
    """

    __slots__ = ("_raster",)

    def __init__(self, raster: Optional[_costumier.Raster]) -> None:
        self._raster = raster

    def _drawn(self) -> _costumier.Raster:
        if self._raster is None:
            self._raster = self._draw()
        return self._raster

    def _draw(self) -> _costumier.Raster:
        raise NotImplementedError

    @property
    def width(self) -> int:
        """The width in pixels."""
        return self._drawn().width

    @property
    def height(self) -> int:
        """The height in pixels."""
        return self._drawn().height

    @property
    def transparent(self) -> Optional[int]:
        """The index that means "nothing here"; ``None`` if every pixel shows something."""
        return self._drawn().transparent

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
        return shaped(self._drawn().palette(), 256, 3)

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> Any:
        array = self.indices
        if dtype is not None and array.dtype != dtype:
            return array.astype(dtype)
        return array.copy() if copy else array

    def rgba_bytes(self, palette: Optional[PaletteLike] = None) -> bytes:
        """Red, green, blue and opacity of each pixel. The same as ``rgba()``, without numpy."""
        return self._drawn().rgba(None if palette is None else palette_bytes(palette))

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
            image = pillow.frombytes("RGBA", size, raster.rgba())
            return image
        image = pillow.frombytes("P", size, indices)
        image.putpalette(raster.palette() if palette is None else palette_bytes(palette))
        if self.transparent is not None:
            image.info["transparency"] = self.transparent
        return image

    def png(self, scale_up: int = 1) -> bytes:
        """Return a PNG file. Each pixel becomes a square of ``scale_up`` pixels."""
        return self._drawn().png(scale_up)

    def save(self, path: Union[str, os.PathLike[str]], scale_up: int = 1) -> None:
        """Write a PNG file."""
        with open(path, "wb") as file:
            file.write(self.png(scale_up))

    def _repr_png_(self) -> Optional[bytes]:
        if self.width == 0 or self.height == 0:
            return None
        # A notebook shows pixels one to one, which is small.
        return self.png(2 if max(self.width, self.height) <= 400 else 1)


class Picture(Image):
    """A picture of a costume. It is decoded when its pixels are needed."""

    __slots__ = ("_costume", "_place", "index", "limb")

    #: The number of its limb.
    limb: int
    #: Its index in the limb's table.
    index: int

    def __init__(self, costume: Costume, limb: int, index: int) -> None:
        super().__init__(None)
        self._costume = costume
        self._place = costume._native.picture(limb, index)
        self.limb = limb
        self.index = index

    def _draw(self) -> _costumier.Raster:
        return self._costume._native.decode(self.limb, self.index)

    @property
    def width(self) -> int:
        """The width in pixels."""
        return self._place[0][0]

    @property
    def height(self) -> int:
        """The height in pixels."""
        return self._place[0][1]

    @property
    def offset(self) -> tuple[int, int]:
        """The offset from the running offset to its top left pixel."""
        return self._place[1]

    @property
    def move(self) -> tuple[int, int]:
        """What is added to the running offset afterwards: to the right, and upwards."""
        return self._place[2]

    @property
    def borrowed(self) -> Optional[tuple[int, int]]:
        """Limb and index of the picture whose pixels it borrows."""
        return self._place[3]

    @property
    def value_bytes(self) -> bytes:
        """The values that the file stores, one byte a pixel. The same as ``values``, without numpy."""
        return self._costume._native.values(self.limb, self.index)

    @property
    def values(self) -> Pixels:
        """The values that the file stores (costume colours), as an array of rows × columns."""
        return shaped(self.value_bytes, self.height, self.width)

    def __repr__(self) -> str:
        return f"<Picture limb {self.limb} index {self.index}: {self.width} × {self.height}>"


class Frame(Image):
    """A frame of an animation, in the size of all its frames."""

    __slots__ = ("_clip", "_number", "ticks")

    #: How many ticks it is shown.
    ticks: int

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

    @property
    def width(self) -> int:
        """The width in pixels."""
        return self._clip.bounds[2]

    @property
    def height(self) -> int:
        """The height in pixels."""
        return self._clip.bounds[3]

    def __repr__(self) -> str:
        return f"<Frame {self._number}: {self.width} × {self.height}, {self.ticks} ticks>"


class Rendered(Image):
    """A scene that was drawn."""

    __slots__ = ("origin", "unboxed", "unseen")

    #: The position of the top left pixel in the room.
    origin: tuple[int, int]
    #: The actors of which nothing was drawn, each with whether it is outside of the picture.
    unseen: list[tuple[int, bool]]
    #: The actors that follow walk boxes and stand in none.
    unboxed: list[int]

    def __init__(self, drawn: _costumier.Drawn) -> None:
        super().__init__(drawn[0])
        self.origin, self.unseen, self.unboxed = drawn[1:]

    def __repr__(self) -> str:
        return f"<Rendered {self.width} × {self.height} at {self.origin}>"
