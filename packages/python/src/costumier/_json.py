"""Objects that calls take, as JSON."""

from __future__ import annotations

import json
import math
from typing import Any, Optional

from .errors import UsageError


def to_json(value: Any) -> str:
    """Return a value as JSON. Numbers of numpy count as numbers; NaN and infinity do not."""
    try:
        return json.dumps(value, allow_nan=False, default=_plain)
    except UsageError:
        raise
    except RecursionError:
        raise UsageError("a list or a dict is nested too deeply") from None
    except TypeError as error:
        raise UsageError(f"a dict cannot be passed: {error}") from None
    except ValueError as error:
        circular = "Circular" in str(error)
        why = "a list or a dict contains itself" if circular else f"{_not_finite(value, '')}: use a finite number"
        raise UsageError(why) from None


def _plain(value: Any) -> Any:
    if hasattr(value, "tolist"):
        return value.tolist()
    raise UsageError(f"{value!r} is a {type(value).__name__}: use a number, a text, a list or a dict")


def _not_finite(value: Any, place: str) -> Optional[str]:
    """Return the place of the first nan or infinity: ``actors[0].position[1] is nan``."""
    value = value.tolist() if hasattr(value, "tolist") else value
    if isinstance(value, float) and not math.isfinite(value):
        return f"{place} is {value}"
    if isinstance(value, dict):
        parts = [(f"{place}.{key}" if place else str(key), it) for key, it in value.items()]
    else:
        parts = [(f"{place}[{at}]", it) for at, it in enumerate(value if isinstance(value, (list, tuple)) else ())]
    return next(filter(None, (_not_finite(it, part) for part, it in parts)), None)
