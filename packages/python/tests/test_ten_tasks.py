"""The program of docs/ten-tasks in Python prints what docs/ten-tasks.md shows."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Callable

from conftest import ROOT

TEXT = re.compile(r"^```text\n(.*?)^```", re.DOTALL | re.MULTILINE)


def test_the_ten_tasks_print_what_the_page_shows(run: Callable[..., str], tmp_path: Path) -> None:
    run("sample", tmp_path / "game")
    program = ROOT / "docs" / "ten-tasks" / "tasks.py"
    done = subprocess.run([sys.executable, program, tmp_path / "game"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    shown = "".join(TEXT.findall((ROOT / "docs" / "ten-tasks.md").read_text(encoding="utf-8")))
    assert done.stdout == shown
