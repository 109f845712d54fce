"""From the key that saves a field to the last byte of the detail with its new value, including the edit log."""

import os
import shutil

from .databases import VARIANTS, scratch
from .figures import Skipped, Table, median, milliseconds, rows
from .keys import DOWN, HEADINGS, cells, ready

ESCAPE, ENTER = b"\x1b", b"\r"
# The ways to save, by when the edit reaches the database.
TIMES = {"pressure": "with the next memory warning", "edit": "at once"}
SAVES = 1_000


def measure(setting):
    return [measure_keys(setting), measure_store(setting)]


def measure_keys(setting):
    table = Table("Save, from Enter in a field's editor to the detail with the new text",
                  "rows", "database", "written to the database", *HEADINGS[:4])
    for variant in ("indexed", "rollback"):
        for when, name in TIMES.items():
            with scratch(setting.database(setting.largest, variant)) as path:
                with setting.open_booklist(path, "--save-on", when) as program:
                    ready(program)
                    paints = [save(program, f"Author {number}") for number in range(setting.presses)]
            table.add(rows(setting.largest), VARIANTS[variant], name, *cells(paints)[:4])
    table.notes.append("Bound: 99 of 100 first paints within 16 ms, if nothing is written to the database.")
    return table


def save(program, author):
    """Sets the author of the book below the selected one, and goes back to the list."""
    go(program, DOWN, lambda screen: True)
    go(program, ENTER, lambda screen: "Author" in shown(screen))
    go(program, b"e", lambda screen: "Done" in shown(screen))
    go(program, DOWN * 2, lambda screen: True)
    go(program, ENTER, lambda screen: "Cancel" in shown(screen))
    go(program, b"\x15" + author.encode(), lambda screen: author in shown(screen))
    paint = program.press(ENTER, timeout=2)
    if paint is None or author not in shown(program.screen) or "⏎ save" in shown(program.screen):
        raise Skipped("a text was not saved")
    go(program, ESCAPE, lambda screen: "Done" not in shown(screen))
    go(program, ESCAPE, lambda screen: "hydrated" in screen.meter)
    return paint


def go(program, keys, condition):
    program.send(keys)
    program.settle(0.01, timeout=1)
    if program.wait_for(condition, 5) is None:
        raise Skipped("a screen did not come")


def shown(screen):
    return "\n".join(screen.text(row) for row in range(screen.rows))


def measure_store(setting):
    """What an edit costs in the store alone; it is in the edit log when the store answers."""
    table = Table(f"{rows(SAVES)} edits in the store one by one, then all of them as one step, and its undo",
                  "rows", "p50, ms", "p99, ms", "max, ms", "as one, ms", "undo, ms")
    for count in setting.sizes:
        with scratch(setting.database(count)) as path:
            folder = path + "-log"
            runs = []
            for _ in range(min(setting.runs, 7)):
                shutil.rmtree(folder, ignore_errors=True)
                os.mkdir(folder, 0o700)
                runs.append(setting.figures("StoreBenchmark", "save", path, folder, SAVES))
            shutil.rmtree(folder)
        of = lambda name, unit: milliseconds(median([run[name] for run in runs]) * unit)
        table.add(rows(count), *(of(name, 1e-6) for name in ("save_us", "save_99_us", "save_most_us")),
                  *(of(name, 1) for name in ("bulk_s", "undo_s")))
    return table
