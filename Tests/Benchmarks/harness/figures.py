"""Figures of several runs, and the tables that show them."""

import math
import statistics


class Skipped(Exception):
    """A measure that cannot be taken, with the reason in words."""


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1)]


median = statistics.median


def milliseconds(seconds):
    return f"{seconds * 1000:.2f}"


def spread(values, unit=milliseconds):
    """The median, followed by the minimum and the maximum."""
    return f"{unit(median(values))} ({unit(min(values))}–{unit(max(values))})"


def ratio(values, floor):
    return f"{median(values) / median(floor):.2f}"


def megabytes(count):
    return f"{count / 1_048_576:.1f}"


def rows(count):
    return f"{count:,}"


class Table:
    """A titled table; every row has a cell for each heading."""

    def __init__(self, title, *headings):
        self.title, self.headings, self.rows, self.notes = title, headings, [], []

    def add(self, *cells):
        assert len(cells) == len(self.headings)
        self.rows.append([str(cell) for cell in cells])

    def text(self):
        widths = [max(map(len, column)) for column in zip(self.headings, *self.rows)]
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip()
                 for row in [self.headings, *self.rows]]
        return "\n".join([self.title, *lines, *self.notes]) + "\n"

    def markdown(self):
        lines = ["| " + " | ".join(row) + " |" for row in [self.headings, ["---"] * len(self.headings), *self.rows]]
        return "\n".join([f"## {self.title}", "", *lines, *(["", *self.notes] if self.notes else [])]) + "\n"
