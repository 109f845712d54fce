"""From a key's byte to the last byte that it draws; and whether jumps land on the right row."""

import re
import time

from .databases import titles
from .figures import Skipped, Table, median, milliseconds, percentile, rows, spread

DOWN, UP, PAGE_DOWN, PAGE_UP = b"\x1b[B", b"\x1b[A", b"\x1b[6~", b"\x1b[5~"
END, HOME = b"\x1b[F", b"\x1b[H"
FIRST_SECOND = 1.0


HALF = b"50%"
HEADINGS = ["presses", "p50, ms", "p99, ms", "max, ms", "all rows p99, ms", "all rows max, ms"]
BOUND = "Bound: 99 of 100 first paints within 16 ms."


def presses(setting):
    """Each measured key, with the key to press before it without measuring."""
    count = setting.presses
    return [
        ("Down", [DOWN] * count, None),
        ("PgDn", [PAGE_DOWN] * count, None),
        ("End", [END] * count, HOME),
        ("Home", [HOME] * count, END),
        ("50%", [HALF] * count, HOME),
        ("random %", [f"{n * 37 % 97 + 1}%".encode() for n in range(count)], None),
    ]


def ready(program):
    """Waits for the first screen and the end of the program's first second; background work may still be running."""
    program.first_paint()
    while (left := program.start + FIRST_SECOND - time.monotonic()) > 0:
        program.burst(left)


def timed(program, keys, before):
    paints = []
    for key in keys:
        if before is not None:
            program.press(before)
        paint = program.press(key, timeout=2)
        if paint is None:
            raise Skipped("nothing on the screen changed")
        paints.append(paint)
    return paints


def cells(paints):
    """The figures of some presses, in the order of `HEADINGS`."""
    first, complete = [p.first for p in paints], [p.complete for p in paints]
    return [len(paints), milliseconds(median(first)), milliseconds(percentile(first, 0.99)),
            milliseconds(max(first)), milliseconds(percentile(complete, 0.99)), milliseconds(max(complete))]


def measure(setting):
    table = Table("Keys after the first second: first paint, and paint with all rows", "rows", "key", *HEADINGS)
    table.notes.append(BOUND)
    for count in setting.sizes:
        for name, keys, before in presses(setting):
            with setting.open_booklist(setting.database(count)) as program:
                ready(program)
                try:
                    table.add(rows(count), name, *cells(timed(program, keys, before)))
                except Skipped as reason:
                    table.add(rows(count), name, f"skipped: {reason}", *[""] * 5)
    return [table, first_keys(setting)]


def first_keys(setting):
    """Keys pressed before the program knows how many rows there are."""
    table = Table("The first key, sent as soon as the first screen is there", "rows", "key", "first paint, ms",
                  "all rows, ms")
    for count in setting.sizes:
        path = setting.database(count)
        for name, key in [("Down", DOWN), ("PgDn", PAGE_DOWN), ("End", END), ("50%", HALF)]:
            paints = [paint for _ in range(setting.runs) if (paint := first_key(setting, path, key)) is not None]
            if paints:
                table.add(rows(count), name, spread([paint.first for paint in paints]),
                          spread([paint.complete for paint in paints]))
            else:
                table.add(rows(count), name, "skipped: nothing on the screen changed", "")
    return table


def first_key(setting, path, key):
    with setting.open_booklist(path) as program:
        program.first_paint()
        return program.press(key, timeout=20)


# MARK: Where jumps land

def jumps(setting):
    table = Table("Jumps: the selected row and all rows on screen, compared with OFFSET",
                  "rows", "jump", "position", "result")
    for count in setting.sizes:
        path = setting.database(count)
        for name, key, place in [("End", END, count - 1), ("50%", HALF, (count - 1) // 2),
                                 ("1/3, by number", f"{count // 3}G".encode(), count // 3 - 1),
                                 ("4/5, typed", f":{count // 5 * 4}\r".encode(), count // 5 * 4 - 1)]:
            with setting.open_booklist(path) as program:
                ready(program)
                try:
                    table.add(rows(count), name, *landing(program, path, key, place, slack=int(name == "50%")))
                except Skipped as reason:
                    table.add(rows(count), name, "", f"skipped: {reason}")
    return [table]


def landing(program, path, key, place, slack):
    """Presses a key and compares the screen with what SQL says about the position, within the slack."""
    if program.press(key, timeout=20) is None:
        raise Skipped("nothing on the screen changed")
    program.settle()
    row = program.screen.selected()
    if row is None:
        return "", "WRONG: no row is selected"
    shown = program.screen.titles()
    for offset in range(-slack, slack + 1):
        top = place + offset - (row - program.screen.content.start)
        if top >= 0 and same(shown, titles(path, top, len(shown))):
            return rows(place + offset + 1), "right"
    return "", f"WRONG: {shown[row - program.screen.content.start]}"


def same(shown, expected):
    """Whether titles are the same, as far as they fit on the screen."""
    cut = lambda title: re.sub(r"…$", "", title)[:60].rstrip()
    return [cut(title) for title in shown] == [cut(title) for title in expected]
