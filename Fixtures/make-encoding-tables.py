#!/usr/bin/env python3
"""Writes Sources/Formats/Text/SingleByteTable.swift to standard output.

Usage: make-encoding-tables.py > Sources/Formats/Text/SingleByteTable.swift

The characters are those of this Python's codecs.
"""
import unicodedata

# The raw value of each case of TextEncoding, in the order of the table, and Python's codec.
ENCODINGS = (
    [("windows-%d" % page, "cp%d" % page) for page in (874, 1250, 1251, 1253, 1254, 1255, 1256, 1257, 1258)]
    + [("iso-8859-%d" % part, "iso8859_%d" % part) for part in (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16)]
    + [("koi8-r", "koi8_r"), ("koi8-u", "koi8_u")]
    + [("macintosh", "mac_roman"), ("mac-centraleurope", "mac_latin2"), ("mac-cyrillic", "mac_cyrillic"),
       ("mac-greek", "mac_greek"), ("mac-turkish", "mac_turkish")]
    + [("ibm%d" % page, "cp%d" % page) for page in (437, 737, 775, 850, 852, 855, 857, 858, 862, 866)])


def main():
    print("// Made by Fixtures/make-encoding-tables.py from the codecs of Python; do not edit.")
    print()
    print("/// The encodings of one byte for each character, of which the lower half is ASCII.")
    print("enum SingleByteTable {")
    print("  /// The encodings in the order of the table.")
    print("  static let names: [String] = [")
    line = "   "
    for name, _ in ENCODINGS:
        if len(line) + len(name) + 4 > 110:
            print(line)
            line = "   "
        line += ' "%s",' % name
    print(line)
    print("  ]")
    print()
    print("  /// The characters of each encoding's last bytes, an encoding a line; U+FFFD where there is none.")
    print("  ///")
    print("  /// A byte before them stands for the scalar of its number.")
    print("  static let characters = \"\"\"")
    for _, codec in ENCODINGS:
        show(bytes(range(0x80, 0x100)).decode(codec, "replace"))
    print('    """')
    print("}")


def show(characters):
    first = next(place for place in range(128) if ord(characters[place]) != 0x80 + place)
    line = "    "
    for character in characters[first:]:
        isPlain = unicodedata.category(character)[0] in "LNPS"
        entry = character if isPlain else "\\u{%X}" % ord(character)
        if len(line) + len(entry) + 1 > 110:
            print(line + "\\")
            line = "    "
        line += entry
    print(line)


main()
