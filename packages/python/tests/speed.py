"""Measures games from Python: speed.py [GAME…], the sample's editions without one. The least of 20 rounds."""

from __future__ import annotations

import sys
import time
from typing import Callable

import costumier


def least(call: Callable[[], object], rounds: int = 20) -> float:
    """Return the shortest time of a call in seconds."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


def measure(name: str, open_game: Callable[[], costumier.Game]) -> None:
    """Print a row for a game."""
    game = open_game()
    pictures = [picture for costume in game for picture in costume.pictures]
    pixels = sum(picture.width * picture.height for picture in pictures)
    seconds = least(lambda: [picture.value_bytes for picture in pictures])
    clips = [costume.clip(it.chore, it.facing) for costume in game for it in costume.actions if it.role == "walk"]
    frames = sum(len(clip) for clip in clips)
    drawn = least(lambda: [clip._native.frame(number) for clip in clips for number in range(len(clip))])
    print(
        f"{name:12} open {least(open_game) * 1e3:6.2f} ms   {len(pictures)} pictures {seconds * 1e3:6.2f} ms,"
        f" {pixels / seconds / 1e6:.0f} M px/s   {frames} frames {drawn / max(frames, 1) * 1e6:.1f} µs each"
    )


if len(sys.argv) > 1:
    for path in sys.argv[1:]:
        measure(path, lambda path=path: costumier.open(path))
else:
    for edition in costumier.EDITIONS:
        measure(edition, lambda edition=edition: costumier.sample(edition))
