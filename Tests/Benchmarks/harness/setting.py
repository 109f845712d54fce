"""What the measures share: the programs, the databases, and how often and with how many rows to measure."""

import datetime
import os
import platform
import shutil
import sqlite3
import subprocess
import sys
from dataclasses import dataclass, field

from . import databases, measured
from .program import Program

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))


@dataclass
class Setting:
    sizes: list
    runs: int
    presses: int
    binaries: str = os.path.join(ROOT, ".build", "release")
    cache: str = os.path.join(ROOT, "bench")
    # The load from other programs, before anything is measured.
    load: float = field(default_factory=lambda: os.getloadavg()[0])
    seeds: list = field(default_factory=lambda: [11, 12, 13, 14, 15, 16, 17, 18, 19])

    @property
    def floor(self):
        return os.path.join(self.cache, "floor")

    @property
    def largest(self):
        return max(self.sizes)

    def build(self):
        """Compiles the floor, and deletes earlier edit logs; the caller has built the rest."""
        os.makedirs(self.cache, exist_ok=True)
        shutil.rmtree(self.state, ignore_errors=True)
        source = os.path.join(ROOT, "Tests", "Benchmarks", "floor.c")
        subprocess.run(["cc", "-O2", "-o", self.floor, source, "-lsqlite3", "-lncursesw"], check=True)

    def database(self, count, variant="indexed"):
        return databases.database(self.cache, count, variant)

    def open_floor(self, path, mode="open"):
        return Program([self.floor, mode, path])

    @property
    def state(self):
        """The folder for the edit logs of the measured programs, which are not the person's."""
        return os.path.join(self.cache, "state")

    def open_booklist(self, *arguments, environment={}, **terminal):
        # A copy of a database may get the inode of the previous copy; the program would ask about that copy's log.
        shutil.rmtree(self.state, ignore_errors=True)
        return Program([os.path.join(self.binaries, "booklist"), *arguments],
                       {"XDG_STATE_HOME": self.state, **environment}, **terminal)

    def run_command(self, *arguments, state=None, of_processor=False):
        """Runs a command of booklist with no input, and returns its seconds and the most bytes it had resident."""
        state = state or self.state
        return self.measured(os.path.join(self.binaries, "booklist"), *arguments, of_processor=of_processor,
                             environment={"XDG_STATE_HOME": state, "XDG_CONFIG_HOME": state})

    def measured(self, program, *arguments, environment={}, of_processor=False):
        """The same for any program, with its seconds as a clock shows them or those of the processor."""
        run = subprocess.run([sys.executable, measured.__file__, program, *map(str, arguments)],
                             env={**os.environ, **environment}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             check=True, text=True)
        seconds, size, processor = run.stdout.split()
        return float(processor if of_processor else seconds), int(size)

    def figures(self, name, *arguments):
        """Runs a program that prints figures as name=value."""
        program = self.floor if name == "floor" else os.path.join(self.binaries, name)
        line = subprocess.run([program, *map(str, arguments)], check=True, capture_output=True, text=True).stdout
        return {name: float(value) for name, value in (part.split("=") for part in line.split())}

    def description(self):
        with open("/proc/meminfo") as memory:
            total = int(memory.readline().split()[1]) / 1_048_576
        busy = "" if self.load < 0.3 else f" · load {self.load:.1f}"
        return (f"{datetime.date.today().isoformat()} · {os.cpu_count()} cores ({platform.machine()}) · "
                f"{total:.0f} GiB · {platform.system()} {platform.release()} · SQLite {sqlite3.sqlite_version}{busy}")

    def reservations(self):
        """The reasons why the figures are provisional, in sentences."""
        if self.runs < 10 or self.presses < 300:
            yield f"few runs ({self.runs} of each side, {self.presses} presses of a key)."
        if self.load >= 0.3:
            yield (f"other programs kept the machine busy (load {self.load:.1f} on {os.cpu_count()} cores before the first "
                   "measure), so times are longer than necessary.")


def in_turn(runs, *sides):
    """Runs the sides one after the other, repeatedly, so that a disturbance affects all of them.

    A different side goes first each time, because work that a run leaves behind disturbs the next run.
    """
    results = [[] for _ in sides]
    for run in range(runs):
        for place in range(len(sides)):
            side = (run + place) % len(sides)
            results[side].append(sides[side]())
    return results
