#!/usr/bin/env python3
"""Makes the damaged databases of Fixtures/damaged from one small sound database.

Usage: Fixtures/make-damaged.py [FOLDER]

The same bytes come out in every run with the same version of SQLite. The sound database is a book table of 60
books on pages of 512 bytes, so that the table has an inner page and several leaves in a file of a few KB.
"""

import pathlib
import random
import sqlite3
import sys
import tempfile

PAGE = 512


def sound_database():
    """The bytes of the database before anything is damaged, and the number of the book table's root page."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "sound.sqlite"
        database = sqlite3.connect(path)
        database.execute(f"PRAGMA page_size = {PAGE}")
        database.execute(
            "CREATE TABLE book (pk INTEGER PRIMARY KEY, title CHAR(32), copyright REAL, author CHAR(48))"
        )
        database.executemany(
            "INSERT INTO book VALUES (?, ?, ?, ?)",
            [(n, f"Book {n:02}", n * 86400.0 * 365, f"Author of book {n:02}") for n in range(1, 61)],
        )
        database.commit()
        (root,) = database.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'book'").fetchone()
        database.close()
        return path.read_bytes(), root


def overwritten(sound, offset, replacement):
    """The bytes with some of them replaced from an offset on."""
    return sound[:offset] + replacement + sound[offset + len(replacement) :]


def damaged_files():
    """Each damaged file's name and bytes."""
    sound, root = sound_database()
    pages = len(sound) // PAGE
    chance = random.Random(1870)
    name = sound.index(b"CREATE TABLE book")
    return {
        "sound.sqlite": sound,
        "truncated.sqlite": sound[: (pages // 2) * PAGE + PAGE // 3],
        "header-only.sqlite": sound[:60],
        "page-size-impossible.sqlite": overwritten(sound, 16, (300).to_bytes(2, "big")),
        "page-size-wrong.sqlite": overwritten(sound, 16, (1024).to_bytes(2, "big")),
        "root-page.sqlite": overwritten(sound, (root - 1) * PAGE, b"\xff" * PAGE),
        "leaf-page.sqlite": overwritten(sound, (pages - 2) * PAGE, b"\xff" * PAGE),
        "schema.sqlite": overwritten(sound, name, b"CREATE TABEL book"),
        "text.sqlite": b"This is a text file, whatever its name says.\n" * 20,
        "random.sqlite": chance.randbytes(4 * PAGE),
        "empty.sqlite": b"",
    }


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent / "damaged")
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in damaged_files().items():
        (folder / name).write_bytes(content)


if __name__ == "__main__":
    main()
