"""numpy and Pillow, which are imported when they are needed."""

from __future__ import annotations

from types import ModuleType


def numpy() -> ModuleType:
    """Import numpy."""
    try:
        import numpy
    except ImportError as error:
        why = 'arrays need numpy: pip install "costumier[numpy]"; what ends in `_bytes` is the same without it'
        raise ImportError(why) from error
    return numpy


def pillow() -> ModuleType:
    """Import Pillow's module ``Image``."""
    try:
        from PIL import Image
    except ImportError as error:
        why = 'images need Pillow: pip install "costumier[pillow]"; `png()` makes a PNG file without it'
        raise ImportError(why) from error
    return Image
