import Records

/// One of the latest concurrent writes of a cell.
struct Entry {
  /// The column, or `deletion` or `need`.
  let column: Int
  let write: Write
  /// The written value; nil if it is the row's current value.
  var value: Value?
  var old: Value?

  static let deletion = -1
  /// The row is needed, because another row references it.
  static let need = -2
}
