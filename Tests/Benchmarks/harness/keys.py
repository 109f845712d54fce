"""From a key's byte to the last byte that it draws; and whether jumps land where they should."""

import re

from .databases import titles
from .figures import Skipped, Table, median, milliseconds, percentile, rows

DOWN, UP, PAGE_DOWN, PAGE_UP = b"\x1b[B", b"\x1b[A", b"\x1b[6~", b"\x1b[5~"
END, HOME = b"\x1b[F", b"\x1b[H"
FIRST_SECOND = 1.0


def presses(setting):
    """Each measured key with what is pressed, unmeasured, before it."""
    count = setting.presses
    return [
        ("Down", [DOWN] * count, None),
        ("PgDn", [PAGE_DOWN] * count, None),
        ("End", [END] * (count // 4), HOME),
        ("Home", [HOME] * (count // 4), END),
        ("50%", [b"50%"] * (count // 4), HOME),
        ("random %", [f"{n * 37 % 97 + 1}%".encode() for n in range(count // 4)], None),
    ]


def ready(program):
    """Waits for the first screen and one more second, and for what is still drawn then."""
    program.first_paint()
    program.settle(FIRST_SECOND)


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
    first, complete = [p.first for p in paints], [p.complete for p in paints]
    return [len(paints), milliseconds(median(first)), milliseconds(percentile(first, 0.99)),
            milliseconds(max(first)), milliseconds(percentile(complete, 0.99)), milliseconds(max(complete))]


def measure(setting):
    headings = ["rows", "key", "presses", "p50, ms", "p99, ms", "most, ms", "all rows p99, ms", "all rows most, ms"]
    table = Table("Keys: first paint, and all rows of it there", *headings)
    for count in setting.sizes:
        for name, keys, before in presses(setting):
            with setting.open_booklist(setting.database(count)) as program:
                ready(program)
                try:
                    table.add(rows(count), name, *cells(timed(program, keys, before)))
                except Skipped as reason:
                    table.add(rows(count), name, f"skipped: {reason}", *[""] * 5)
    return [table]


# MARK: Where jumps land

def jumps(setting):
    table = Table("Jumps: the row that is selected, and all that are shown, as OFFSET gives them",
                  "rows", "jump", "place", "lands")
    for count in setting.sizes:
        path = setting.database(count)
        can_jump = knows_jumps(setting, path)
        for name, key, place in [("End", END, count - 1), ("50%", b"50%", (count - 1) // 2),
                                 ("1/3, by number", f"{count // 3}G".encode(), count // 3 - 1)]:
            if key != END and not can_jump:
                table.add(rows(count), name, "", "skipped: the program has no jump to a number or n% yet")
                continue
            with setting.open_booklist(path) as program:
                ready(program)
                try:
                    table.add(rows(count), name, *landing(program, path, key, place, slack=int(name == "50%")))
                except Skipped as reason:
                    table.add(rows(count), name, "", f"skipped: {reason}")
    return [table]


def knows_jumps(setting, path):
    with setting.open_booklist(path) as program:
        ready(program)
        return program.press(b"50%", timeout=2) is not None


def landing(program, path, key, place, slack):
    """Presses a key and compares the screen with what SQL says about the place, give or take the slack."""
    if program.press(key, timeout=2) is None:
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
    """Whether titles are the same, as far as they are shown."""
    cut = lambda title: re.sub(r"…$", "", title)[:60].rstrip()
    return [cut(title) for title in shown] == [cut(title) for title in expected]
