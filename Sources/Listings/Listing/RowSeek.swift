import Records
import SQLite

/// A search for the next matching row in an order, on a listing's search thread.
///
/// In the order of keys SQLite starts at the row and stops at the first match. In another order one statement looks at
/// all rows and keeps the best.
package struct RowSeek: Sendable {
  /// The order and the scope of the list, with the words that are looked for as its own.
  package let query: ListQuery
  /// The row that the look starts from.
  package let id: RecordID
  /// The values of the fields that the list is ordered by, in that row.
  let orderValues: [Value]
  package let isForward: Bool
  /// Rows that do not count, because the database does not have their edits.
  package let edited: Set<RecordID>
  /// The number of rows in the table, to tell how far the work is.
  package let total: Int

  /// Finds the row, round the end of the list; the last that it comes to is the one that it started from.
  ///
  /// - Parameter report: Gets the part that is done, from 0 to 1, now and then.
  package func run(on connection: Connection, report: @escaping (Double) -> Void) throws(StoreError)
    -> RecordID?
  {
    var scanned = 0
    try query.defineFunctions(on: connection) {
      scanned += SQLFunction.tickCount
      report(min(1, Double(scanned) / Double(max(1, total))))
    }
    defer { try? SQLFunction.register(on: connection.pointer) {} }
    for text in statements {
      if let found = try first(of: text, on: connection) { return found }
    }
    return nil
  }

  private func first(of text: String, on connection: Connection) throws(StoreError) -> RecordID? {
    let values = query.bindings + orderValues + id.values
    return try connection.uncachedStatement(text, for: .list).first(binding: values) {
      row in
      let id = query.sql.id(in: row)
      return edited.contains(id) ? nil : id
    }
  }

  /// In the order of keys the rows beyond the start come first and then the others; otherwise one statement has both.
  private var statements: [String] {
    let select = "SELECT \(query.sql.keyList) FROM \(query.sql.table) WHERE "
    let conditions = query.conditions.joined(separator: " AND ")
    let order = query.orderTerms(isForward: isForward)
    // The values of the conditions are bound before.
    let number = 1 + query.bindings.count
    guard !query.order.terms.isEmpty else {
      let comparisons = isForward == query.order.isDescending ? ["<", ">="] : [">", "<="]
      return comparisons.map { comparison in
        "\(select)\(conditions) AND \(query.sql.key(comparison, from: number)) ORDER BY \(order)"
      }
    }
    let beyond = query.sql.beyond(query.order, isForward: isForward, from: number)
    // More rows than these are never passed over.
    return ["\(select)\(conditions) ORDER BY NOT (\(beyond)), \(order) LIMIT \(edited.count + 1)"]
  }
}
