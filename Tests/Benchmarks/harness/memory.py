"""Memory, and how the cost grows with the number of rows."""

import re

from .busy import is_shown
from .figures import Skipped, Table, median, megabytes, milliseconds, percentile, rows
from .keys import DOWN, END, HALF, HOME, PAGE_DOWN, ready, timed
from .opening import first_paint
from .setting import in_turn

PAGES, JUMPS = 1000, 1000
# The budget in MB, and the number of records to hydrate within it.
BUDGET, HYDRATED = 16, 1_000_000
PERCENT = re.compile(r"Hydrating.*?(\d+) %")
DONE = re.compile(r"Hydrated ([\d,]+)")


def measure(setting):
    table = Table("Memory", "rows", "at", "anonymous MB", "resident MB", "resident MB at peak")
    table.notes.append(f"Bounds: 40 MB resident; with a budget of {BUDGET} MB {(40 + BUDGET) * 1.2:.1f} MB at most, and after a "
                       "memory warning as much anonymous memory as before, and a tenth of the resident memory at most more.")
    for count in setting.sizes:
        browse(setting, count, table)
        hydrate(setting, count, table)
    return [table]


class Notes:
    """Records a program's memory at some moments."""

    def __init__(self, table, count, program):
        self.table, self.count, self.program = table, count, program

    def note(self, moment):
        anonymous, now, most = self.program.memory()
        self.table.add(rows(self.count), moment, megabytes(anonymous), megabytes(now), megabytes(most))
        return anonymous, now


def browse(setting, count, table):
    with setting.open_booklist(setting.database(count)) as program:
        notes = Notes(table, count, program)
        program.first_paint()
        notes.note("first screen")
        program.settle(1)
        notes.note("one second later")
        for _ in range(PAGES):
            program.press(PAGE_DOWN, timeout=0.5)
        notes.note(f"{PAGES:,} pages")
        for n in range(JUMPS):
            program.press(f"{n * 37 % 97 + 1}%".encode(), timeout=2)
        notes.note(f"{JUMPS:,} jumps")


def hydrate(setting, count, table):
    """Hydrates everything within a budget, stops after a million records, and sends a memory warning."""
    share = min(100, -(-100 * HYDRATED // count))
    with setting.open_booklist(setting.database(count), "--memory-budget", f"{BUDGET}MB") as program:
        notes = Notes(table, count, program)
        program.first_paint()
        program.settle(1)
        before, resident = notes.note(f"budget {BUDGET} MB: nothing hydrated")
        program.send(b"H")
        if program.wait_for(lambda screen: done(screen) or percent(screen) >= share, 120) is None:
            raise Skipped("not enough was hydrated in time")
        # Once it is done there is nothing to stop, and Escape with the next key right behind it would be Alt with that key.
        if not done(program.screen):
            program.send(b"\x1b")
        if program.wait_for(done, 5) is None:
            raise Skipped("hydrating did not end")
        notes.note(f"budget {BUDGET} MB: {rows(done(program.screen))} hydrated")
        program.send(b"m")
        if program.wait_for(lambda screen: is_shown(screen, "Memory warning"), 20) is None:
            raise Skipped("the memory warning was not answered")
        program.settle(0.2)
        after, _ = notes.note(f"budget {BUDGET} MB: after a memory warning")
        table.rows[-1][1] += f" ({(after - before) / resident:+.0%} of the resident memory)"


def percent(screen):
    shown = PERCENT.search(screen.text(screen.rows - 2) + screen.text(screen.rows - 1))
    return int(shown.group(1)) if shown else 0


def done(screen):
    shown = DONE.search(screen.text(screen.rows - 2) + screen.text(screen.rows - 1))
    return int(shown.group(1).replace(",", "")) if shown else None


def growth(setting):
    table = Table("How the cost grows", "rows", "first paint, ms", "Down p99, ms", "PgDn p99, ms", "End p99, ms",
                  "50% p99, ms", "MB at peak")
    table.notes.append("Bound: first paint and keys are flat.")
    count = 1000
    while count <= setting.largest:
        path = setting.database(count)
        paints, = in_turn(setting.runs, lambda: first_paint(setting.open_booklist(path)))
        with setting.open_booklist(path) as program:
            ready(program)
            some = setting.presses // 2
            figures = [slowest(program, [DOWN] * some), slowest(program, [PAGE_DOWN] * min(some, count // 25)),
                       slowest(program, [END] * some, HOME), slowest(program, [HALF] * some, HOME)]
            table.add(rows(count), milliseconds(median(paints)), *figures, megabytes(program.memory()[2]))
        count *= 10
    return [table]


def slowest(program, keys, before=None):
    program.press(HOME, timeout=0.5)
    try:
        return milliseconds(percentile([paint.first for paint in timed(program, keys, before)], 0.99))
    except Skipped:
        return "skipped"
