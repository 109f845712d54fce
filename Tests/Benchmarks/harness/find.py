"""Find: the first screenful of matches, the whole scan beside LIKE, each further letter, and keys while it runs."""

import re
import time

from .databases import EARLY, OFTEN, RARE
from .figures import Skipped, Table, milliseconds, percentile, ratio, rows, spread
from .keys import DOWN, PAGE_DOWN, END, HOME, cells, ready
from .setting import in_turn

FILTERED = re.compile(r"([\d,]+) of ([\d,]+)")
ESCAPE = b"\x1b"


def matches(screen):
    """How many rows a filter has found, or nothing where none is on."""
    found = FILTERED.search(screen.meter)
    return int(found.group(1).replace(",", "")) if found else None


def is_over(screen):
    return matches(screen) is not None and "≥" not in screen.meter


def require(setting):
    """Finds out whether the program can find at all."""
    with setting.open_booklist(setting.database(3)) as program:
        ready(program)
        program.send(b"/ka")
        if program.wait_for(lambda screen: matches(screen) is not None, 2) is None:
            raise Skipped("the program has no find yet")
        program.send(ESCAPE)
        program.settle()


def one_find(setting, path, word, wanted):
    """Seconds from the word's bytes to the first screenful, or all there are, and to the end of the scan."""
    with setting.open_booklist(path) as program:
        ready(program)
        program.send(b"/")
        program.settle(0.05)
        sent = time.monotonic()
        program.send(word.encode())
        enough = lambda screen: (matches(screen) or 0) >= wanted and not screen.has_waiting_rows()
        first = program.wait_for(enough, 60)
        whole = program.wait_for(is_over, 60)
        count = matches(program.screen)
        leave(program)
        if first is None or whole is None:
            raise Skipped(f"“{word}” was not found to the end in time")
        return first - sent, whole - sent, count


def leave(program):
    program.send(ESCAPE)
    program.settle(0.1)
    program.send(ESCAPE)
    program.settle(0.1)


def measure(setting):
    require(setting)
    table = Table("Find", "rows", "word", "matches", "first screenful, ms", "whole scan, ms", "floor's LIKE, ms", "ratio")
    for count in setting.sizes:
        path = setting.database(count)
        for word, kind in [(EARLY, "early"), (OFTEN, "often"), (RARE, "late")]:
            expected = setting.figures("floor", "like", path, word)["matches"]
            wanted = min(21, expected)
            floor, ours = in_turn(
                min(setting.runs, 5), lambda: setting.figures("floor", "like", path, word)["like_s"],
                lambda: one_find(setting, path, word, wanted))
            found = {run[2] for run in ours}
            whole = [run[1] for run in ours]
            table.add(rows(count), f"{word} ({kind})",
                      rows(int(expected)) + ("" if found == {expected} else f", WRONG: {found}"),
                      spread([run[0] for run in ours]), spread(whole), spread(floor), ratio(whole, floor))
    return [table, letters(setting)]


def letters(setting):
    table = Table("Each further letter of a find", "rows", "presses", "p50, ms", "p99, ms", "most, ms",
                  "all rows p99, ms", "all rows most, ms")
    for count in setting.sizes:
        with setting.open_booklist(setting.database(count)) as program:
            ready(program)
            program.send(b"/")
            program.settle(0.05)
            paints = []
            for _ in range(max(1, setting.presses // 20)):
                for letter in OFTEN + "ka":
                    paints.append(program.press(letter.encode(), timeout=2, rows=slice(0, 24)))
                for _ in OFTEN + "ka":
                    program.send(b"\x7f")
                    program.settle(0.02, timeout=1)
            leave(program)
            table.add(rows(count), *cells([paint for paint in paints if paint is not None]))
    return table


def busy(setting):
    """Keys while a scan for a word that is nowhere but late goes on, begun anew whenever it is over."""
    require(setting)
    table = Table("Keys while a find runs", "rows", "key", "presses", "p50, ms", "p99, ms", "most, ms",
                  "all rows p99, ms", "all rows most, ms")
    count = setting.largest
    for name, key, back in [("Down", DOWN, None), ("PgDn", PAGE_DOWN, None), ("End", END, HOME)]:
        paints = []
        with setting.open_booklist(setting.database(count)) as program:
            ready(program)
            for _ in range(50):
                program.send(b"/" + OFTEN.encode() + b"\r")
                program.wait_for(lambda screen: (matches(screen) or 0) > 1000, 5)
                while not is_over(program.screen) and len(paints) < setting.presses:
                    if back is not None:
                        program.press(back, timeout=0.5)
                    if (paint := program.press(key, timeout=0.5)) is not None:
                        paints.append(paint)
                leave(program)
                if len(paints) >= setting.presses:
                    break
        if paints:
            table.add(rows(count), name, *cells(paints))
        else:
            table.add(rows(count), name, "skipped: the scan was over at once", *[""] * 5)
    return [table]
