"""The databases to measure: synthetic books, the same ones for the same number of rows."""

import contextlib
import os
import random
import shutil
import sqlite3

TABLE = "CREATE TABLE book (pk INTEGER PRIMARY KEY, title CHAR(32), copyright REAL, author CHAR(48))"

# Part of the files' names: raise it when the rows or the variants change.
FORMAT = 1

# The words to find: one in a few early rows, one in many rows, one in a single late row, one in about a hundredth of
# all rows, and one in none.
EARLY, OFTEN, RARE, HUNDREDTH, NOWHERE = "quixotica", "mar", "zyzzyvarum", "marostwen", "qqqq"

VARIANTS = {
    "indexed": "an index on title, WAL",
    "plain": "no index, WAL",
    "rollback": "an index on title, rollback journal",
}


class Books:
    """The rows as a function of their key, so that any number can be made without keeping them in memory."""

    def __init__(self, count):
        self.count = count
        chance = random.Random(7)
        words = [self.word(chance) for _ in range(2000)]
        # A few words occur often and most words rarely, as in any language.
        pick = lambda: words[int(2000 * chance.random() ** 3)]
        self.starts = [f"{pick().capitalize()} {pick()}" for _ in range(10007)]
        self.ends = [" ".join(pick() for _ in range(chance.randint(1, 3))) for _ in range(9973)]
        self.authors = [f"{pick().capitalize()} {pick().capitalize()}" for _ in range(5003)]

    @staticmethod
    def word(chance):
        syllables = ["ka", "lo", "mar", "tis", "en", "vo", "rul", "shi", "dé", "bran", "ёл", "ost", "pü", "wen", "ag"]
        return "".join(chance.choice(syllables) for _ in range(chance.randint(1, 4)))

    def title(self, key):
        title = f"{self.starts[key * 7919 % 10007]} {self.ends[key * 6007 % 9973]}"
        if key == max(1, self.count * 9 // 10):
            return f"{title} {RARE}"
        return f"{title} {EARLY}" if key <= 2000 and key % 20 == 0 else title

    def rows(self):
        for key in range(1, self.count + 1):
            author = None if key % 97 == 0 else self.authors[key * 3001 % 5003]
            date = None if key % 89 == 0 else float(key * 86_400 * 7919 % 60_000_000_000 - 40_000_000_000)
            yield (key, self.title(key), date, author)


def database(folder, count, variant):
    """The path of a database with `count` rows, made if it is not there."""
    path = os.path.join(folder, f"books-{count}-{variant}-{FORMAT}.sqlite")
    if not os.path.exists(path):
        unfinished = path + ".part"
        remove(unfinished)
        if variant == "plain":
            fill(unfinished, count)
        else:
            shutil.copyfile(database(folder, count, "plain"), unfinished)
        finish(unfinished, variant)
        os.rename(unfinished, path)
    return path


def fill(path, count):
    connection = sqlite3.connect(path, isolation_level=None)
    connection.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")
    connection.execute(TABLE)
    connection.execute("BEGIN")
    connection.executemany("INSERT INTO book VALUES (?, ?, ?, ?)", Books(count).rows())
    connection.execute("COMMIT")
    connection.close()


def finish(path, variant):
    connection = sqlite3.connect(path, isolation_level=None)
    if variant != "plain":
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("CREATE INDEX book_title ON book (title)")
    connection.execute(f"PRAGMA journal_mode = {'DELETE' if variant == 'rollback' else 'WAL'}")
    connection.close()


@contextlib.contextmanager
def scratch(path):
    """A copy that a measure may write to, for as long as it is used."""
    copy = path.replace(".sqlite", "-scratch.sqlite")
    remove(copy)
    try:
        shutil.copyfile(path, copy)
        # Otherwise the system would write it out during the measure, and the first side would wait for that.
        os.sync()
        yield copy
    finally:
        remove(copy)


def remove(path):
    for suffix in ("", "-wal", "-shm", "-journal"):
        if os.path.exists(path + suffix):
            os.remove(path + suffix)


def titles(path, offset, limit, order="pk"):
    """The titles at some positions, as one plain query gives them."""
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        rows = connection.execute(f"SELECT title FROM book ORDER BY {order} LIMIT ? OFFSET ?", (limit, offset))
        return [row[0] for row in rows]
    finally:
        connection.close()
