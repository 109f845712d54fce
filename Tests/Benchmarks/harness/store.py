"""The store beside the floor: a look at one record, and a write-back of many."""

from .databases import scratch
from .figures import Table, ratio, rows, spread
from .setting import in_turn

LOOKS, WRITES = 100_000, 100_000


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


def measure_write_back(setting):
    table = Table(f"Write-back of {WRITES:,} dirty records", "rows", "database", "floor's loop, ms", "write-back, ms",
                  "ratio", "statements")
    for count in setting.sizes:
        for variant in ("indexed", "rollback"):
            writes = min(WRITES, count)
            with scratch(setting.database(count, variant)) as path:
                # The rows' bytes grow at the first update of all; that one is not measured.
                setting.figures("floor", "update", path, writes)
                floor, ours = in_turn(
                    min(setting.runs, 7), lambda: setting.figures("floor", "update", path, writes)["update_s"],
                    lambda: setting.figures("StoreBenchmark", "writeback", path, writes))
            writing = [run["writeback_s"] for run in ours]
            table.add(rows(count), variant, spread(floor), spread(writing), ratio(writing, floor),
                      rows(int(ours[0]["statements"])))
    table.notes.append("Bound: 1.3 times the floor.")
    return [table]
