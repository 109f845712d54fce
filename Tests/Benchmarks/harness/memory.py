"""Resident memory, and how cost grows with the number of rows."""

from .figures import Skipped, Table, median, megabytes, milliseconds, percentile, rows
from .keys import END, HOME, PAGE_DOWN, DOWN, ready, timed
from .opening import first_paint
from .setting import in_turn

PAGES, JUMPS = 1000, 1000


def measure(setting):
    table = Table("Resident memory", "rows", "at", "MB now", "MB at most")
    for count in setting.sizes:
        with setting.open_booklist(setting.database(count)) as program:
            def note(moment):
                now, most = program.memory()
                table.add(rows(count), moment, megabytes(now), megabytes(most))
            program.first_paint()
            note("first screen")
            program.settle(1)
            note("one second later")
            for _ in range(PAGES):
                program.press(PAGE_DOWN, timeout=0.5)
            note(f"{PAGES:,} pages")
            jump(program, note)
    return [table]


def jump(program, note):
    """Jumps to percentages, or between the ends where the program knows no other jump."""
    program.press(HOME, timeout=0.5)
    if program.press(b"50%", timeout=2) is not None:
        places, name = [f"{n * 37 % 97 + 1}%".encode() for n in range(JUMPS)], f"{JUMPS:,} jumps"
    else:
        places, name = [END, HOME] * 50, "100 jumps between the ends (skipped: n%, nothing changed)"
    for place in places:
        program.press(place, timeout=2)
    note(name)


def growth(setting):
    table = Table("How cost grows", "rows", "first paint, ms", "Down p99, ms", "PgDn p99, ms", "End p99, ms",
                  "50% p99, ms", "MB at most")
    count = 1000
    while count <= setting.largest:
        path = setting.database(count)
        paints, = in_turn(setting.runs, lambda: first_paint(setting.open_booklist(path)))
        with setting.open_booklist(path) as program:
            ready(program)
            some = setting.presses // 5
            figures = [slowest(program, [DOWN] * some), slowest(program, [PAGE_DOWN] * min(some, count // 25)),
                       slowest(program, [END] * (some // 4), HOME), slowest(program, [b"50%"] * (some // 4), HOME)]
            table.add(rows(count), milliseconds(median(paints)), *figures, megabytes(program.memory()[1]))
        count *= 10
    return [table]


def slowest(program, keys, before=None):
    try:
        return milliseconds(percentile([paint.first for paint in timed(program, keys, before)], 0.99))
    except Skipped:
        return "skipped"
