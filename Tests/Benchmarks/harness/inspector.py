"""The cost of watching: hydrating everything, and keys, with and without the inspector open."""

import time

from .figures import Skipped, Table, ratio, rows, spread
from .keys import BOUND, DOWN, END, HALF, HEADINGS, HOME, PAGE_DOWN, cells, ready
from .setting import in_turn

SIZE = (160, 50)
COUNT = 100_000
KEYS = {"Down": DOWN, "PgDn": PAGE_DOWN, "End": END, "Home": HOME, "50%": HALF}


def measure(setting):
    return [measure_hydrating(setting), measure_keys(setting)]


def open_program(setting, path, is_open):
    # With this budget, nothing is evicted before everything is hydrated.
    program = setting.open_booklist(path, "--memory-budget", "1GB", size=SIZE)
    ready(program)
    if is_open:
        program.send(b"i")
        program.settle(0.1, timeout=1)
    return program


def measure_hydrating(setting):
    path = setting.database(COUNT)
    table = Table(f"Hydrate {rows(COUNT)} rows with H, on a terminal of {SIZE[0]} columns and {SIZE[1]} rows",
                  "measured", "without the inspector, ms", "with it open, ms", "ratio")
    closed, opened = in_turn(
        setting.runs, lambda: hydrate(setting, path, False), lambda: hydrate(setting, path, True))
    for place, name in enumerate(("processor time", "wall-clock time")):
        left, right = [run[place] for run in closed], [run[place] for run in opened]
        table.add(name, spread(left), spread(right), ratio(right, left))
    table.notes.append("Bound: 1.05 times the time without it.")
    return table


def hydrate(setting, path, is_open):
    """Processor time and wall-clock time, in seconds, until the program says that all rows are hydrated."""
    with open_program(setting, path, is_open) as program:
        start, began = time.monotonic(), processor_time(program)
        program.send(b"H")
        seen = b""
        # The bytes are not drawn, because otherwise the program would wait for its terminal.
        while b"books." not in seen:
            chunk = program.read(20)
            if chunk is None:
                raise Skipped("the rows were not hydrated in time")
            seen = seen[-64:] + chunk[0]
        return processor_time(program) - began, time.monotonic() - start


def processor_time(program):
    """The seconds that the program's first thread, the one with the loop, has run."""
    with open(f"/proc/{program.pid}/schedstat") as figures:
        return int(figures.read().split()[0]) / 1e9


def measure_keys(setting):
    table = Table("Keys with the inspector open", "rows", "while", "key", *HEADINGS)
    table.notes.append(BOUND)
    path = setting.database(setting.largest)
    for work, begin in (("nothing is running", None), ("everything is being hydrated", b"H")):
        with open_program(setting, path, True) as program:
            for name, key in KEYS.items():
                paints = []
                if begin:
                    program.send(begin)
                while len(paints) < setting.presses:
                    if name in ("End", "Home"):
                        program.press(HOME if name == "End" else END, timeout=2)
                    if name == "50%":
                        program.press(HOME, timeout=2)
                    paint = program.press(key, timeout=2)
                    if paint is None:
                        raise Skipped("nothing on the screen changed")
                    paints.append(paint)
                table.add(rows(setting.largest), work, name, *cells(paints))
    return table
