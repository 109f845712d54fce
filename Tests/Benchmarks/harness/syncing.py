"""Syncs of two machines, by a folder: the first ones, with nothing new, and with 100,000 changed rows, also while keys are
pressed."""

import os
import shutil
import sqlite3
import time

from .busy import presses, send
from .figures import Table, megabytes, ratio, rows, spread
from .keys import BOUND, HEADINGS, cells, ready
from .program import Program

CHANGES = 100_000


def measure(setting):
    table = Table("Syncs between two machines", "rows", "what", "time, ms", "to a plain UPDATE of the rows", "at most, MB")
    table.notes.append("Wanted: 30 s for the first sync, 1.5 s with nothing new, 8 s to send and to take 100,000 changed rows, "
                       "40 MB.")
    count = min(1_000_000, setting.largest)
    pair = Pair(setting, count)
    for place in range(setting.runs):
        pair.round(place)
    for name in pair.times:
        floor = ratio(pair.times[name], pair.updates) if name.startswith("100,000") else ""
        table.add(rows(count), name, spread(pair.times[name]), floor, megabytes(max(pair.sizes[name])))
    keys = Table("Keys while 100,000 changed rows of another machine are taken", "rows", "key", *HEADINGS)
    keys.notes.append(BOUND)
    for key, paints in pair.keys().items():
        keys.add(rows(count), key, *cells(paints))
    pair.remove()
    return [table, keys]


class Pair:
    """Two machines with copies of one library."""

    def __init__(self, setting, count):
        self.setting = setting
        self.folder = os.path.join(setting.cache, "sync")
        self.remove()
        self.times = {"first": [], "second machine": [], "nothing new": [], "100,000 sent": [], "100,000 taken": []}
        self.sizes = {name: [] for name in self.times}
        self.updates = []
        for machine in ["one", "other", "place"]:
            os.makedirs(os.path.join(self.folder, machine))
        shutil.copy(setting.database(count), self.library("one"))
        self.sync("one", "first")
        self.sync("other", "second machine")
        self.sync("one")

    def library(self, machine):
        return os.path.join(self.folder, machine, "library.sqlite")

    def sync(self, machine, name=None):
        place, state = (os.path.join(self.folder, part) for part in ("place", machine))
        seconds, size = self.setting.run_command(
            "sync", place, "--file", self.library(machine), "--as", machine, state=state)
        if name:
            self.times[name].append(seconds)
            self.sizes[name].append(size)

    def keys(self):
        """The paints of keys in the screens of the other machine while it takes what this one has sent."""
        numbers = iter(range(1000, 2000))

        def begin(program):
            self.change(next(numbers))
            self.sync("one")
            send(program, b"X")

        setting, state = self.setting, os.path.join(self.folder, "other")
        environment = {"XDG_STATE_HOME": state, "XDG_CONFIG_HOME": state}
        with Program([os.path.join(setting.binaries, "booklist"), self.library("other")], environment) as program:
            ready(program)
            return presses(program, "Syncing", begin, setting.presses, setting.runs)

    def round(self, number):
        self.sync("one")
        self.sync("one", "nothing new")
        self.updates.append(self.change(number))
        self.sync("one", "100,000 sent")
        self.sync("other", "100,000 taken")

    def change(self, number):
        """Changes rows by a plain statement; returns how long that took."""
        connection = sqlite3.connect(self.library("one"))
        start = time.monotonic()
        with connection:
            connection.execute("UPDATE book SET author = author || 'x' WHERE pk IN (SELECT pk FROM book LIMIT ? OFFSET ?)",
                               (CHANGES, number * 7))
        end = time.monotonic()
        connection.close()
        return end - start

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)
