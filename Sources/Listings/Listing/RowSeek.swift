import Records
import SQLite

/// A search for the next matching row; in another order than the key's, one statement visits all rows.
package struct RowSeek: Sendable {
  package let query: RowSource
  package let id: RecordID
  let orderValues: [Value]
  package let isForward: Bool
  /// Rows to ignore, because the database does not have their edits.
  package let edited: Set<RecordID>
  package let total: Int

  /// Wraps around the end of the list and checks the starting row last; `report` receives the part done, from 0 to 1.
  package func run(on connection: Connection, report: @escaping (Double) -> Void) throws(StoreError)
    -> RecordID?
  {
    var scanned = 0
    let tick = {
      scanned += SQLFunction.tickCount
      report(min(1, Double(scanned) / Double(max(1, total))))
    }
    return try query.withFunctions(on: connection, tick: tick) { () throws(StoreError) in
      for text in statements {
        if let found = try first(of: text, on: connection) { return found }
      }
      return nil
    }
  }

  private func first(of text: String, on connection: Connection) throws(StoreError) -> RecordID? {
    let values = query.bindings + orderValues + id.values
    return try connection.uncachedStatement(text, for: .list).first(binding: values) {
      row in
      let id = query.sql.id(in: row)
      return edited.contains(id) ? nil : id
    }
  }

  /// In key order, one statement for the rows beyond the start and one for the others; otherwise one for all rows.
  private var statements: [String] {
    let select = "SELECT \(query.sql.keyList) FROM \(query.sql.table) WHERE "
    let conditions = query.conditions.joined(separator: " AND ")
    let order = query.orderTerms(isForward: isForward)
    let number = 1 + query.bindings.count
    guard !query.order.terms.isEmpty else {
      let comparisons = isForward == query.order.isDescending ? ["<", ">="] : [">", "<="]
      return comparisons.map { comparison in
        "\(select)\(conditions) AND \(query.sql.key(comparison, from: number)) ORDER BY \(order)"
      }
    }
    let beyond = query.sql.beyond(query.order, isForward: isForward, from: number)
    // Only the edited rows are skipped, so the limit suffices.
    return ["\(select)\(conditions) ORDER BY NOT (\(beyond)), \(order) LIMIT \(edited.count + 1)"]
  }
}
