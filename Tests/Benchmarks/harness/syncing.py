"""Syncs of two machines, by a folder: with nothing new, and with 100,000 changed rows."""

import os
import shutil
import sqlite3
import time

from .figures import Table, megabytes, ratio, rows, spread

CHANGES = 100_000


def measure(setting):
    table = Table("Syncs between two machines", "rows", "what", "time, ms", "to a plain UPDATE of the rows", "at most, MB")
    table.notes.append("Bounds: 100 ms with nothing new, 2 s to send and 3 s to take 100,000 changed rows, 40 MB.")
    count = min(1_000_000, setting.largest)
    pair = Pair(setting, count)
    for place in range(setting.runs):
        pair.round(place)
    for name in pair.times:
        floor = ratio(pair.times[name], pair.updates) if name != "nothing new" else ""
        table.add(rows(count), name, spread(pair.times[name]), floor, megabytes(max(pair.sizes[name])))
    pair.remove()
    return [table]


class Pair:
    """Two machines with copies of one library."""

    def __init__(self, setting, count):
        self.program = os.path.join(setting.binaries, "booklist")
        self.folder = os.path.join(setting.cache, "sync")
        self.remove()
        self.times = {"nothing new": [], "100,000 sent": [], "100,000 taken": []}
        self.sizes = {name: [] for name in self.times}
        self.updates = []
        for machine in ["one", "other", "place"]:
            os.makedirs(os.path.join(self.folder, machine))
        shutil.copy(setting.database(count), self.library("one"))
        self.sync("one")
        self.sync("other")
        self.sync("one")

    def library(self, machine):
        return os.path.join(self.folder, machine, "library.sqlite")

    def sync(self, machine, name=None):
        state = os.path.join(self.folder, machine)
        arguments = [self.program, "sync", os.path.join(self.folder, "place"), "--file", self.library(machine), "--as", machine]
        environment = {**os.environ, "XDG_STATE_HOME": state, "XDG_CONFIG_HOME": state}
        with open(os.devnull, "w") as null:
            start = time.monotonic()
            actions = [(os.POSIX_SPAWN_DUP2, null.fileno(), descriptor) for descriptor in [1, 2]]
            process = os.posix_spawn(self.program, arguments, environment, file_actions=actions)
            _, status, usage = os.wait4(process, 0)
        if status != 0:
            raise RuntimeError(f"sync ended with {status}")
        if name:
            self.times[name].append(time.monotonic() - start)
            self.sizes[name].append(usage.ru_maxrss * 1024)

    def round(self, number):
        self.sync("one")
        self.sync("one", "nothing new")
        connection = sqlite3.connect(self.library("one"))
        start = time.monotonic()
        with connection:
            connection.execute("UPDATE book SET author = author || 'x' WHERE pk IN (SELECT pk FROM book LIMIT ? OFFSET ?)",
                               (CHANGES, number * 7))
        self.updates.append(time.monotonic() - start)
        connection.close()
        self.sync("one", "100,000 sent")
        self.sync("other", "100,000 taken")

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)
