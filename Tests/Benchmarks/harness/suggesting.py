"""Keys while a text is typed and the texts of its field are collected for suggestions."""

import time

from .figures import Skipped, Table, rows
from .keys import BOUND, END, HEADINGS, cells, ready

ENTER, ESCAPE, CLEAR, BACKSPACE, DISCARD = b"\r", b"\x1b", b"\x15", b"\x7f", b"d"
# As long as texts are collected.
BUDGET = 3.0
# No text begins like that, so that all are looked through, and each letter is seen on the screen.
LETTERS = b"zqxwvkjf"


def measure(setting):
    """Letters typed for the author, who has no index, from the moment at which the editor opens."""
    table = Table("Keys in a text while texts are collected to complete it", "rows", "key", *HEADINGS)
    table.notes.append(BOUND)
    for count in setting.sizes:
        with setting.open_booklist(setting.database(count)) as program:
            ready(program)
            letters, backs = [], []
            # The first record, its editing, its last field.
            for key in (ENTER, ENTER, END):
                program.press(key)
            while len(letters) < setting.presses:
                type_once(program, letters, backs)
            table.add(rows(count), "a letter", *cells(letters))
            table.add(rows(count), "Backspace", *cells(backs))
    return [table]


def type_once(program, letters, backs):
    """Opens the editor, types and takes back what was typed until the texts are collected, and leaves it."""
    if program.press(ENTER, timeout=2) is None:
        raise Skipped("the editor did not open")
    program.press(CLEAR)
    end = time.monotonic() + BUDGET
    while time.monotonic() < end:
        for letter in LETTERS:
            add(program, bytes([letter]), letters)
        for _ in LETTERS:
            add(program, BACKSPACE, backs)
    program.press(ESCAPE, timeout=2)
    program.press(DISCARD, timeout=2)


def add(program, key, paints):
    paint = program.press(key, timeout=2)
    if paint is None:
        raise Skipped("nothing on the screen changed")
    paints.append(paint)
