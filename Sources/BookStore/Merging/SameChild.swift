import Records

/// Which rows that point to two books say the same, so that one of them is enough once the books are one.
///
/// They are known by the tables of the template `reading`. Rows of other tables may well be there twice.
enum SameChild {
  /// The columns that say what a row is about, by table; of several sets the first that is filled in.
  private static let columns: [String: [[String]]] = [
    "reading": [["finished"], ["stopped"], ["started"], []],
    "progress": [["at", "page", "percent"]],
    "quote": [["text"]],
    "source": [["service", "id"]],
    "loan": [["person", "direction", "lent_on"]],
  ]

  /// Whether rows of a table can say the same.
  static func isKnown(_ schema: Schema) -> Bool { columns[schema.table.lowercased()] != nil }

  /// Whether two rows say the same, of which each may say more than the other.
  ///
  /// - Parameters:
  ///   - left, right: The rows, column by column, without their keys and what points to the books.
  static func isSame(_ left: [String: Value], _ right: [String: Value], in schema: Schema) -> Bool {
    guard let sets = columns[schema.table.lowercased()] else { return false }
    let contradict = left.contains { column, value in
      let other = right[column] ?? .null
      return !MergedValue.isEmpty(value) && !MergedValue.isEmpty(other) && value != other
    }
    if contradict { return false }
    func isFilled(_ row: [String: Value], _ columns: [String]) -> Bool {
      columns.contains { !MergedValue.isEmpty(row[$0] ?? .null) }
    }
    for set in sets {
      switch (isFilled(left, set), isFilled(right, set)) {
      case (true, true): return set.allSatisfy { left[$0] ?? .null == right[$0] ?? .null }
      case (false, false) where !set.isEmpty: continue
      case (false, false): return true
      default: return false
      }
    }
    return false
  }
}
