"""Runs a program, and prints its seconds, the most bytes it had resident, and its seconds of processor time.

The system counts the memory of whoever starts a program as the program's until it runs, so a small process starts it; what
is smaller than that process, about 10 MB, cannot be told.
"""

import os
import sys
import time


def main(arguments):
    with open(os.devnull, "w") as null:
        actions = [(os.POSIX_SPAWN_DUP2, null.fileno(), 1)]
        start = time.monotonic()
        process = os.posix_spawn(arguments[0], arguments, os.environ, file_actions=actions)
        _, status, usage = os.wait4(process, 0)
    print(time.monotonic() - start, usage.ru_maxrss * 1024, usage.ru_utime + usage.ru_stime)
    return os.waitstatus_to_exitcode(status)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
