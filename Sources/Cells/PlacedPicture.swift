/// A picture of pixels at its place in a frame, over the cells that show it where a terminal has no pixels.
public struct PlacedPicture: Hashable, Sendable {
  /// Its pixels.
  public let pixels: PixelPicture
  /// The cells beneath it; all rows have as many.
  let rows: [[Cell]]
  /// Its top left corner.
  public let position: Position

  /// Places a picture; nil if it has no pixels, or its rows are of several lengths.
  init?(_ picture: Picture, at position: Position) {
    guard let pixels = picture.pixels, let first = picture.rows.first, !first.isEmpty,
      picture.rows.allSatisfy({ $0.count == first.count })
    else { return nil }
    (self.pixels, rows, self.position) = (pixels, picture.rows, position)
  }

  private init(_ placed: PlacedPicture, at position: Position) {
    (pixels, rows, self.position) = (placed.pixels, placed.rows, position)
  }

  /// The columns that it covers.
  public var columns: Range<Int> { position.column..<position.column + (rows.first?.count ?? 0) }

  /// The rows that it covers.
  public var lines: Range<Int> { position.row..<position.row + rows.count }

  /// Whether a place lies beneath it.
  public func covers(_ place: Position) -> Bool { columns ~= place.column && lines ~= place.row }

  /// The same picture in a frame that this one's is put into.
  func moved(by offset: Position) -> PlacedPicture {
    PlacedPicture(
      self, at: Position(column: position.column + offset.column, row: position.row + offset.row))
  }
}

extension Frame {
  /// The pictures of pixels of which all cells are seen: nothing cuts them and nothing lies over them.
  ///
  /// - Complexity: O(*n*) in their cells.
  public var visiblePictures: [PlacedPicture] { pictures.filter(isVisible) }

  private func isVisible(_ picture: PlacedPicture) -> Bool {
    guard 0..<size.columns ~= picture.position.column, picture.columns.upperBound <= size.columns,
      0..<size.rows ~= picture.position.row, picture.lines.upperBound <= size.rows
    else { return false }
    return zip(picture.lines, picture.rows).allSatisfy { line, cells in
      let start = line * size.columns + picture.position.column
      return self.cells[start..<start + cells.count].elementsEqual(cells)
    }
  }
}
