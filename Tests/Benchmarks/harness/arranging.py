"""Keys in a sorted list with headings, and moves in an order by hand."""

import sqlite3

from .busy import ENTER, KEYS, send
from .databases import scratch
from .figures import Skipped, Table, rows
from .keys import BOUND, DOWN, HEADINGS, HOME, cells, ready

# How long a sort without an index, and the counts of all groups, may take.
PATIENCE = 300
BY_AUTHOR = b"s" + HOME + DOWN * 3 + ENTER
BY_POSITION = b"s" + HOME + DOWN * 4 + ENTER


def measure_groups(setting):
    """Keys in the list sorted by author, under headings, while their counts are read and after that."""
    table = Table("Keys in a list with headings", "rows", "counts", "key", *HEADINGS)
    table.notes.append(BOUND)
    for count in setting.sizes:
        with setting.open_booklist(setting.database(count)) as program:
            sort(program, BY_AUTHOR, "by Author")
            send(program, b"Z")
            for counts in ("being read", "known"):
                paints = {name: [] for name in KEYS}
                for _ in range(setting.presses // (10 if counts == "being read" else 1)):
                    for name, key in KEYS.items():
                        if paint := program.press(key, timeout=2):
                            paints[name].append(paint)
                for name, timed in paints.items():
                    table.add(rows(count), counts, name, *cells(timed))
                if program.wait_for(lambda screen: "…" not in screen.text(1), PATIENCE) is None:
                    raise Skipped("the counts did not come")
    return [table]


def measure_moves(setting):
    """`J` on a row near the top of an order by hand: each press is a step of the history."""
    table = Table("Moves in an order by hand", "rows", "key", *HEADINGS)
    table.notes.append(BOUND)
    for count in setting.sizes:
        with scratch(setting.database(count)) as path:
            with sqlite3.connect(path) as connection:
                connection.execute("ALTER TABLE book ADD COLUMN position INTEGER")
            with setting.open_booklist(path) as program:
                sort(program, BY_POSITION, "by Position")
                for name, key in (("J", b"J"), ("K", b"K")):
                    timed = [paint for _ in range(setting.presses // 2) if (paint := program.press(key, timeout=2))]
                    if not timed:
                        raise Skipped("nothing moved")
                    table.add(rows(count), name, *cells(timed))
    return [table]


def sort(program, keys, sign):
    """Sorts the list, and waits until its rows are in their places."""
    ready(program)
    send(program, keys)
    if program.wait_for(lambda screen: any(sign in screen.text(row) for row in range(screen.rows)), PATIENCE) is None:
        raise Skipped(f"“{sign}” was never shown")
    program.settle(1, PATIENCE)
