"""Changes pictures as people and programs do. Reads lines of the file `asks`: source, target, way, its numbers."""

import io
from pathlib import Path

from PIL import Image

FILTERS = {"bicubic": Image.BICUBIC, "bilinear": Image.BILINEAR, "lanczos": Image.LANCZOS}
GROUNDS = [(90, 130, 170), (0, 0, 0), (255, 255, 255), (255, 0, 255)]


def changed(source: Image.Image, ground: tuple[int, int, int], way: str, numbers: list[str]) -> Image.Image:
    """Return the picture on a ground with a margin, enlarged and changed."""
    size = (source.width + 24, source.height + 24)
    picture = Image.new("RGBA", size, (*ground, 255))
    picture.alpha_composite(source, (12, 12))
    by = float(numbers[0])
    size = (round(size[0] * by), round(size[1] * by))
    picture = picture.convert("RGB").resize(size, FILTERS.get(way, Image.NEAREST))
    return picture.quantize(24).convert("RGB") if way == "palette" else picture


for number, line in enumerate(Path("asks").read_text().splitlines()):
    source, target, way, *numbers = line.split()
    made = changed(Image.open(source).convert("RGBA"), GROUNDS[number % len(GROUNDS)], way, numbers)
    file = io.BytesIO()
    if way == "jpeg":
        made.save(file, "JPEG", quality=int(numbers[1]))
    else:
        made.save(file, "PNG")
    Path(target).write_bytes(file.getvalue())
