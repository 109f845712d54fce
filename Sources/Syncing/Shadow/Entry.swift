import Records
import SQLite

/// One of the last writes of a cell, which do not know each other.
struct Entry {
  /// The column, or one of the two below.
  let column: Int
  let write: Write
  /// What it wrote; nil where that is what the row holds.
  var value: Value?
  /// What the cell held before.
  var old: Value?

  /// Stands for the deletion of the row.
  static let deletion = -1
  /// Stands for what needs the row: another row that points to it.
  static let need = -2
}
