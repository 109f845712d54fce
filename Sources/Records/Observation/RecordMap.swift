/// A picture of a list's rows: one cell for each, or one for many, coloured by what is held of them.
public struct RecordMap: Hashable, Sendable {
  /// The cells, in the order of the rows.
  public var cells: [Cell]
  /// The rows for each cell, about so many where it is more than one.
  public var rowsPerCell: Int
  /// What the place of a row in the map says.
  public var order: Order

  /// One cell.
  public struct Cell: Hashable, Sendable {
    /// What is held of its rows.
    public var filling: Filling
    /// Whether one of its rows is on the screen.
    public var isShown: Bool

    /// Makes a cell of its parts.
    public init(_ filling: Filling = .known, isShown: Bool = false) {
      self.filling = filling
      self.isShown = isShown
    }
  }

  /// What is held of a cell's rows.
  public enum Filling: Hashable, Sendable {
    /// Keys and titles only.
    case known
    /// The fields of some, less than half.
    case some
    /// The fields of at least half of them.
    case hydrated
    /// The fields of some; fewer than half of its rows differ from the database, but at least one does.
    case someDirty
    /// At least half of its rows differ from the database.
    case dirty
  }

  /// What the place of a row in the map says.
  public enum Order: Hashable, Sendable {
    /// Its place in the list.
    case list
    /// Where its key is between the least and the greatest key of the table.
    case key
    /// Nothing: as many cells are filled as are needed for the records that are held.
    case none
  }

  /// Makes a map of its parts.
  public init(cells: [Cell] = [], rowsPerCell: Int = 1, order: Order = .list) {
    self.cells = cells
    self.rowsPerCell = rowsPerCell
    self.order = order
  }
}
