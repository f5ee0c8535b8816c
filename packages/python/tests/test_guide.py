"""The examples of docs/python.md and of the notebook run, and print what the guide says."""

from __future__ import annotations

import contextlib
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT

GUIDE = ROOT / "docs" / "python.md"
NOTEBOOK = ROOT / "docs" / "costumes.ipynb"
BLOCK = re.compile(r"```python\n(.*?)```(?:\n```text\n(.*?)```)?", re.DOTALL)


def test_the_guide_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    blocks = BLOCK.findall(GUIDE.read_text(encoding="utf-8"))
    assert len(blocks) > 6
    for code, expected in blocks:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, str(GUIDE), "exec"), names)
        assert printed.getvalue() == expected, code
    assert {path.name for path in tmp_path.iterdir()} >= {"odile.png", "walk.gif", "stage.png", "wardrobe", "odile.bps"}


def test_the_notebook_runs_and_shows_what_it_holds() -> None:
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    names: dict[str, Any] = {}
    shown = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        *before, last = "".join(cell["source"]).splitlines()
        exec("\n".join(before), names)
        if not cell["outputs"]:
            exec(last, names)
            continue
        value, data = eval(last, names), cell["outputs"][0]["data"]
        assert data["text/plain"] == [repr(value)]
        if "text/html" in data:
            assert "".join(data["text/html"]) == value._repr_html_()
            shown += 1
        if "image/png" in data:
            import base64

            assert base64.b64decode(data["image/png"]) == value._repr_png_()
            shown += 1
    assert shown >= 3
