"""The program as a file and as a command: its size, a short list, and imports of large files with their undo."""

import json
import lzma
import os
import platform
import shutil
import subprocess
import tempfile

from . import databases
from .figures import Skipped, Table, megabytes, median, milliseconds, rows, spread
from .setting import in_turn

IMPORTED = 50_000_000
CHANGED = 200_000


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
