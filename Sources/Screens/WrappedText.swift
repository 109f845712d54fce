import Cells

/// A text of several lines in rows of a width; only the lines that are asked for are looked at.
struct WrappedText {
  let editor: LineEditor
  let width: Int

  /// A row's place: the line by its first byte, and the row in it.
  struct Place: Hashable, Comparable {
    var line = 0
    var row = 0

    static func < (left: Place, right: Place) -> Bool {
      (left.line, left.row) < (right.line, right.row)
    }
  }

  private var text: String { editor.text }

  /// The start of the line that an offset into the text's UTF-8 is in; one beyond the end is in the last line.
  private func start(_ offset: Int) -> String.Index {
    let place = text.utf8.index(text.startIndex, offsetBy: min(offset, text.utf8.count))
    return editor.lineStart(at: place)
  }

  private func offset(_ index: String.Index) -> Int {
    text.utf8.distance(from: text.startIndex, to: index)
  }

  /// The rows of the line that begins at a place.
  ///
  /// - Complexity: O(n) in the line's length.
  private func rows(from start: String.Index) -> [Wrap.Row] {
    var rows = [Wrap.row(of: text, from: start, width: width)]
    while let last = rows.last, !last.endsLine {
      rows.append(Wrap.row(of: text, from: last.next, width: width))
    }
    return rows
  }

  /// The row of the cursor and the columns before it.
  var cursor: (place: Place, column: Int) {
    let start = editor.lineStart(at: editor.cursorIndex)
    let rows = rows(from: start)
    let row = rows.firstIndex { editor.cursorIndex < $0.next || $0.endsLine } ?? 0
    let column = TextWidth.width(of: text[rows[row].start..<editor.cursorIndex])
    return (Place(line: offset(start), row: row), min(column, width))
  }

  /// The rows from a place on, at most so many.
  func rows(from place: Place, count: Int) -> [Wrap.Row] {
    var found: [Wrap.Row] = []
    var (index, skipped) = (start(place.line), place.row)
    while found.count < count {
      let row = Wrap.row(of: text, from: index, width: width)
      if skipped > 0 { skipped -= 1 } else { found.append(row) }
      if row.endsText { break }
      index = row.next
    }
    return found
  }

  /// The row so many rows after a place, or before it for a negative number; the first or the last one at the ends.
  func place(_ count: Int, after place: Place) -> Place {
    count < 0 ? self.place(-count, before: place) : self.place(count, behind: place)
  }

  private func place(_ count: Int, before place: Place) -> Place {
    var (place, count) = (place, count)
    while count > place.row {
      guard place.line > 0 else { return Place() }
      count -= place.row + 1
      let line = start(place.line - 1)
      place = Place(line: offset(line), row: rows(from: line).count - 1)
    }
    return Place(line: place.line, row: place.row - count)
  }

  private func place(_ count: Int, behind place: Place) -> Place {
    var (place, count) = (place, count)
    while true {
      let rows = rows(from: start(place.line))
      let left = rows.count - 1 - place.row
      guard count > left, let last = rows.last, !last.endsText else {
        return Place(line: place.line, row: place.row + min(count, left))
      }
      count -= left + 1
      place = Place(line: offset(last.next), row: 0)
    }
  }

  /// The place in the text that is nearest to a column of a row, and not behind it.
  func index(at column: Int, of place: Place) -> String.Index {
    let rows = rows(from: start(place.line))
    let row = rows[min(place.row, rows.count - 1)]
    var (index, used) = (row.start, 0)
    while index < row.end {
      let next = text.index(after: index)
      used += TextWidth.width(of: text[index])
      // The place behind a row that goes on is the next row's.
      guard used <= column, row.endsLine || next < row.end else { break }
      index = next
    }
    return index
  }

  /// The first row to be shown so that the cursor is in sight, moving from `top` no further than needed.
  func top(from top: Place, height: Int) -> Place {
    let cursor = cursor.place
    let first = place(-(height - 1), after: cursor)
    let line = offset(start(top.line))
    let top = line == top.line ? top : Place(line: line)
    return min(max(top, first), cursor)
  }
}
