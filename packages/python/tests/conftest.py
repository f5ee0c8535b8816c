"""What the tests share: the command, and the editions of the sample game."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any, Callable

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session")
def command() -> str:
    """The command `costumier`: COSTUMIER names one, else it is the wheel's."""
    found = os.environ.get("COSTUMIER") or shutil.which("costumier")
    assert found, "name the command in COSTUMIER, or install a wheel that has it"
    return os.path.abspath(found)


@pytest.fixture(scope="session")
def run(command: str) -> Callable[..., str]:
    """Run the command, and return what it prints."""

    def run(*words: object) -> str:
        done = subprocess.run([command, *map(str, words)], check=True, capture_output=True, text=True)
        return done.stdout

    return run


@pytest.fixture(scope="session")
def run_json(run: Callable[..., str]) -> Callable[..., Any]:
    """Run the command, and return the JSON that it prints."""
    return lambda *words: json.loads(run(*words, "--json"))
