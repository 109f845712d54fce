#!/usr/bin/env python3
"""Prints the three photos of possessions.sql as SQL literals, one on each line after its name.

Usage: Fixtures/make-photos.py

They are PNGs of three kinds: 16x16 in true colour, 40x24 with transparency, 8x8 in greys. Another version of zlib
may compress to other bytes; the pictures stay the same.
"""

import struct
import zlib

GREYS, TRUE_COLOUR, TRANSPARENT = 0, 2, 6  # PNG's colour types


def chunk(kind, content):
    """A chunk of a PNG: length, kind, content, checksum."""
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def png(width, height, colour_type, pixel):
    """A PNG whose pixels are what the function returns for a column and a row, as tuples of bytes."""
    rows = b"".join(
        b"\0" + b"".join(bytes(pixel(x, y)) for x in range(width)) for y in range(height)
    )
    header = struct.pack(">IIBBBBB", width, height, 8, colour_type, 0, 0, 0)
    chunks = [chunk(b"IHDR", header), chunk(b"IDAT", zlib.compress(rows, 9)), chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def lamp(x, y):
    """A yellow shade on a brown foot before a blue wall."""
    if 2 <= y < 8 and abs(2 * x - 15) <= y:
        return (255, 221, 85)
    if 8 <= y < 14 and x in (7, 8) or y == 14 and 4 <= x < 12:
        return (121, 85, 61)
    return (40, 60, 110)


def bicycle(x, y):
    """Two black wheels and a red frame, transparent elsewhere."""
    for centre in (9, 30):
        distance = (x - centre) ** 2 + (y - 15) ** 2
        if 36 <= distance < 56:
            return (20, 20, 20, 255)
    if y == 6 and 12 <= x < 29 or y == 15 and 9 <= x < 20 or 6 <= y < 16 and x in (19, 28 + (y - 6) // 4):
        return (200, 30, 30, 255)
    return (0, 0, 0, 0)


def key(x, y):
    """A white key on grey."""
    ring = x < 4 and 2 <= y < 6 and not (x in (1, 2) and y in (3, 4))
    return (240,) if ring or y == 4 and x >= 4 or y == 5 and x in (5, 7) else (90,)


def main():
    pictures = {
        "Lamp": png(16, 16, TRUE_COLOUR, lamp),
        "Bicycle": png(40, 24, TRANSPARENT, bicycle),
        "Key": png(8, 8, GREYS, key),
    }
    for name, picture in pictures.items():
        print(f"{name}: x'{picture.hex().upper()}'")


if __name__ == "__main__":
    main()
