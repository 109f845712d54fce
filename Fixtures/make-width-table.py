#!/usr/bin/env python3
"""Writes Sources/Cells/WidthTable.swift to standard output.

Usage: make-width-table.py EastAsianWidth.txt > Sources/Cells/WidthTable.swift

EastAsianWidth.txt is Unicode's file (https://www.unicode.org/Public/UCD/latest/ucd/). The general categories are those of
this Python's unicodedata, whose version decides which characters count as assigned: an old version is the careful
choice, because a character that a terminal does not know yet is one whose width it guesses.
"""
import sys
import unicodedata

DROPPED, NARROW, WIDE, MARK, REPLACED = range(5)


def ranges(*pairs):
    return {point for first, last in pairs for point in range(first, last + 1)}


# Default_Ignorable_Code_Point beyond the category Cf, the enclosing keycap, which turns a digit into an emoji for some
# terminals and not for others, and the Hangul tone marks, which are 0, 1 or 2 columns.
dropped = ranges(
    (0x034F, 0x034F), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x20E3, 0x20E3), (0x302E, 0x302F),
    (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFFA0, 0xFFA0), (0xE0100, 0xE01EF))

# Characters about whose width terminals disagree: Arabic and other signs that enclose the digits after them, circled
# numbers on squares, hexagrams, the jamo of old Hangul, Vietnamese reading marks, regional indicators, skin tones.
disputed = ranges(
    (0x0600, 0x0605), (0x06DD, 0x06DD), (0x070F, 0x070F), (0x0890, 0x0891), (0x08E2, 0x08E2), (0x110BD, 0x110BD),
    (0x110CD, 0x110CD), (0x3248, 0x324F), (0x4DC0, 0x4DFF), (0xD7B0, 0xD7FF), (0x16FF0, 0x16FF1),
    (0x1F1E6, 0x1F1FF), (0x1F3FB, 0x1F3FF))

# The vowels and final consonants that follow a leading consonant.
jamo = ranges((0x1161, 0x11FF))


def read_widths(path):
    wide = set()
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            fields = line.split("#")[0].split(";")
            if len(fields) == 2 and fields[1].strip() in ("W", "F"):
                ends = [int(end, 16) for end in fields[0].strip().split("..")]
                wide |= ranges((ends[0], ends[-1]))
    return wide


def classify(point, wide):
    category = unicodedata.category(chr(point))
    if point in disputed or category in ("Cc", "Cn", "Cs", "Zl", "Zp"):
        return REPLACED
    if point in dropped or category == "Cf":
        return DROPPED
    if point in jamo or category in ("Mn", "Me"):
        return MARK
    return WIDE if point in wide else NARROW


def main():
    wide = read_widths(sys.argv[1])
    entries, last = [], None
    for point in range(0x20, 0x110000):
        kind = NARROW if point == 0x20 else classify(point, wide)
        if kind != last:
            entries.append("0x%X" % (point << 3 | kind))
            last = kind
    print("// Made by Fixtures/make-width-table.py from Unicode %s; do not edit." % unicodedata.unidata_version)
    print()
    print("extension WidthClass {")
    print("  /// The first scalar of each range, shifted left by three bits, with the range's class in those bits.")
    print("  static let table: [UInt32] = [")
    line = "   "
    for entry in entries:
        if len(line) + len(entry) + 2 > 110:
            print(line)
            line = "   "
        line += " " + entry + ","
    print(line)
    print("  ]")
    print("}")


main()
