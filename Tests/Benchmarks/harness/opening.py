"""From the start of the process to the last byte of the first screen, compared with the floor."""

from .databases import VARIANTS
from .figures import Table, ratio, rows, spread
from .setting import in_turn


def first_paint(opened):
    with opened as program:
        return program.first_paint()


def measure(setting):
    table = Table("First paint", "rows", "database", "floor, ms", "booklist, ms", "ratio", "to 3 rows")
    cases = [(3, "indexed")] + [(count, variant) for count in setting.sizes for variant in VARIANTS]
    smallest = setting.database(3, "indexed")
    for count, variant in cases:
        path = setting.database(count, variant)
        sides = [lambda: first_paint(setting.open_floor(path)), lambda: first_paint(setting.open_booklist(path)),
                 lambda: first_paint(setting.open_booklist(smallest))]
        # The first run of either side reads the file into the system's cache.
        in_turn(1, *sides)
        floor, ours, least = in_turn(setting.runs, *sides)
        table.add(rows(count), VARIANTS[variant], spread(floor), spread(ours), ratio(ours, floor), ratio(ours, least))
    table.notes.append("Bounds: 1.5 times the floor, and 1.1 times the program's own first paint of 3 rows.")
    return [table]


def measure_columns(setting):
    table = Table("First paint with columns", "rows", "database", "floor, ms", "booklist, ms", "ratio")
    for count in [3] + setting.sizes:
        for variant in ["indexed"] if count == 3 else VARIANTS:
            path = setting.database(count, variant)
            # Columns are a setting here: the parser of options takes as long as opening the database.
            settings = {"BOOKLIST_FILE": path, "BOOKLIST_COLUMNS": "author,copyright"}
            sides = [lambda: first_paint(setting.open_floor(path, "columns")),
                     lambda: first_paint(setting.open_booklist(environment=settings))]
            in_turn(1, *sides)
            floor, ours = in_turn(setting.runs, *sides)
            table.add(rows(count), VARIANTS[variant], spread(floor), spread(ours), ratio(ours, floor))
    table.notes.append("Author and copyright are shown. Bound: 1.4 times the floor with the same columns.")
    return [table]
