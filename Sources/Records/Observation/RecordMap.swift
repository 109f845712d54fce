/// A map of a list: cells for one or several rows each, coloured by how much of them is held.
public struct RecordMap: Hashable, Sendable {
  /// The cells, in row order.
  public var cells: [Cell]
  /// The approximate number of rows per cell; exact if it is 1.
  public var rowsPerCell: Int
  /// The meaning of a cell's position.
  public var order: Order

  /// A cell of the map.
  public struct Cell: Hashable, Sendable {
    /// How much of the cell's rows is held.
    public var filling: Filling
    /// Whether one of the rows is on the screen.
    public var isShown: Bool

    package init(_ filling: Filling = .known, isShown: Bool = false) {
      (self.filling, self.isShown) = (filling, isShown)
    }
  }

  /// How much of a cell's rows is held.
  public enum Filling: Hashable, Sendable {
    case known
    case some
    case hydrated
    /// Less than half of the rows.
    case someDirty
    /// At least half of the rows.
    case dirty
  }

  /// The meaning of a cell's position.
  public enum Order: Hashable, Sendable {
    case list
    /// Between the least and the greatest key of the table.
    case key
    /// Just enough cells are filled for the held records.
    case none
  }

  /// Creates a map.
  public init(cells: [Cell] = [], rowsPerCell: Int = 1, order: Order = .list) {
    (self.cells, self.rowsPerCell, self.order) = (cells, rowsPerCell, order)
  }
}
