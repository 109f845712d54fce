#!/usr/bin/env python3
"""Writes Sources/Queries/DecompositionTable.swift to standard output.

Usage: make-decomposition-table.py > Sources/Queries/DecompositionTable.swift

The decompositions are those of this Python's unicodedata: one step of the canonical decomposition, a scalar or two.
Uppercase letters are left out, since a fold takes the lowercase first. So are the ideographs that exist only for
round trips to older character sets; Hangul syllables have no entry in Unicode's data either.
"""
import unicodedata


def entries():
    for point in range(0x80, 0x110000):
        if 0xF900 <= point <= 0xFAFF or 0x2F800 <= point <= 0x2FA1F or 0xD800 <= point <= 0xDFFF:
            continue
        letter = chr(point)
        parts = unicodedata.decomposition(letter).split()
        if parts and not parts[0].startswith("<") and letter.lower().upper().lower() == letter:
            first, second = (int(part, 16) for part in (parts + ["0"])[:2])
            yield "0x%X" % (point << 42 | first << 21 | second)


def main():
    print("// Made by Fixtures/make-decomposition-table.py from Unicode %s; do not edit." % unicodedata.unidata_version)
    print()
    print("extension TextFold {")
    print("  /// In order: a scalar shifted left by 42 bits, the first scalar of one step of its canonical decomposition")
    print("  /// shifted left by 21 bits, and the second or zero.")
    print("  static let decompositions: [UInt64] = [")
    line = "   "
    for entry in entries():
        if len(line) + len(entry) + 2 > 110:
            print(line)
            line = "   "
        line += " " + entry + ","
    print(line)
    print("  ]")
    print("}")


main()
