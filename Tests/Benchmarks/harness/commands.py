"""The program as a file and as a command: its size, a short list, and imports of large files with their undo."""

import json
import lzma
import os
import platform
import shutil
import sqlite3
import subprocess
import tempfile

from . import databases
from .figures import Skipped, Table, megabytes, median, milliseconds, ratio, rows, spread
from .setting import in_turn

IMPORTED = 50_000_000
CHANGED = 200_000
PLAIN = 1_000_000


def measure_size(setting):
    table = Table("The program as a file", "what", "MB")
    if not shutil.which("strip"):
        raise Skipped("strip is not installed")
    with tempfile.TemporaryDirectory() as folder:
        stripped = os.path.join(folder, "booklist")
        subprocess.run(["strip", "-o", stripped, os.path.join(setting.binaries, "booklist")], check=True)
        with open(stripped, "rb") as file:
            content = file.read()
    filters = [{"id": lzma.FILTER_X86}] if platform.machine() == "x86_64" else []
    filters.append({"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME})
    table.add("stripped", megabytes(len(content)))
    table.add("packed with xz", megabytes(len(lzma.compress(content, filters=filters))))
    return [table]


def measure_list(setting):
    table = Table("list --limit 20, with the start of the program", "rows", "sqlite3, ms", "booklist, ms", "difference, ms")
    shell = shutil.which("sqlite3")
    if not shell:
        raise Skipped("sqlite3 is not installed")
    shutil.rmtree(setting.state, ignore_errors=True)
    for count in setting.sizes:
        path = setting.database(count)
        query = "SELECT pk, title, author, copyright FROM book LIMIT 20"
        sides = [lambda: setting.measured(shell, path, query)[0],
                 lambda: setting.run_command("list", "--limit", 20, "--file", path)[0]]
        in_turn(1, *sides)
        floor, ours = in_turn(4 * setting.runs, *sides)
        table.add(rows(count), spread(floor), spread(ours), milliseconds(median(ours) - median(floor)))
    return [table]


def measure_set(setting):
    table = Table(f"A field of {CHANGED:,} rows set by a command, as one step that can be undone", "sqlite3's UPDATE, s",
                  "booklist set, s", "at most, MB", "undo, s", "at most, MB")
    shell = shutil.which("sqlite3")
    if not shell:
        raise Skipped("sqlite3 is not installed")
    path = setting.database(CHANGED, "plain")

    def floor():
        with databases.scratch(path) as copy:
            return setting.measured(shell, copy, "UPDATE book SET author = 'x'"), (0, 0)

    def ours():
        shutil.rmtree(setting.state, ignore_errors=True)
        with databases.scratch(path) as copy:
            return [setting.run_command(*words, "--file", copy) for words in (["set", "--where", "", "author=x"], ["undo"])]

    floors, runs = in_turn(max(3, setting.runs // 3), floor, ours)
    seconds = [[run[step][0] for run in runs] for step in (0, 1)]
    sizes = [max(run[step][1] for run in runs) for step in (0, 1)]
    unit = "{:.2f}".format
    table.add(spread([run[0][0] for run in floors], unit), spread(seconds[0], unit), megabytes(sizes[0]),
              spread(seconds[1], unit), megabytes(sizes[1]))
    return [table]


def measure_import(setting):
    table = Table(f"Imports of {IMPORTED // 1_000_000} MB and their undo", "format", "rows", "import, s", "at most, MB",
                  "undo, s", "at most, MB")
    table.notes.append("Bound: 40 MB.")
    for name, (begin, row, between, end) in FORMATS.items():
        if name == "marc" and not shutil.which("yaz-marcdump"):
            table.notes.append("MARC was left out, because yaz-marcdump is not installed.")
            continue
        with tempfile.TemporaryDirectory(dir=setting.cache) as folder:
            source, library = os.path.join(folder, "books"), os.path.join(folder, "library.sqlite")
            count = write(source, begin, row, between, end)
            run = lambda *words: setting.run_command(*words, state=folder)
            run("new", library)
            imported = run("import", source, "--file", library, "--format", name)
            undone = run("undo", "--file", library)
        cells = [cell for seconds, size in (imported, undone) for cell in (f"{seconds:.1f}", megabytes(size))]
        table.add(name, rows(count), *cells)
    return [table]


def measure_csv(setting):
    return [measure_reading_csv(setting), measure_plain_csv(setting)]


def measure_reading_csv(setting):
    table = Table(f"{rows(CHANGED)} books from CSV into a reader's library, processor time", "floor's INSERT, s", "import, s",
                  "ratio", "at most, MB", "again, s", "at most, MB", "undo, s", "at most, MB")
    table.notes.append("Bounds: 3 times the floor, and 40 MB.")
    floors, runs = [], []
    with tempfile.TemporaryDirectory(dir=setting.cache) as folder:
        source = os.path.join(folder, "books.csv")
        write_csv(source, CHANGED, csv_book, "title,author,isbn,publisher,published,pages,rating,status,added,notes")
        for number in range(setting.runs):
            library, empty = (os.path.join(folder, f"{name}{number}.sqlite") for name in ("library", "empty"))
            run = lambda *words: setting.run_command(*words, state=folder, of_processor=True)
            run("new", empty)
            run("new", library)
            imported = run("import", source, "--file", library)
            floors.append(setting.figures("floor", "insert", empty, library, "book", "source")["insert_s"])
            runs.append((imported, run("import", source, "--file", library), run("undo", "--file", library)))
    table.add(*compared(floors, runs))
    return table


def measure_plain_csv(setting):
    table = Table(f"{rows(PLAIN)} rows from CSV into a plain table, processor time", "sqlite3 .import, s", "import, s",
                  "ratio", "at most, MB", "--on-match add, s", "at most, MB")
    table.notes.append("Bounds: twice the time of sqlite3, and 1.5 times with `--on-match add`.")
    if not shutil.which("sqlite3"):
        raise Skipped("sqlite3 is not installed")
    floors, runs = [], []
    with tempfile.TemporaryDirectory(dir=setting.cache) as folder:
        source = os.path.join(folder, "rows.csv")
        write_csv(source, PLAIN, csv_row, "title,author,pages,rating,added,language,publisher")
        for number in range(setting.runs):
            paths = [os.path.join(folder, f"{name}{number}.sqlite") for name in ("floor", "fill", "add")]
            for path in paths:
                with sqlite3.connect(path) as database:
                    database.execute(PLAIN_TABLE)
            run = lambda *words: setting.run_command("import", source, *words, state=folder, of_processor=True)
            floors.append(setting.measured(shutil.which("sqlite3"), paths[0], f".import --csv --skip 1 '{source}' t",
                                           of_processor=True)[0])
            runs.append((run("--file", paths[1]), run("--file", paths[2], "--on-match", "add")))
    table.add(*compared(floors, runs))
    return table


def compared(floors, runs):
    """The floor, the first run with its ratio, and the other runs, each with its memory."""
    unit = "{:.2f}".format
    first = [run[0][0] for run in runs]
    cells = [spread(floors, unit), spread(first, unit), ratio(first, floors), megabytes(max(run[0][1] for run in runs))]
    for place in range(1, len(runs[0])):
        cells += [spread([run[place][0] for run in runs], unit), megabytes(max(run[place][1] for run in runs))]
    return cells


def write_csv(path, count, row, header):
    with open(path, "w") as file:
        file.write(header + "\n")
        file.writelines(row(number) + "\n" for number in range(count))


def csv_book(number):
    digits = f"978{number:09}"
    check = -sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(digits)) % 10
    return (f"The Book of {number * 7919 % 9999} Things {number},Jane Austen {number % 5000},{digits}{check},Press {number % 400},"
            f"{1900 + number % 120},{60 + number % 800},{['', 3, 4, 4.5][number % 4]},{['read', 'to read'][number % 2]},"
            f"20{10 + number % 15}-05-0{1 + number % 9},{'A note.' if number % 5 == 0 else ''}")


def csv_row(number):
    return (f"The Book of {number * 7919 % 9999} Things {number},Jane Austen {number % 5000},{20 + number % 900},"
            f"{[1, 2, 3, 4, 4.5][number % 5]},20{number % 25:02}-0{1 + number % 9}-1{number % 10},en,Press {number % 300}")


PLAIN_TABLE = """CREATE TABLE t (title TEXT, author TEXT, pages INTEGER, rating REAL, added TEXT, language TEXT,
  publisher TEXT)"""


def write(path, begin, row, between, end):
    """Writes rows until the file is large enough, and returns how many there are."""
    size, count = 0, 0
    with open(path, "wb") as file:
        file.write(begin)
        while size < IMPORTED:
            made = (between if count else b"") + row(count)
            file.write(made)
            size += len(made)
            count += 1
        file.write(end)
    return count


def json_row(number):
    book = {"title": f"Book {number}", "author": f"Jane Austen {number % 5000}", "isbn": f"{9780000000000 + number}",
            "pages": number % 900, "notes": f"What book {number} says. " * 9}
    return json.dumps(book).encode()


def bibtex_row(number):
    return (f"@book{{b{number},\n  title = {{Book {number}}},\n  author = {{Austen {number % 5000}, Jane}},\n"
            f"  year = {{{1900 + number % 100}}},\n  abstract = {{{f'What book {number} says. ' * 9}}}\n}}\n").encode()


def marc_row(number):
    """A record in the exchange format of ISO 2709."""
    fields = [("001", f"{number}"), ("100", f"1 \x1faAusten {number % 5000}, Jane"),
              ("245", f"10\x1faBook {number} :\x1fba novel."),
              ("260", f"  \x1faLondon :\x1fbPublisher,\x1fc{1900 + number % 100}."),
              ("520", "  \x1fa" + f"What book {number} says. " * 9)]
    directory, body = b"", b""
    for tag, text in fields:
        field = text.encode() + b"\x1e"
        directory += b"%s%04d%05d" % (tag.encode(), len(field), len(body))
        body += field
    base = 25 + len(directory)
    return b"%05dnam a22%05d   4500%s\x1e%s\x1d" % (base + len(body) + 1, base, directory, body)


FORMATS = {
    "json": (b"[", json_row, b",\n", b"]\n"),
    "bibtex": (b"", bibtex_row, b"\n", b""),
    "marc": (b"", marc_row, b"", b""),
}
