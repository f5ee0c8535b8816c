"""Objects that calls take, as JSON."""

from __future__ import annotations

import json
from typing import Any

from .errors import UsageError


def to_json(value: Any) -> str:
    """Return a value as JSON. Numbers of numpy count as numbers; NaN and infinity do not."""
    try:
        return json.dumps(value, allow_nan=False, default=_plain)
    except UsageError:
        raise
    except ValueError as error:
        why = "it contains itself" if "Circular" in str(error) else "use numbers that are not nan and not infinite"
        raise UsageError(f"{value!r} cannot be passed: {why}") from None


def _plain(value: Any) -> Any:
    if hasattr(value, "tolist"):
        return value.tolist()
    raise UsageError(f"{value!r} is a {type(value).__name__}: use a number, a text, a list or a dict")
