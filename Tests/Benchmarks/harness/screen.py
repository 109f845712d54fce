"""The screen of an xterm-256color, as far as ncurses uses one: enough to read what is shown."""

import re

TOKEN = re.compile(r"\x1b\[([?>]?)([0-9;]*)([@-~])|\x1b[()].|\x1b[=>78M]|\x1b\].*?(?:\x07|\x1b\\)|[\x00-\x1f]|[^\x00-\x1f]+")


class Screen:
    """Cells of a character and its attributes; every character is one cell wide, as in the books that are measured."""

    def __init__(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.row = self.column = 0
        self.attributes = frozenset()
        self.rest = b""
        self.lines = [self.blank() for _ in range(rows)]

    def blank(self):
        return [(" ", frozenset())] * self.columns

    def feed(self, data):
        """Takes what a program wrote; an incomplete sequence or character waits for the rest."""
        data = self.rest + data
        cut = len(data)
        if (escape := data.rfind(b"\x1b", max(0, len(data) - 24))) >= 0:
            if not re.match(rb"\x1b(\[[?>]?[0-9;]*[@-~]|[()].|[=>78M])", data[escape:]):
                cut = escape
        while True:
            try:
                text = data[:cut].decode()
                break
            except UnicodeDecodeError as error:
                if error.start < cut - 4:
                    raise
                cut = error.start
        self.rest = data[cut:]
        for token in TOKEN.finditer(text):
            self.take(token)

    def take(self, token):
        text = token.group()
        if token.group(3):
            if not token.group(1):
                self.control(token.group(3), [int(part or 0) for part in token.group(2).split(";")])
        elif text == "\r":
            self.column = 0
        elif text == "\n":
            self.row = min(self.row + 1, self.rows - 1)
        elif text == "\b":
            self.column = max(0, self.column - 1)
        elif text == "\t":
            self.column = min(self.columns - 1, self.column // 8 * 8 + 8)
        elif text[0] >= " ":
            self.write(text)

    def write(self, text):
        for character in text:
            if self.column >= self.columns:
                self.column = 0
                self.row = min(self.row + 1, self.rows - 1)
            self.lines[self.row][self.column] = (character, self.attributes)
            self.column += 1

    def erase(self, start, end):
        line = self.lines[self.row]
        line[start:end] = [(" ", frozenset())] * (min(end, self.columns) - start)

    def control(self, final, numbers):
        first = max(1, numbers[0])
        column = min(self.column, self.columns - 1)
        if final == "H":
            self.row = min(first, self.rows) - 1
            self.column = min(max(1, numbers[1]) if len(numbers) > 1 else 1, self.columns) - 1
        elif final == "d":
            self.row = min(first, self.rows) - 1
        elif final == "G":
            self.column = min(first, self.columns) - 1
        elif final in "AB":
            self.row = max(0, min(self.rows - 1, self.row + (first if final == "B" else -first)))
        elif final in "CD":
            self.column = max(0, min(self.columns - 1, column + (first if final == "C" else -first)))
        elif final == "K":
            start, end = {0: (column, self.columns), 1: (0, column + 1)}.get(numbers[0], (0, self.columns))
            self.erase(start, end)
        elif final == "J":
            self.erase(column if numbers[0] == 0 else 0, self.columns)
            for row in range(self.row + 1 if numbers[0] == 0 else 0, self.rows):
                self.lines[row] = self.blank()
        elif final == "X":
            self.erase(column, column + first)
        elif final == "P":
            line = self.lines[self.row]
            del line[column:column + first]
            line += [(" ", frozenset())] * (self.columns - len(line))
        elif final == "@":
            self.lines[self.row][column:column] = [(" ", frozenset())] * first
            del self.lines[self.row][self.columns:]
        elif final == "b" and self.column > 0:
            self.write(self.lines[self.row][self.column - 1][0] * first)
        elif final in "LM":
            for _ in range(first):
                taken = self.rows - 1 if final == "L" else self.row
                self.lines.pop(taken)
                self.lines.insert(self.row if final == "L" else self.rows - 1, self.blank())
        elif final == "m":
            self.attributes = self.changed(numbers)

    def changed(self, numbers):
        attributes = set(self.attributes)
        for number in numbers:
            if number == 0:
                attributes.clear()
            elif number in (22, 27, 39, 49):
                attributes -= {22: {1, 2}, 27: {7}}.get(number, {n for n in attributes if n >= 30})
            else:
                attributes.add(number)
        return frozenset(attributes)

    # What is shown

    def text(self, row):
        return "".join(character for character, _ in self.lines[row]).rstrip()

    def snapshot(self, first=0, last=None):
        """The cells of some rows, as a value that can be compared."""
        return tuple(tuple(line) for line in self.lines[first:last])

    @property
    def content(self):
        return range(1, self.rows - 2)

    @property
    def meter(self):
        return self.text(self.rows - 2)

    def selected(self):
        """The row that is drawn entirely in reverse, or that has the disclosure mark."""
        for row in self.content:
            if 7 in self.lines[row][0][1] or self.content_text(row).endswith("›"):
                return row
        return None

    def titles(self):
        """The titles of the rows on screen, without the mark before them."""
        texts = [self.content_text(row) for row in self.content]
        return [text[3:].removesuffix("›").rstrip() for text in texts if text]

    def content_text(self, row):
        """The text of a row without the scroll bar."""
        return self.text(row).rstrip("▐ ")

    def has_waiting_rows(self):
        return any(title == "…" for title in self.titles())
