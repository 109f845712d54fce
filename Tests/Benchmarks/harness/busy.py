"""Keys while long work goes on: a find, hydrating many records, writing many records back."""

from .databases import EARLY, HUNDREDTH, OFTEN, VARIANTS, scratch
from .figures import Skipped, Table, rows
from .keys import BOUND, DOWN, END, HALF, HEADINGS, HOME, PAGE_DOWN, cells, ready
from .program import Paint

ESCAPE, ENTER = b"\x1b", b"\r"
# In this order each key changes what is shown, every time.
KEYS = {"Down": DOWN, "PgDn": PAGE_DOWN, "End": END, "Home": HOME, "50%": HALF}
# A key that draws nothing for this long counts as having taken this long.
PATIENCE = 2


def measure(setting):
    """Keys while a find, a sort and the hydration of everything run in the largest database."""
    table = Table("Keys while work is running", "rows", "work", "key", *HEADINGS)
    table.notes.append(BOUND)
    # A find without a match has no rows that a key could move to.
    works = [("a find with few matches", "Finding", lambda program: find(program, EARLY)),
             ("a find with many matches", "Finding", lambda program: find(program, OFTEN)),
             ("hydrating everything", "Hydrating", lambda program: send(program, b"H"))]
    for name, sign, begin in works:
        with setting.open_booklist(setting.database(setting.largest)) as program:
            ready(program)
            add(table, setting, name, presses(program, sign, begin, setting.presses, setting.runs))
    return [table]


def measure_write_back(setting):
    """Keys while about a hundredth of the largest database, all dirty, is written back."""
    table = Table(f"Keys while {rows(setting.largest // 100)} dirty records are written back",
                  "rows", "database", "key", *HEADINGS)
    table.notes.append(BOUND)
    for variant in ("indexed", "rollback"):
        with scratch(setting.database(setting.largest, variant)) as path:
            # Nothing is written until the measure asks for it.
            with setting.open_booklist(path, "--memory-budget", "1GB", "--write-after", "3600") as program:
                ready(program)
                written = iter(range(1000))
                begin = lambda program: write_back(program, f"Author {next(written)}")
                paints = presses(program, "Writing back", begin, setting.presses, setting.runs)
                add(table, setting, VARIANTS[variant], paints)
    return [table]


def add(table, setting, name, paints):
    for key, timed in paints.items():
        table.add(rows(setting.largest), name, key, *(cells(timed) if timed else ["skipped: it was over", *[""] * 5]))


def presses(program, sign, begin, count, times):
    """The paints of each key while a sign of the work is shown; the work is started up to `times` times, as needed."""
    paints = {name: [] for name in KEYS}
    for _ in range(times):
        begin(program)
        if program.wait_for(lambda screen: is_shown(screen, sign), 20) is None:
            raise Skipped(f"“{sign}” was never shown")
        while is_shown(program.screen, sign):
            for name, key in KEYS.items():
                paint = program.press(key, timeout=PATIENCE)
                if paint is None and not is_shown(program.screen, sign):
                    break
                paints[name].append(paint or Paint(PATIENCE, PATIENCE))
            if len(paints["50%"]) >= count:
                break
        finish(program, sign)
        if len(paints["50%"]) >= count:
            break
    return paints


def is_shown(screen, text):
    return any(text in screen.text(row) for row in (screen.rows - 2, screen.rows - 1))


def send(program, keys):
    program.send(keys)
    program.settle(0.1, timeout=2)


def finish(program, sign):
    """Cancels work that can be cancelled, and waits for other work."""
    if sign != "Writing back":
        send(program, ESCAPE)
    if program.wait_for(lambda screen: not is_shown(screen, sign), 60) is None:
        raise Skipped(f"“{sign}” did not end")
    send(program, ESCAPE)
    program.press(HOME, timeout=0.5)


def find(program, words):
    # The progress of the find is drawn without a pause.
    program.send(b"/")
    program.settle(0.03, timeout=0.1)
    program.send(words.encode() + ENTER)
    program.settle(0.03, timeout=0.1)
    # The message about the filter makes room for the progress of the find.
    program.send(DOWN)


def write_back(program, author):
    """Makes the authors of the rows that contain a word dirty, and starts to write them back."""
    find(program, HUNDREDTH)
    if program.wait_for(lambda screen: " of " in screen.meter and not is_shown(screen, "Finding")
                        and "≥" not in screen.meter, 60) is None:
        raise Skipped("the rows were not found in time")
    send(program, b"*")
    send(program, b"=")
    send(program, DOWN * 2 + ENTER)
    send(program, author.encode() + ENTER)
    # The program asks whether to set all of them.
    send(program, ENTER)
    if program.wait_for(lambda screen: is_shown(screen, "Set Author of") and not is_shown(screen, "?"), 60) is None:
        raise Skipped("the authors were not set in time")
    send(program, ESCAPE)
    program.settle(0.2, timeout=2)
    program.press(HALF, timeout=1)
    program.send(b"m")
