#!/usr/bin/python3
"""Reads every format of `costumier export` back with code that is not ours, and compares it with what `costumier render` draws.

    judge.py COSTUMIER GAME [GAME …] [--self-test] [--truth FOLDER]

Each game is exported several times, in every format, enlarged, cut off, on a colour, at another tick rate; and rendered tick by tick.
It prints what was compared, and exits with 1 where anything differs. `--self-test` also breaks what was read, one thing at a time, and
sees that each break is noticed. `--truth` leaves the first game's plain export and its true frames in a folder: web/page.mjs uses them.
"""

import argparse
import os
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor

import layered
import leave
import movies
import paper
import sheets
import stills
import strips
import truth as true
from common import Export, Tally, Wardrobe, changed

FORMATS = "png,frames,strips,gif,apng,webp,contact,ripsheet,sheet,aseprite-json,texturepacker-json,godot,aseprite,pal,bmp,json"
# Calls of `export`: the first is the one that the truth is rendered for.
VARIANTS = {
    "plain": [],
    "cut": ["--trim", "--scale-up", "3", "--tick-rate", "15", "--small"],
    "rows": ["--sheet-layout", "rows", "--sheet-gap", "0", "--background", "#305070", "--tick-rate", "20", "--scale-up", "2", "--fast"],
}
JUDGES = [stills, movies, strips, sheets, layered, paper]


def export(program, game, folder, name):
    true.run(program, "export", game, "-o", folder, "--as", FORMATS, "--quiet", *VARIANTS[name])
    return Export(folder, f"{os.path.basename(game.rstrip('/'))} {name}")


def wardrobes(exported, truth):
    for report in exported.manifest["costumes"]:
        yield Wardrobe(exported, report, truth[report["id"]])


def judge(program, game, folder, tally):
    """Judges a game; returns a wardrobe of each costume of the plain export."""
    plain = export(program, game, f"{folder}/plain", "plain")
    truth = true.truth(program, game, plain.manifest, f"{folder}/truth")
    kept = list(wardrobes(plain, truth))
    for name in VARIANTS:
        exported = plain if name == "plain" else export(program, game, f"{folder}/{name}", name)
        for wardrobe in wardrobes(exported, truth):
            for it in JUDGES:
                it.judge(tally, wardrobe)
        tally.of("json")
        stills.whole(tally, exported)
        tally.same(sorted(exported.all_files() - exported.read), [], f"{exported.name}: files that nobody read")
    return kept


def self_test(wardrobe):
    """Breaks one thing after the other; returns how many breaks went unnoticed."""
    unnoticed = made = 0
    for it in JUDGES:
        for format, change, doc, check in it.breaks(wardrobe):
            tally = Tally().of(format)
            made += 1
            check(tally, changed(doc, lambda _: None))
            if tally.different():
                raise true.Stop(f"self-test: {format}: differs before anything is broken: {tally.told}")
            try:
                check(tally, changed(doc, change))
                noticed = tally.different() > 0
            except (KeyError, ValueError, IndexError, true.Stop):
                # A reader that refuses has noticed.
                noticed = True
            if not noticed:
                unnoticed += 1
                print(f"unnoticed: {format}: {change.__name__}")
    print(f"self-test: {made} breaks, {made - unnoticed} noticed")
    return unnoticed


def work(program, game, first, self_testing, leave_at):
    """Judges a game; the first one may be asked for more. Returns the tally and how many breaks went unnoticed."""
    tally, unnoticed = Tally(), 0
    # Tens of thousands of small files: in memory where the system has a place for that.
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        kept = judge(program, game, folder, tally)
        if first and self_testing:
            unnoticed = self_test(kept[0])
        if first and leave_at:
            leave.leave(kept, f"{folder}/plain", leave_at)
    return tally, unnoticed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("games", nargs="+")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--truth")
    args = parser.parse_args()
    tally, unnoticed, start = Tally(), 0, time.monotonic()
    with ProcessPoolExecutor() as pool:
        jobs = [
            pool.submit(work, args.program, game, number == 0, args.self_test, args.truth)
            for number, game in enumerate(args.games)
        ]
        for job in jobs:
            counted, missed = job.result()
            tally.add(counted)
            unnoticed += missed
    tally.table()
    print(f"{len(args.games)} games in {time.monotonic() - start:.0f} s")
    return 1 if tally.different() or unnoticed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except true.Stop as why:
        sys.exit(f"error: {why}")
