"""A program on a pseudo-terminal, with the time of every byte that it draws."""

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time
from dataclasses import dataclass

from .screen import Screen

COLUMNS, ROWS = 80, 24
# A paint is over when nothing arrives for this long.
QUIET = 0.004
# Work that shows its progress paints again and again, so a paint is read for no longer than this.
LONGEST = 0.03


@dataclass
class Paint:
    """When a key drew, in seconds since it was sent; the first paint may lack rows, the last has all of them."""

    first: float
    complete: float


class Program:
    """One run. The clock starts in the child just before it executes the program, so that forking is not counted."""

    def __init__(self, command, environment=None, size=(COLUMNS, ROWS)):
        self.screen = Screen(*size)
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        variables = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        # The measures read the meter, and figures of different versions are about the same screens.
        variables |= {"TERM": "xterm-256color", "LANG": "C.UTF-8", "BOOKLIST_METER": "long", "BOOKLIST_SPLIT": "no"}
        variables |= environment or {}
        clock_out, clock_in = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                os.setsid()
                fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
                for number in range(3):
                    os.dup2(slave, number)
                os.write(clock_in, struct.pack("d", time.monotonic()))
                os.execve(command[0], command, variables)
            finally:
                os._exit(127)
        os.close(slave)
        os.close(clock_in)
        self.master = master
        self.start = struct.unpack("d", os.read(clock_out, 8))[0]
        os.close(clock_out)
        self.status = None

    def read(self, timeout):
        """The next bytes and when they arrived, or nothing."""
        if not select.select([self.master], [], [], max(0, timeout))[0]:
            return None
        data = self.read_available()
        moment = time.monotonic()
        if not data:
            raise EOFError
        return data, moment

    def read_available(self):
        try:
            return os.read(self.master, 65536)
        except OSError:
            return b""

    def chunks(self, timeout):
        """Waits for a paint and reads it to its end: its bytes, each part with the time when it arrived."""
        chunks = []
        wait = timeout
        while (chunk := self.read(wait)) is not None:
            chunks.append(chunk)
            wait = QUIET
            if chunk[1] - chunks[0][1] > LONGEST:
                break
        return chunks

    def burst(self, timeout):
        """Waits for a paint and shows it; the time of its last byte, or nothing if none arrives."""
        chunks = self.chunks(timeout)
        self.screen.feed(b"".join(data for data, _ in chunks))
        return chunks[-1][1] if chunks else None

    def first_paint(self, timeout=60):
        """Seconds from the start of the process to the last byte of the first screen."""
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            moment = self.burst(end - time.monotonic())
            if moment is not None and "hydrated" in self.screen.meter and not self.screen.has_waiting_rows():
                return moment - self.start
        raise TimeoutError("no first screen")

    def press(self, keys, timeout=5, rows=None):
        """Sends keys and waits for the paint in which the given rows of the screen change; nothing if none does.

        Only the bytes up to the last one that changes these rows count: the progress of other work may follow at any
        time.
        """
        rows = rows or slice(1, self.screen.rows - 2)
        shown = self.screen.snapshot(rows.start, rows.stop)
        sent = time.monotonic()
        os.write(self.master, keys)
        first = None
        while (left := sent + timeout - time.monotonic()) > 0:
            chunks = self.chunks(left)
            if not chunks:
                break
            last = None
            for data, moment in chunks:
                self.screen.feed(data)
                if (now := self.screen.snapshot(rows.start, rows.stop)) != shown:
                    shown, last = now, moment
            if last is not None:
                first = first or last - sent
                if not self.screen.has_waiting_rows():
                    return Paint(first, last - sent)
        return Paint(first, timeout) if first else None

    def answer(self, keys, timeout=5):
        """Sends keys and waits for the first bytes that change the screen; a Paint, or nothing if none do.

        The rows that a search finds follow one another so closely that they look like one long paint.
        """
        shown = self.screen.snapshot()
        sent = time.monotonic()
        os.write(self.master, keys)
        while (left := sent + timeout - time.monotonic()) > 0 and (chunk := self.read(left)) is not None:
            self.screen.feed(chunk[0])
            if self.screen.snapshot() != shown:
                last = self.burst(0.02)
                return Paint(chunk[1] - sent, (last or chunk[1]) - sent)
        return None

    def wait_for(self, condition, timeout):
        """Reads until the screen fulfils a condition; the time when it did, or nothing if it did not in time."""
        end = time.monotonic() + timeout
        moment = time.monotonic()
        while not condition(self.screen):
            if time.monotonic() > end:
                return None
            moment = self.burst(end - time.monotonic()) or moment
        return moment

    def settle(self, quiet=0.2, timeout=60):
        """Reads until nothing has arrived for a while."""
        end = time.monotonic() + timeout
        while time.monotonic() < end and self.burst(quiet) is not None:
            continue

    def memory(self):
        """Anonymous bytes now, and resident ones now and at their peak."""
        figures = {}
        with open(f"/proc/{self.pid}/status") as status:
            for line in status:
                name, _, value = line.partition(":")
                if name in ("RssAnon", "VmRSS", "VmHWM"):
                    figures[name] = int(value.split()[0]) * 1024
        return figures["RssAnon"], figures["VmRSS"], figures["VmHWM"]

    def send(self, keys):
        os.write(self.master, keys)

    def quit(self, timeout=10):
        """Quits as a person does, and by force if that has no effect."""
        end = time.monotonic() + timeout
        self.send(b"q")
        while time.monotonic() < end:
            try:
                self.read(0.01)
            except EOFError:
                pass
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                return self.close(status)
        os.kill(self.pid, signal.SIGKILL)
        self.close(os.waitpid(self.pid, 0)[1])

    def close(self, status):
        self.status = os.waitstatus_to_exitcode(status)
        os.close(self.master)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.status is None:
            self.quit()
