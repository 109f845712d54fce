import Cells

/// A text of several lines wrapped to a width; only the requested lines are read.
package struct WrappedText {
  package let editor: LineEditor
  package let width: Int

  /// The offset of a piece's first byte, and the row in that piece.
  package struct Place: Hashable, Comparable {
    package var line = 0
    package var row = 0

    package static func < (left: Place, right: Place) -> Bool {
      (left.line, left.row) < (right.line, right.row)
    }
  }

  private var text: String { editor.text }

  /// Long lines are broken into pieces of this many bytes, so that no key waits for a whole line.
  private static let pieceSize = 4_096

  /// The piece of a line that contains an index; the line may end before the limit.
  private func piece(at place: String.Index) -> (start: String.Index, limit: String.Index) {
    let line = editor.lineStart(at: place)
    let distance = text.utf8.distance(from: line, to: place)
    var count = max(0, distance - (place == text.endIndex ? 1 : 0)) / Self.pieceSize
    if place < text.endIndex, place >= boundary(count + 1, from: line) { count += 1 }
    return (boundary(count, from: line), boundary(count + 1, from: line))
  }

  private func boundary(_ count: Int, from line: String.Index) -> String.Index {
    let bytes = text.utf8
    guard count > 0 else { return line }
    guard let place = bytes.index(line, offsetBy: count * Self.pieceSize, limitedBy: text.endIndex),
      place < text.endIndex
    else { return text.endIndex }
    return text.index(before: text.index(after: place))
  }

  private func piece(_ offset: Int) -> (start: String.Index, limit: String.Index) {
    piece(at: text.utf8.index(text.startIndex, offsetBy: min(offset, text.utf8.count)))
  }

  private func offset(_ index: String.Index) -> Int { text.utf8.distance(from: text.startIndex, to: index) }

  private func row(from start: String.Index, _ limit: String.Index) -> Wrap.Row {
    Wrap.row(of: text, from: start, width: width, limit: limit)
  }

  private func rows(of piece: (start: String.Index, limit: String.Index)) -> [Wrap.Row] {
    var rows = [row(from: piece.start, piece.limit)]
    while let last = rows.last, !last.endsLine, last.next < piece.limit {
      rows.append(row(from: last.next, piece.limit))
    }
    return rows
  }

  package var cursor: (place: Place, column: Int) {
    let piece = piece(at: editor.cursorIndex)
    let rows = rows(of: piece)
    let row = rows.firstIndex { editor.cursorIndex < $0.next || $0.endsLine } ?? 0
    let column = TextWidth.width(of: text[rows[row].start..<editor.cursorIndex])
    return (Place(line: offset(piece.start), row: row), min(column, width))
  }

  package func rows(from place: Place, count: Int) -> [Wrap.Row] {
    var found: [Wrap.Row] = []
    var (index, limit) = piece(place.line)
    var skipped = place.row
    while found.count < count {
      let row = row(from: index, limit)
      if skipped > 0 { skipped -= 1 } else { found.append(row) }
      if row.endsText { break }
      if row.endsLine || row.next >= limit { limit = piece(at: row.next).limit }
      index = row.next
    }
    return found
  }

  /// The row `count` rows after a place, or before it if negative, clamped to the text.
  package func place(_ count: Int, after place: Place) -> Place {
    count < 0 ? self.place(-count, before: place) : self.place(count, behind: place)
  }

  private func place(_ count: Int, before place: Place) -> Place {
    var (place, count) = (place, count)
    while count > place.row {
      guard place.line > 0 else { return Place() }
      count -= place.row + 1
      let piece = piece(place.line - 1)
      place = Place(line: offset(piece.start), row: rows(of: piece).count - 1)
    }
    return Place(line: place.line, row: place.row - count)
  }

  private func place(_ count: Int, behind place: Place) -> Place {
    var (place, count) = (place, count)
    while true {
      let rows = rows(of: piece(place.line))
      let left = rows.count - 1 - place.row
      guard count > left, let last = rows.last, !last.endsText
      else { return Place(line: place.line, row: place.row + min(count, left)) }
      count -= left + 1
      place = Place(line: offset(last.next), row: 0)
    }
  }

  /// The index nearest to a column of a row, and not past it.
  package func index(at column: Int, of place: Place) -> String.Index {
    let rows = rows(of: piece(place.line))
    let row = rows[min(place.row, rows.count - 1)]
    var (index, used) = (row.start, 0)
    while index < row.end {
      let next = text.index(after: index)
      used += TextWidth.width(of: text[index])
      // The index at the end of a continued row belongs to the next row.
      guard used <= column, row.endsLine || next < row.end else { break }
      index = next
    }
    return index
  }

  /// The first row to show so that the cursor is visible, scrolling no further than needed.
  package func top(from top: Place, height: Int) -> Place {
    let cursor = cursor.place
    let first = place(-(height - 1), after: cursor)
    let line = offset(piece(top.line).start)
    let top = line == top.line ? top : Place(line: line)
    return min(max(top, first), cursor)
  }
}
