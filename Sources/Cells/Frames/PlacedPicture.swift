/// A pixel picture at a position in a frame, over cells that show the picture without pixels.
public struct PlacedPicture: Hashable, Sendable {
  /// The pixels.
  public let pixels: PixelPicture
  /// The cells under the picture; all rows have the same length.
  let rows: [[Cell]]
  /// The position of the top left corner.
  public let position: Position

  /// Nil if the picture has no pixels, or rows of different lengths.
  init?(_ picture: Picture, at position: Position) {
    guard let pixels = picture.pixels, let first = picture.rows.first, !first.isEmpty,
      picture.rows.allSatisfy({ $0.count == first.count })
    else { return nil }
    (self.pixels, rows, self.position) = (pixels, picture.rows, position)
  }

  private init(_ placed: PlacedPicture, at position: Position) {
    (pixels, rows, self.position) = (placed.pixels, placed.rows, position)
  }

  /// The columns that the picture covers.
  public var columns: Range<Int> { position.column..<position.column + (rows.first?.count ?? 0) }

  /// The rows that the picture covers.
  public var lines: Range<Int> { position.row..<position.row + rows.count }

  /// Whether the picture covers a position.
  public func covers(_ place: Position) -> Bool { columns ~= place.column && lines ~= place.row }

  func moved(by offset: Position) -> PlacedPicture {
    PlacedPicture(
      self, at: Position(column: position.column + offset.column, row: position.row + offset.row))
  }
}

extension Frame {
  /// The pixel pictures that are neither cut nor covered; O(*n*) in their cells.
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
