#!/usr/bin/env python3
"""Draws cover.png, the photo in the pictures: 24 by 32 squares, so that two of them fill a cell of a terminal exactly.

Usage: docs/pictures/make-cover.py >docs/pictures/cover.png
"""

import struct
import sys
import zlib

SIDE = 10  # pixels of a square
COLOURS = {
    ".": 0x00005F, "n": 0x5F005F, "v": 0x87005F, "r": 0xAF5F5F, "o": 0xD7875F, "y": 0xFFAF5F, "s": 0xFFD787,
    "c": 0x1C1C1C, "l": 0xFFD75F, "w": 0xFFFFFF, "b": 0xD7D7FF, "g": 0xAFAFD7, "t": 0xFFFFD7,
}  # fmt: skip
TITLE = """
........................
.....t...t..t..tt.......
.....t...t.t.t.t.t......
.....t.t.t.ttt.tt.......
.....tt.tt.t.t.t.t......
.....t...t.t.t.t.t......
........................
..tt..ttt..t...tt.ttt...
..t.t.t...t.t.t...t.....
..tt..tt..ttt.t...tt....
..t...t...t.t.t...t.....
..t...ttt.t.t..tt.ttt...
........................
""".split()
# The left half; the right half is its mirror image.
LANDSCAPE = """
nnnnnnnnnnnn
nnnnnnnnssss
nnnnnnssssss
vvvvvssssssc
vvvvsssssssc
vvvvsssssscc
rrrssssscccc
rrrssssccccc
rrrscssccccc
ooocccsscccc
ooocccsssccc
oooscssscccc
yyyccccccccc
yyyclccccclc
yyyclccccclc
wwwccccccccc
wwwwwwwwwwww
bbbbwwwwwwww
ggbbbbbbbbww
""".split()


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def main():
    rows = TITLE + [half + half[::-1] for half in LANDSCAPE]
    names = list(COLOURS)
    lines = b"".join((b"\0" + bytes(names.index(name) for name in row for _ in range(SIDE))) * SIDE for row in rows)
    palette = b"".join(colour.to_bytes(3, "big") for colour in COLOURS.values())
    header = struct.pack(">IIBBBBB", len(rows[0]) * SIDE, len(rows) * SIDE, 8, 3, 0, 0, 0)
    parts = {b"IHDR": header, b"PLTE": palette, b"IDAT": zlib.compress(lines, 9), b"IEND": b""}
    sys.stdout.buffer.write(b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts.items()))


if __name__ == "__main__":
    main()
