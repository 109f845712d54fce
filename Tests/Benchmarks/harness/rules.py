"""The preview of a rule, from the key that asks for it; and keys while duplicates are sought."""

import time

from .busy import ENTER, ESCAPE, send
from .figures import Skipped, Table, median, milliseconds, percentile, rows, spread
from .keys import BOUND, HOME, ready

# How the list is sorted before a rule is typed, as keys: by the second field of the menu, by the third one.
ORDERS = {"its own": b"", "title": b"s" + HOME + b"\x1b[B" + ENTER, "author": b"s" + HOME + b"\x1b[B" * 3 + ENTER}
PATIENCE = 30


def measure_preview(setting):
    table = Table("From the key to the first screenful of a rule's preview", "rows", "order", "first screenful, ms",
                  "key while it goes on, p99, ms")
    table.notes.append("Bound: 100 ms at 1,000,000 rows.")
    for count in setting.sizes:
        for order, sort in ORDERS.items():
            times, keys = [], []
            for _ in range(setting.runs):
                with setting.open_booklist(setting.database(count)) as program:
                    ready(program)
                    if sort:
                        send(program, sort)
                        program.settle(1)
                    times.append(preview(program))
                    keys += [paint.first for _ in range(20) if (paint := program.press(b"\x1b[B", timeout=1))]
                    send(program, ESCAPE)
            table.add(rows(count), order, spread(times), milliseconds(percentile(keys, 0.99)) if keys else "")
    return [table]


def preview(program):
    """Types a rule for all rows; seconds until lines of its preview are on the screen."""
    send(program, b"=")
    send(program, HOME + ENTER)
    send(program, b"author:=upper")
    sent = time.monotonic()
    program.send(ENTER)
    moment = program.wait_for(lambda screen: sum("→" in screen.text(row) for row in range(screen.rows)) > 10, PATIENCE)
    if moment is None:
        raise Skipped("the preview did not come")
    return moment - sent


def measure_duplicates(setting):
    """Letters typed into the command prompt, since the list of duplicates has nothing to move to yet."""
    table = Table("Keys while duplicates are sought", "rows", "presses", "p50, ms", "p99, ms", "max, ms",
                  "whole search, s")
    table.notes.append(BOUND)
    path = setting.database(setting.largest)
    with setting.open_booklist(path) as program:
        ready(program)
        sent = time.monotonic()
        send(program, b'"')
        send(program, b":")
        paints = []
        while len(paints) < setting.presses:
            for key in (b"x", b"\x7f"):
                paint = program.answer(key, timeout=1)
                if paint is not None:
                    paints.append(paint.first)
                program.settle(0.01, timeout=0.05)
        send(program, ESCAPE)
        if program.wait_for(lambda screen: "group" in screen.text(0) or "look the same" in all_text(screen), 600) is None:
            raise Skipped("the search did not end")
        whole = time.monotonic() - sent
    table.add(rows(setting.largest), len(paints), milliseconds(median(paints)), milliseconds(percentile(paints, 0.99)),
              milliseconds(max(paints)), f"{whole:.1f}")
    return [table]


def all_text(screen):
    return "\n".join(screen.text(row) for row in range(screen.rows))
