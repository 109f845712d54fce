"""Find: the first screenful of matches, the first and a later scan compared with LIKE, and each further letter."""

import re
import time

from .databases import EARLY, NOWHERE, OFTEN, RARE
from .figures import Skipped, Table, milliseconds, percentile, ratio, rows, spread
from .keys import BOUND, HEADINGS, cells, ready
from .setting import in_turn

FILTERED = re.compile(r"([\d,]+) of ([\d,]+)")
ESCAPE = b"\x1b"
CLEAR = b"\x15"


def matches(screen):
    """How many rows a filter has found, or nothing if there is no filter."""
    found = FILTERED.search(screen.meter)
    return int(found.group(1).replace(",", "")) if found else None


def is_over(screen):
    return matches(screen) is not None and "≥" not in screen.meter


def one_find(setting, path, word, wanted):
    """Seconds from the word's bytes to the first screenful, or to all matches if fewer, and to the end of the scan."""
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


def later_find(setting, path, word, expected):
    """Seconds from the word's bytes to the end of a search that follows another one."""
    with setting.open_booklist(path) as program:
        ready(program)
        program.send(b"/")
        program.settle(0.05)
        program.send(NOWHERE.encode())
        first = program.wait_for(lambda screen: is_over(screen) and matches(screen) == 0, 60)
        program.settle(0.2)
        sent = time.monotonic()
        program.send(CLEAR + word.encode())
        whole = program.wait_for(lambda screen: is_over(screen) and matches(screen) == expected, 60)
        leave(program)
        if first is None or whole is None:
            raise Skipped(f"“{word}” was not found a second time")
        return whole - sent


def leave(program):
    program.send(ESCAPE)
    program.settle(0.1)
    program.send(ESCAPE)
    program.settle(0.1)


def sizes(setting):
    """A million rows, for which the bounds hold, or otherwise the sizes that there are."""
    return [count for count in setting.sizes if count <= 1_000_000] or setting.sizes


def measure(setting):
    table = Table("Find", "rows", "word", "matches", "first screenful, ms", "whole scan, ms", "floor's LIKE, ms", "ratio")
    for count in sizes(setting):
        path = setting.database(count)
        for word, kind in [(EARLY, "early"), (OFTEN, "often"), (RARE, "late"), (NOWHERE, "nowhere")]:
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
    table.notes.append("Bounds: the first screenful within 100 ms for words that occur early or often; the whole scan "
                       "within 1.5 times the floor.")
    return [table, later(setting), letters(setting)]


def later(setting):
    table = Table("A find that follows another one", "rows", "word", "matches", "whole scan, ms", "floor's LIKE, ms", "ratio")
    for count in sizes(setting):
        path = setting.database(count)
        for word, kind in [(OFTEN, "often"), (RARE, "late")]:
            expected = setting.figures("floor", "like", path, word)["matches"]
            floor, ours = in_turn(
                min(setting.runs, 5), lambda: setting.figures("floor", "like", path, word)["like_s"],
                lambda: later_find(setting, path, word, expected))
            table.add(rows(count), f"{word} ({kind})", rows(int(expected)), spread(ours), spread(floor), ratio(ours, floor))
    table.notes.append("Bound: 0.3 times the floor, for which the rows' folded texts are kept.")
    return table


def letters(setting):
    table = Table("Each further letter of a find", "rows", *HEADINGS)
    table.notes.append(BOUND)
    for count in sizes(setting):
        with setting.open_booklist(setting.database(count)) as program:
            ready(program)
            program.send(b"/")
            program.settle(0.05)
            paints = []
            for _ in range(max(1, setting.presses // len(OFTEN + "ka"))):
                for letter in OFTEN + "ka":
                    paints.append(program.press(letter.encode(), timeout=2, rows=slice(0, 24)))
                for _ in OFTEN + "ka":
                    program.send(b"\x7f")
                    program.settle(0.02, timeout=1)
            leave(program)
            table.add(rows(count), *cells([paint for paint in paints if paint is not None]))
    return table
