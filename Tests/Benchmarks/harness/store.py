"""The store compared with the floor: a look at one record, and a write-back of many."""

import glob
import os
import shutil
import sqlite3

from .databases import scratch
from .figures import Table, ratio, rows, spread
from .setting import in_turn

LOOKS, WRITES, INSERTIONS = 100_000, 100_000, 1_000_000


def measure_hydrate(setting):
    table = Table("Hydrate one record", "rows", "floor's lookup, µs", "hydrate, µs", "ratio", "a second look, µs")
    for count in setting.sizes:
        path, looks = setting.database(count), min(LOOKS, count)
        seeds = {"floor": iter(setting.seeds), "StoreBenchmark": iter(setting.seeds)}
        figures = lambda name, mode: setting.figures(name, mode, path, looks, next(seeds[name]))
        floor, ours = in_turn(
            min(setting.runs, len(setting.seeds)), lambda: figures("floor", "lookup")["lookup_ns"],
            lambda: figures("StoreBenchmark", "hydrate"))
        hydrate, again = [run["hydrate_ns"] for run in ours], [run["again_ns"] for run in ours]
        unit = lambda nanoseconds: f"{nanoseconds / 1000:.2f}"
        table.add(rows(count), spread(floor, unit), spread(hydrate, unit), ratio(hydrate, floor), spread(again, unit))
    table.notes.append("Bound: twice the floor.")
    return [table]


def measure_batch(setting):
    table = Table(f"Hydrate {LOOKS:,} records, several hundred with one statement", "rows", "keys", "floor's batches of 500, ms",
                  "hydrate, ms", "ratio", "statements")
    for count in setting.sizes:
        for step, keys in ((1, "one after the other"), (7, "every seventh")):
            path, looks = setting.database(count), min(LOOKS, count // step)
            floor, ours = in_turn(
                setting.runs, lambda: setting.figures("floor", "batch", path, step, looks)["batch_s"],
                lambda: setting.figures("StoreBenchmark", "batch", path, step, looks))
            times = [run["batch_s"] for run in ours]
            table.add(rows(count), keys, spread(floor), spread(times), ratio(times, floor), rows(int(ours[0]["statements"])))
    table.notes.append("Bound: twice the floor.")
    return [table]


def measure_sort(setting):
    table = Table("Sort by a field without an index", "rows", "field", "floor's LIMIT 50, ms", "first screenful, ms", "ratio",
                  "floor's whole sort, ms", "whole sort, ms", "ratio")
    for count in setting.sizes:
        for column in ("author", "copyright"):
            path = setting.database(count, "plain")
            floor, ours = in_turn(
                min(setting.runs, 5), lambda: setting.figures("floor", "sort", path, column),
                lambda: setting.figures("StoreBenchmark", "sort", path, column))
            of = lambda runs, name: [run[name] for run in runs]
            cells = []
            for name in ("first_s", "sort_s"):
                cells += [spread(of(floor, name)), spread(of(ours, name)), ratio(of(ours, name), of(floor, name))]
            table.add(rows(count), column, *cells)
    table.notes.append("Bounds: 1.3 times the floor's for the first screenful, 1.0 times for the whole sort.")
    return [table]


def measure_values(setting):
    table = Table("Values of a field with counts, without an index", "rows", "field", "values", "floor's GROUP BY, ms",
                  "all values, ms", "ratio")
    for count in setting.sizes:
        for column in ("author", "copyright", "title"):
            path = setting.database(count, "plain")
            floor, ours = in_turn(
                min(setting.runs, 7), lambda: setting.figures("floor", "values", path, column)["values_s"],
                lambda: setting.figures("StoreBenchmark", "values", path, column))
            times = [run["values_s"] for run in ours]
            table.add(rows(count), column, rows(int(ours[0]["values"])), spread(floor), spread(times), ratio(times, floor))
    table.notes.append("Bound: the floor's time.")
    return [table]


def measure_write_back(setting):
    table = Table(f"Write-back of {WRITES:,} dirty records", "rows", "database", "floor's loop, ms", "write-back, ms",
                  "ratio", "statements")
    for count in setting.sizes:
        for variant in ("indexed", "rollback"):
            writes = min(WRITES, count)
            with scratch(setting.database(count, variant)) as path:
                # The very first update makes the rows grow, so it is not measured.
                setting.figures("floor", "update", path, writes)
                floor, ours = in_turn(
                    min(setting.runs, 7), lambda: setting.figures("floor", "update", path, writes)["update_s"],
                    lambda: setting.figures("StoreBenchmark", "writeback", path, writes))
            writing = [run["writeback_s"] for run in ours]
            table.add(rows(count), variant, spread(floor), spread(writing), ratio(writing, floor),
                      rows(int(ours[0]["statements"])))
    table.notes.append("Bound: 1.3 times the floor.")
    return [table]


def measure_undo(setting):
    table = Table(f"Undo of {INSERTIONS:,} inserted rows", "database", "inserting, s", "the step in the log, MB", "undo, s",
                  "between keys, p99, ms", "max, ms")
    for variant in ("indexed", "rollback"):
        runs = []
        for _ in range(min(setting.runs, 3)):
            with scratch(setting.database(min(setting.sizes), variant)) as path:
                folder = path + "-log"
                os.mkdir(folder, 0o700)
                run = setting.figures("StoreBenchmark", "insert", path, folder, INSERTIONS)
                run["log"] = log_size(folder)
                run.update(setting.figures("StoreBenchmark", "undo", path, folder))
                shutil.rmtree(folder)
            runs.append(run)
        of = lambda name: spread([run[name] for run in runs], lambda value: f"{value:.1f}")
        milliseconds = lambda name: spread([run[name] for run in runs], lambda value: f"{value / 1000:.1f}")
        table.add(variant, of("insert_s"), of("log"), of("undo_s"), milliseconds("slice_99_us"),
                  milliseconds("slice_most_us"))
    table.notes.append("Bounds: an undo within 10 s, with no part that delays a key by more than 16 ms; a step of 10 MB.")
    return [table]


def log_size(folder):
    """The megabytes of the edit log that are in use."""
    path, = glob.glob(os.path.join(folder, "*.edits"))
    log = sqlite3.connect(path)
    pages, free, size = (log.execute(f"PRAGMA {name}").fetchone()[0]
                         for name in ("page_count", "freelist_count", "page_size"))
    log.close()
    return (pages - free) * size / 1e6
