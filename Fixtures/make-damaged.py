#!/usr/bin/env python3
"""Makes the damaged databases of Fixtures/damaged from one small sound database.

Usage: Fixtures/make-damaged.py [FOLDER]

The same bytes come out in every run with the same version of SQLite. The sound database is a book table of 60
books on pages of 512 bytes, so that the table has an inner page and several leaves in a file of a few KB.
"""

import pathlib
import random
import re
import sqlite3
import struct
import sys
import tempfile

PAGE = 512


def database(*statements):
    """The bytes of a database with a table of 60 books after some statements, and its root pages."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "sound.sqlite"
        connection = sqlite3.connect(path)
        connection.execute(f"PRAGMA page_size = {PAGE}")
        connection.execute(
            "CREATE TABLE book (pk INTEGER PRIMARY KEY, title CHAR(32), copyright REAL, author CHAR(48))"
        )
        connection.executemany(
            "INSERT INTO book VALUES (?, ?, ?, ?)",
            [(n, f"Book {n:02}", n * 86400.0 * 365, f"Author of book {n:02}") for n in range(1, 61)],
        )
        for statement in statements:
            connection.execute(statement)
        connection.commit()
        roots = dict(connection.execute("SELECT name, rootpage FROM sqlite_schema"))
        connection.close()
        return path.read_bytes(), roots


def overwritten(sound, offset, replacement):
    """The bytes with some of them replaced from an offset on."""
    return sound[:offset] + replacement + sound[offset + len(replacement) :]


def number(value, size=4):
    """A number in SQLite's file format."""
    return value.to_bytes(size, "big")


def page(content, index):
    """A page's bytes by its number; the first page is 1."""
    return content[(index - 1) * PAGE : index * PAGE]


def stale_index():
    """A database whose index over the titles holds the titles that every tenth book had before."""
    content, _ = database("CREATE INDEX book_title ON book (title)")
    # The date's number, which only the table has, lies between title and author.
    return re.sub(rb"Book (\d0)(?=.{1,8}Author)", rb"Boot \1", content, flags=re.DOTALL)


def rollback_journal(content, changed, nonce=1870):
    """A journal that sets one page of a database back to these bytes.

    The format is that of https://www.sqlite.org/fileformat2.html#the_rollback_journal.
    """
    header = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + b"".join(
        number(field) for field in (1, nonce, len(content) // PAGE, PAGE, PAGE)
    )
    old = page(content, changed)
    checksum = nonce + sum(old[index] for index in range(PAGE - 200, 0, -200))
    return header.ljust(PAGE, b"\0") + number(changed) + old + number(checksum % 2**32)


def write_ahead_log(frames):
    """A write-ahead log with these frames: page number, bytes, and the count of pages where a commit ends.

    The format is that of https://www.sqlite.org/fileformat2.html#the_write_ahead_log.
    """
    salts = number(1870) + number(1321)
    state = (0, 0)

    def checksum(content):
        nonlocal state
        first, second = state
        words = struct.unpack(f">{len(content) // 4}I", content)
        for even, odd in zip(words[::2], words[1::2]):
            first = (first + even + second) % 2**32
            second = (second + odd + first) % 2**32
        state = (first, second)
        return number(first) + number(second)

    header = number(0x377F0683) + number(3007000) + number(PAGE) + number(0) + salts
    log = header + checksum(header)
    for index, content, count in frames:
        head = number(index) + number(count)
        log += head + salts + checksum(head + content) + content
    return log


def with_logs(sound):
    """Databases with a journal or a write-ahead log next to them, as a killed program leaves them."""
    pages = len(sound) // PAGE
    leaf = sound.index(b"Book 60") // PAGE + 1
    half_written = sound.replace(b"Book 60", b"Half 60")
    wal_mode = overwritten(sound, 18, b"\2\2")
    committed = page(sound.replace(b"Book 60", b"Last 60"), leaf)
    again = page(sound.replace(b"Book 60", b"Torn 60"), leaf)
    log = write_ahead_log([(leaf, committed, pages)])
    torn = write_ahead_log([(leaf, committed, pages), (leaf, again, pages)])[: len(log) + PAGE]
    journal = rollback_journal(sound, leaf)
    return {
        "hot-journal.sqlite": half_written,
        "hot-journal.sqlite-journal": journal,
        "journal-of-another.sqlite": half_written,
        "journal-of-another.sqlite-journal": overwritten(journal, 0, b"What is this"),
        "wal.sqlite": wal_mode,
        "wal.sqlite-wal": log,
        "wal-torn.sqlite": wal_mode,
        "wal-torn.sqlite-wal": torn,
    }


def with_wrong_pages(sound, root):
    """Databases with wrong pages or wrong page counts."""
    pages = len(sound) // PAGE
    long, _ = database("UPDATE book SET author = replace(hex(zeroblob(900)), '00', 'long ') WHERE pk = 30")
    shrunk, _ = database("DELETE FROM book WHERE pk > 20")
    trunk = int.from_bytes(shrunk[32:36], "big")
    first_leaf = (root - 1) * PAGE + int.from_bytes(page(sound, root)[12:14], "big")
    second_leaf = (root - 1) * PAGE + int.from_bytes(page(sound, root)[14:16], "big")
    chain = next(
        index * PAGE for index in range(pages, len(long) // PAGE) if b"long long" in long[index * PAGE + 4 :][:20]
    )
    return {
        "root-page.sqlite": overwritten(sound, (root - 1) * PAGE, b"\xff" * PAGE),
        "leaf-page.sqlite": overwritten(sound, (pages - 2) * PAGE, b"\xff" * PAGE),
        "zeroed-page.sqlite": overwritten(sound, (pages - 3) * PAGE, bytes(PAGE)),
        "page-count-large.sqlite": overwritten(sound, 28, number(1000)),
        "page-count-small.sqlite": overwritten(sound, 28, number(3)),
        "tree-loop.sqlite": overwritten(sound, first_leaf, number(root)),
        "tree-twice.sqlite": overwritten(sound, second_leaf, sound[first_leaf : first_leaf + 4]),
        "overflow-cut.sqlite": overwritten(long, chain, number(0)),
        "freelist-loop.sqlite": overwritten(shrunk, (trunk - 1) * PAGE, number(trunk)),
        "index.sqlite": stale_index(),
    }


def with_wrong_header(sound):
    """Files with a wrong header, and files that are not databases."""
    pages = len(sound) // PAGE
    chance = random.Random(1870)
    return {
        "truncated.sqlite": sound[: (pages // 2) * PAGE + PAGE // 3],
        "header-only.sqlite": sound[:60],
        "page-size-impossible.sqlite": overwritten(sound, 16, number(300, 2)),
        "page-size-wrong.sqlite": overwritten(sound, 16, number(1024, 2)),
        "magic.sqlite": overwritten(sound, 0, b"sqlite"),
        "format-to-come.sqlite": overwritten(sound, 19, b"\3"),
        "format-to-write-to-come.sqlite": overwritten(sound, 18, b"\3"),
        "schema-format-to-come.sqlite": overwritten(sound, 44, number(9)),
        "schema.sqlite": overwritten(sound, sound.index(b"CREATE TABLE book"), b"CREATE TABEL book"),
        "text.sqlite": b"This is a text file, whatever its name says.\n" * 20,
        "random.sqlite": chance.randbytes(4 * PAGE),
        "empty.sqlite": b"",
    }


def damaged_files():
    """Each damaged file's name and bytes."""
    sound, roots = database()
    return (
        {"sound.sqlite": sound}
        | with_wrong_header(sound)
        | with_wrong_pages(sound, roots["book"])
        | with_logs(sound)
    )


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent / "damaged")
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in damaged_files().items():
        (folder / name).write_bytes(content)


if __name__ == "__main__":
    main()
