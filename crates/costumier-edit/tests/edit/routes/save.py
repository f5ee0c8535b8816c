#!/usr/bin/env python3
"""Opens a picture in somebody's program and saves it again: save.py ROUTE IN OUT.

Without arguments it lists the routes, each with `exact` where every pixel has to come back, or `told` where the
program joins colours and the least that is asked for is that nothing is taken silently, or `layers` where it is a
file of layers that has to come back. Leaves with 77 where the program is not there.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time

MISSING = 77


def need(*programs):
    for program in programs:
        if not shutil.which(program):
            sys.exit(MISSING)


def imagemagick(*words):
    """Runs ImageMagick's `convert`. GraphicsMagick and Windows have other programs of this name."""
    need("convert")
    version = subprocess.run(["convert", "-version"], capture_output=True, text=True)
    if version.returncode or "ImageMagick" not in version.stdout:
        sys.exit(MISSING)
    run("convert", *words)


def run(*words, **more):
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **more)


def pillow(source, target, change):
    try:
        from PIL import Image
    except ImportError:
        sys.exit(MISSING)
    image = Image.open(source)
    keeps = {"transparency": image.info["transparency"]} if change is None and "transparency" in image.info else {}
    (change(image) if change else image).save(target, **keeps)


def gimp(source, target, convert):
    need("gimp")
    script = f"""(let* ((image (car (gimp-file-load RUN-NONINTERACTIVE "{source}" "in"))))
      {convert}
      (file-png-save RUN-NONINTERACTIVE image (car (gimp-image-get-active-drawable image)) "{target}" "out"
        0 9 0 0 0 0 0))"""
    with tempfile.TemporaryDirectory() as home:
        run("gimp", "-i", "-d", "-f", "-b", script, "-b", "(gimp-quit 0)", env={**os.environ, "HOME": home})


def grafx2(source, target):
    """With a window on a screen that nobody sees: Shift+F2 is Save as, and asks before it writes over a file."""
    need("grafx2", "Xvfb", "xdotool")
    shutil.copy(source, target)
    with tempfile.TemporaryDirectory() as home:
        # Where no folder of this name is, it keeps copies beside the program, if it may.
        os.makedirs(os.path.join(home, ".config", "grafx2"))
        display = f":{90 + os.getpid() % 900}"
        environment = {**os.environ, "HOME": home, "XDG_CONFIG_HOME": os.path.join(home, ".config"), "DISPLAY": display}
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        screen = subprocess.Popen(["Xvfb", display, "-screen", "0", "1024x768x24"], **quiet)
        program = None
        before = os.stat(target).st_mtime_ns
        try:
            time.sleep(1)
            program = subprocess.Popen(["grafx2", target], env=environment, **quiet)
            time.sleep(4)
            for _ in range(20):
                for keys in ("Escape", "shift+F2", "Return"):
                    subprocess.run(["xdotool", "key", keys], env=environment, **quiet)
                    time.sleep(1.5)
                if os.stat(target).st_mtime_ns != before:
                    time.sleep(1)
                    return
            sys.exit("GrafX2 did not save")
        finally:
            for process in (program, screen):
                if process:
                    process.kill()
                    process.wait()


def netpbm(source, target):
    need("pngtopam", "pamtopng")
    with open(target, "wb") as out:
        pam = subprocess.run(["pngtopam", "-alphapam", source], check=True, capture_output=True).stdout
        subprocess.run(["pamtopng"], input=pam, check=True, stdout=out, stderr=subprocess.DEVNULL)


def tool(name, *words):
    def route(source, target):
        need(name)
        run(name, *[{"IN": source, "OUT": target}.get(word, word) for word in words])

    return route


def oxipng(source, target):
    need("oxipng")
    run("oxipng", "--out", target, source)


def library(source, target):
    """The package `aseprite` of PyPI (Python 3.12 on), in whatever Python has it: ASEPRITE_PYTHON, or this one."""
    python = os.environ.get("ASEPRITE_PYTHON", sys.executable)
    if subprocess.run([python, "-c", "import aseprite"], capture_output=True).returncode:
        sys.exit(MISSING)
    code = "import sys, aseprite; open(sys.argv[2], 'wb').write(aseprite.Sprite.open(sys.argv[1]).to_bytes())"
    run(python, "-c", code, source, target)


ROUTES = {
    "pillow": ("exact", lambda s, t: pillow(s, t, None)),
    "pillow-rgba": ("exact", lambda s, t: pillow(s, t, lambda image: image.convert("RGBA"))),
    "pillow-quantize": ("told", lambda s, t: pillow(s, t, lambda image: image.convert("RGBA").quantize(16))),
    "imagemagick": ("exact", imagemagick),
    "imagemagick-32": ("exact", lambda s, t: imagemagick(s, "PNG32:" + t)),
    "gimp": ("exact", lambda s, t: gimp(s, t, "")),
    "gimp-rgb": ("exact", lambda s, t: gimp(s, t, "(gimp-image-convert-rgb image)")),
    "gimp-rgb-indexed": (
        "exact",
        lambda s, t: gimp(
            s,
            t,
            "(gimp-image-convert-rgb image)"
            '(gimp-image-convert-indexed image CONVERT-DITHER-NONE CONVERT-PALETTE-GENERATE 255 FALSE FALSE "")',
        ),
    ),
    "grafx2": ("exact", grafx2),
    "ffmpeg": ("exact", tool("ffmpeg", "-y", "-i", "IN", "OUT")),
    "optipng": ("exact", tool("optipng", "-quiet", "-clobber", "-out", "OUT", "IN")),
    "pngcrush": ("exact", tool("pngcrush", "-q", "IN", "OUT")),
    "pngquant": ("exact", tool("pngquant", "--force", "--speed", "1", "--nofs", "-o", "OUT", "256", "IN")),
    "oxipng": ("exact", oxipng),
    "netpbm": ("exact", netpbm),
    # For files of layers and frames.
    "aseprite": ("layers", library),
}


def main():
    if len(sys.argv) == 1:
        for name, (promise, _) in ROUTES.items():
            print(name, promise)
        return
    name, source, target = sys.argv[1:]
    ROUTES[name][1](source, target)
    if not os.path.getsize(target):
        sys.exit("nothing was saved")


if __name__ == "__main__":
    main()
