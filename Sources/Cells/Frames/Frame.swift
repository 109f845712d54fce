/// A screenful of cells as a value.
///
/// Invariants: each row's widths add up to the columns, no cell holds a control character, and a wide character is never
/// halved: writing over one half blanks the other. Positions outside the frame are ignored.
public struct Frame: Hashable, Sendable {
  /// The size in cells.
  public let size: Size

  /// The cells, row by row from the top left; `size.columns * size.rows` of them.
  public private(set) var cells: [Cell]

  /// Whether any cell has ever had an ink.
  public private(set) var hasInk = false

  /// The addresses that cells link to, numbered from 1.
  public private(set) var addresses: [String] = []

  /// All pixel pictures that were drawn, even if they are covered.
  public private(set) var pictures: [PlacedPicture] = []

  /// Where the terminal's cursor is shown, or nil if it is hidden.
  public var cursor: Position?

  /// The start of the selection drawn last, where the hidden cursor waits for screen readers.
  public private(set) var focus: Position?

  /// Creates a frame of blanks.
  public init(size: Size, role: Role = .content) {
    self.size = size
    cells = Array(repeating: .blank(role), count: size.columns * size.rows)
  }

  /// The cell at a position, which must be inside the frame.
  public subscript(column: Int, row: Int) -> Cell { cells[row * size.columns + column] }

  /// Whether a position is inside the frame.
  public func contains(_ position: Position) -> Bool {
    0..<size.columns ~= position.column && 0..<size.rows ~= position.row
  }

  /// Blanks columns of a row and gives them a role.
  public mutating func fill(row: Int, columns: Range<Int>, role: Role) {
    guard let range = indices(row: row, columns: columns) else { return }
    noteFocus(role, Position(column: columns.lowerBound, row: row))
    split(range)
    for index in range { cells[index] = .blank(role) }
  }

  /// Blanks a whole row and gives it a role.
  public mutating func fill(row: Int, role: Role) {
    fill(row: row, columns: 0..<size.columns, role: role)
  }

  /// Changes the role of columns in a row, but not their text.
  ///
  /// A wide character across the end of the range takes the role of its left half.
  public mutating func setRole(row: Int, columns: Range<Int>, role: Role) {
    guard let range = indices(row: row, columns: columns) else { return }
    noteFocus(role, Position(column: columns.lowerBound, row: row))
    for index in range where cells[index].width > 0 {
      cells[index].role = role
      cells[index].ink = nil
      if cells[index].width == 2 { cells[index + 1].role = role }
    }
  }

  /// Links cells of a row to an address, if the terminal can follow links.
  ///
  /// Addresses beyond the 255th are ignored. Text written over such a cell has no link.
  public mutating func link(_ address: String, row: Int, columns: Range<Int>) {
    guard let range = indices(row: row, columns: columns), let number = number(of: address) else { return }
    for index in range { cells[index].link = number }
  }

  private mutating func number(of address: String) -> UInt8? {
    if let place = addresses.firstIndex(of: address) { return UInt8(place + 1) }
    guard addresses.count < 255 else { return nil }
    addresses.append(address)
    return UInt8(addresses.count)
  }

  private mutating func takeLinks(of frame: Frame, in range: Range<Int>) {
    guard !frame.addresses.isEmpty else { return }
    let numbers = [0] + frame.addresses.map { number(of: $0) ?? 0 }
    for index in range { cells[index].link = numbers[Int(cells[index].link)] }
  }

  /// Leaves out glyphs that would extend past the end of the row; returns the number of columns that were written.
  @discardableResult
  mutating func put(_ glyphs: some Sequence<Glyph>, at position: Position, role: Role) -> Int {
    guard contains(position) else { return 0 }
    noteFocus(role, position)
    let start = position.row * size.columns + position.column
    let end = (position.row + 1) * size.columns
    var next = start
    for glyph in glyphs {
      guard next + glyph.width <= end else { break }
      split(next..<next + glyph.width)
      cells[next] = Cell(text: glyph.text, width: glyph.width, role: role)
      if glyph.width == 2 { cells[next + 1] = .tail(role) }
      next += glyph.width
    }
    return next - start
  }

  /// Each cell must have one column; cells outside the frame are left out.
  mutating func put(_ new: some Collection<Cell>, at position: Position) {
    let columns = position.column..<position.column + new.count
    guard position.column >= 0, let range = indices(row: position.row, columns: columns) else { return }
    split(range)
    hasInk = true
    for (index, cell) in zip(range, new) { cells[index] = cell }
  }

  mutating func place(_ picture: Picture, at position: Position) {
    if let placed = PlacedPicture(picture, at: position) { pictures.append(placed) }
  }

  /// Puts another frame over this one, as an alert over a screen, and takes over its cursor.
  ///
  /// The parts beyond the edges are cut; half a wide character becomes a blank.
  public mutating func overlay(_ frame: Frame, at position: Position) {
    hasInk = hasInk || frame.hasInk
    pictures += frame.pictures.map { $0.moved(by: position) }
    for row in 0..<frame.size.rows {
      overlay(frame, row: row, at: Position(column: position.column, row: position.row + row))
    }
    cursor = frame.cursor.map { Position(column: position.column + $0.column, row: position.row + $0.row) }
    if let place = cursor, !contains(place) { cursor = nil }
    if let place = frame.focus {
      noteFocus(.selected, Position(column: position.column + place.column, row: position.row + place.row))
    }
  }

  /// Changes selections to the role of a selection in an inactive pane.
  public mutating func rest() {
    for index in cells.indices {
      switch cells[index].role {
      case .selected: cells[index].role = .resting
      case .selectedMatch: cells[index].role = .resting
      default: continue
      }
    }
    focus = nil
  }

  private mutating func noteFocus(_ role: Role, _ place: Position) {
    // If a row is written in pieces, the first piece counts.
    guard role == .selected || role == .selectedMatch, contains(place), focus?.row != place.row else {
      return
    }
    focus = place
  }

  private mutating func overlay(_ frame: Frame, row: Int, at position: Position) {
    let first = max(0, -position.column)
    let columns = position.column + first..<max(position.column + first, position.column + frame.size.columns)
    guard let range = indices(row: position.row, columns: columns) else { return }
    split(range)
    let start = row * frame.size.columns + first
    cells.replaceSubrange(range, with: frame.cells[start..<start + range.count])
    takeLinks(of: frame, in: range)
    for (edge, half) in [(range.lowerBound, 0), (range.upperBound - 1, 2)] where cells[edge].width == half {
      cells[edge] = .blank(cells[edge].role)
    }
  }

  /// Calls `body` for each cell that differs from a frame of the same size; for a wide character, with its left half.
  ///
  /// Only cells inside `visible` are compared; it is no larger than the frame.
  package func forEachChange(from old: Frame, inside visible: Size, _ body: (Cell, Position) -> Void) {
    // Compares in place: copying a cell takes longer than comparing it.
    cells.withUnsafeBufferPointer { new in
      old.cells.withUnsafeBufferPointer { old in
        for row in 0..<visible.rows {
          for column in 0..<visible.columns {
            let index = row * size.columns + column
            if new[index] != old[index], new[index].width > 0 {
              body(new[index], Position(column: column, row: row))
            }
          }
        }
      }
    }
  }

  private func indices(row: Int, columns: Range<Int>) -> Range<Int>? {
    let columns = columns.clamped(to: 0..<size.columns)
    guard 0..<size.rows ~= row, !columns.isEmpty else { return nil }
    return row * size.columns + columns.lowerBound..<row * size.columns + columns.upperBound
  }

  /// Blanks the outer halves of wide characters across the ends of a range that is about to be written.
  private mutating func split(_ range: Range<Int>) {
    if cells[range.lowerBound].width == 0 {
      cells[range.lowerBound - 1] = .blank(cells[range.lowerBound - 1].role)
    }
    if range.upperBound < cells.count, cells[range.upperBound].width == 0 {
      cells[range.upperBound] = .blank(cells[range.upperBound].role)
    }
  }

  /// The frame with an `x` in each column that must not be seen, and without links and pixel pictures.
  ///
  /// - Parameter isSeen: Whether the cell at an index of `cells` stays; not called for blanks.
  public func covered(unless isSeen: (Int) -> Bool) -> Frame {
    var frame = self
    (frame.addresses, frame.pictures) = ([], [])
    for index in cells.indices {
      let cell = cells[index]
      frame.cells[index].link = 0
      guard cell.width > 0, cell.text != " " || cell.ink != nil, !isSeen(index) else { continue }
      for column in index..<index + Int(cell.width) {
        frame.cells[column] = Cell(text: "x", width: 1, role: cell.role)
      }
    }
    return frame
  }

  // MARK: - Writing texts

  /// How a text is aligned in its columns.
  public enum Alignment: Hashable, Sendable {
    case left
    case center
    case right
  }

  /// Writes a text into the columns from a position on, with `…` if it does not fit; returns the columns written.
  ///
  /// Only whole grapheme clusters are written; the columns after the text are unchanged. O(m) in the scalars that are shown.
  @discardableResult
  public mutating func write(
    _ text: String, at position: Position, width: Int, role: Role, align: Alignment = .left,
    keeping part: TextWidth.Part = .start
  ) -> Int {
    guard contains(position) else { return 0 }
    let room = min(width, size.columns - position.column)
    guard room > 0 else { return 0 }
    let glyphs = TextWidth.fit(text, columns: room, keeping: part)
    var place = position
    if align != .left {
      let free = room - glyphs.reduce(0) { $0 + $1.width }
      place.column += align == .center ? free / 2 : free
    }
    return put(glyphs, at: place, role: role)
  }

  /// Writes a text up to the end of the row; returns the number of columns written.
  @discardableResult
  public mutating func write(_ text: String, at position: Position, role: Role) -> Int {
    write(text, at: position, width: size.columns, role: role)
  }

  // MARK: - The planes as text

  /// The text of the frame: its rows, joined by newlines, without a newline at the end.
  public var textPlane: String { plane { $0.text } }

  /// The raw values of the cells' roles: rows joined by newlines, without a newline at the end.
  public var rolePlane: String { plane { String($0.role.rawValue) } }

  private func plane(_ text: (Cell) -> String) -> String {
    (0..<size.rows)
      .map { row in (0..<size.columns).map { text(self[$0, row]) }.joined() }
      .joined(separator: "\n")
  }
}

/// A position in a frame, counted from 0 at the top left.
public struct Position: Hashable, Sendable {
  /// The column.
  public var column: Int
  /// The row.
  public var row: Int

  /// Creates a position.
  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}

/// The size of a terminal or a frame in cells.
public struct Size: Hashable, Sendable {
  /// The number of columns, at least 0.
  public var columns: Int
  /// The number of rows, at least 0.
  public var rows: Int

  /// Creates a size; negative numbers count as 0.
  public init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }
}
