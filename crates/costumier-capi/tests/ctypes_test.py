"""The C ABI from Python, without anything of ours but the library: ctypes_test.py LIBRARY OUT FILE...

OUT/TICK.idx has the palette indices of each tick, as scene.c writes them.
"""

import ctypes
import os
import sys
from ctypes import CFUNCTYPE, POINTER, Structure, byref, c_char_p, c_int32, c_size_t, c_uint8, c_uint32, c_uint64, c_void_p

READ = CFUNCTYPE(c_int32, c_void_p, c_uint64, POINTER(c_uint8), c_size_t)


class File(Structure):
    _fields_ = [("name", c_char_p), ("size", c_uint64), ("read", READ), ("context", c_void_p)]


class Event(Structure):
    _fields_ = [("actor", c_size_t), ("limb", c_uint8), ("kind", c_char_p), ("text", c_char_p)]


class Picture(Structure):
    _fields_ = [
        ("width", c_uint32),
        ("height", c_uint32),
        ("x", c_int32),
        ("y", c_int32),
        ("rgba", POINTER(c_uint8)),
        ("indices", POINTER(c_uint8)),
        ("palette", POINTER(c_uint8)),
        ("transparent", c_int32),
    ]


ON_EVENT = CFUNCTYPE(None, c_void_p, POINTER(Event))
library, out, *paths = sys.argv[1:]
lib = ctypes.CDLL(os.path.abspath(library))
for name, result, arguments in (
    ("version", c_char_p, []),
    ("last_error", c_char_p, []),
    ("open", c_void_p, [POINTER(File), c_size_t, c_char_p]),
    ("close", None, [c_void_p]),
    ("costumes", c_size_t, [c_void_p, POINTER(c_uint32), c_size_t]),
    ("scene_new", c_void_p, [c_void_p, c_char_p]),
    ("scene_do", c_int32, [c_void_p, c_size_t, c_char_p]),
    ("scene_tick", c_int32, [c_void_p, ON_EVENT, c_void_p]),
    ("scene_seek", c_int32, [c_void_p, c_uint32]),
    ("scene_render", c_int32, [c_void_p, POINTER(Picture)]),
    ("scene_free", None, [c_void_p]),
):
    function = getattr(lib, f"costumier_{name}")
    function.restype, function.argtypes = result, arguments

files = {os.path.basename(path): open(path, "rb").read() for path in paths}
broken = False


def reader(data):
    def read(_context, offset, into, length):
        if broken:
            return 5
        part = data[offset : offset + length]
        ctypes.memmove(into, part, len(part))
        return 0 if len(part) == length else 1

    return READ(read)


readers = [reader(data) for data in files.values()]
rows = [File(name.encode(), len(files[name]), read, None) for name, read in zip(files, readers)]
rows = (File * len(rows))(*rows)
assert lib.costumier_last_error() is None
game = lib.costumier_open(rows, len(rows), None)
assert game, lib.costumier_last_error()
ids = (c_uint32 * 2)()
count = lib.costumier_costumes(game, ids, 2)
assert count >= 6 and list(ids) == [1, 2], (count, list(ids))
assert lib.costumier_costumes(game, None, 0) == count

actor = f'{{"costume": {ids[0]}, "position": [160, 120], "facing": "east"}}'
scene = lib.costumier_scene_new(game, f'{{"actors": [{actor}]}}'.encode())
assert scene, lib.costumier_last_error()
assert lib.costumier_scene_do(scene, 0, b'{"perform": "walk"}') == 0
heard = []
on_event = ON_EVENT(lambda _context, event: heard.append((event[0].actor, event[0].kind)))
told = 0
seen = []
for tick in range(8):
    picture = Picture()
    assert lib.costumier_scene_render(scene, byref(picture)) == 0, lib.costumier_last_error()
    pixels = ctypes.string_at(picture.indices, picture.width * picture.height)
    with open(os.path.join(out, f"{tick}.idx"), "wb") as file:
        file.write(pixels)
    seen.append(pixels)
    told += lib.costumier_scene_tick(scene, on_event, None)
assert len(heard) == told
for tick in (3, 0, 7, 5):
    assert lib.costumier_scene_seek(scene, tick) == 0, lib.costumier_last_error()
    assert lib.costumier_scene_render(scene, byref(picture)) == 0, lib.costumier_last_error()
    assert ctypes.string_at(picture.indices, picture.width * picture.height) == seen[tick]
assert lib.costumier_scene_seek(scene, 1_000_000) == -1

# A file that cannot be read any more: the call fails, says where, and the game can still be closed.
broken = True
assert not lib.costumier_scene_new(game, b'{"room": 1, "actors": [{"costume": 2}]}')
assert b"`read` returned 5" in lib.costumier_last_error(), lib.costumier_last_error()
lib.costumier_scene_free(scene)
lib.costumier_close(game)
print(f"ctypes: {count} costumes, 8 pictures, {told} events")
