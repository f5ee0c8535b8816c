"""Writes docs/costumes.ipynb with its outputs: run it after a change of the cells below."""

from __future__ import annotations

import base64
import json
from typing import Any

from conftest import ROOT

CELLS = [
    "# Costumes in a notebook\n\nA picture, a costume and a clip show themselves. [python.md](python.md) is the guide.",
    ["import costumier", "", "game = costumier.sample()", "game"],
    ["game['Odile']"],
    ["game['Odile'].clip('walk', 'east')"],
    ["game['Paper dragon'].clip('walk', 'west')"],
    ["actors = [{'costume': 1, 'position': [90, 130]}, {'costume': 2, 'position': [220, 135]}]",
     "for actor in actors:",
     "    actor['steps'] = [{'perform': 'stand'}]",
     "game.render({'room': 1, 'view': 'screen', 'actors': actors})"],
]


def cell(number: int, lines: Any, names: dict[str, Any]) -> dict[str, Any]:
    """Return a cell with what it shows."""
    if isinstance(lines, str):
        source = lines.splitlines(keepends=True)
        return {"cell_type": "markdown", "id": f"cell-{number}", "metadata": {}, "source": source}
    exec("\n".join(lines[:-1]), names)
    value = eval(lines[-1], names)
    data: dict[str, Any] = {"text/plain": [repr(value)]}
    if hasattr(value, "_repr_html_"):
        data["text/html"] = [value._repr_html_()]
    if hasattr(value, "_repr_png_"):
        data["image/png"] = base64.b64encode(value._repr_png_()).decode()
    output = {"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"}
    return {
        "cell_type": "code",
        "execution_count": number,
        "id": f"cell-{number}",
        "metadata": {},
        "outputs": [output],
        "source": "\n".join(lines).splitlines(keepends=True),
    }


names: dict[str, Any] = {}
notebook = {
    "cells": [cell(number, lines, names) for number, lines in enumerate(CELLS)],
    "metadata": {"language_info": {"name": "python"}},
    "nbformat": 4,
    "nbformat_minor": 5,
}
(ROOT / "docs" / "costumes.ipynb").write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
