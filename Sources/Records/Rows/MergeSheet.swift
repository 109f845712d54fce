/// Rows of a table side by side, before they become one.
public struct MergeSheet: Hashable, Sendable {
  /// The table.
  public let schema: Schema
  /// What is merged; the first row stays.
  public private(set) var merge: Merge
  /// What each row holds, field by field; of long texts and blobs the beginning.
  public private(set) var rows: [[Value]]
  /// The fields in which the rows need a choice, because two of them say different things.
  public let differing: Set<Int>

  /// Makes a sheet of its parts.
  public init(_ schema: Schema, _ merge: Merge, rows: [[Value]], differing: Set<Int>) {
    (self.schema, self.merge, self.rows, self.differing) = (schema, merge, rows, differing)
  }

  /// The fields in which some row says something, in the order in which a record shows them.
  public var fields: [Int] {
    schema.displayOrder.filter { field in
      !isOfKey(field) && rows.contains { !MergedValue.isEmpty($0[field]) }
    }
  }

  /// Whether a field is part of the key, which the row that stays keeps.
  private func isOfKey(_ field: Int) -> Bool { schema.key.columns.contains(schema.fields[field].column) }

  /// Whether the row that stays gets something of a row in a field.
  public func isTaken(_ field: Int, from row: Int) -> Bool {
    let isEmpty = MergedValue.isEmpty(rows[row][field])
    switch merge.choices[field] {
    case .row(let place): return place == row
    case .all: return !isEmpty
    case nil: break
    }
    if isEmpty { return false }
    if schema.fields[field].kind == .list { return true }
    let values = rows.map { $0[field] }
    let kept = MergedValue(schema.fields[field]).value(of: values, nil)
    return values.firstIndex(of: kept) == row
  }

  /// Chooses for a field.
  public mutating func choose(_ choice: Merge.Choice?, for field: Int) {
    guard !schema.fields[field].isGenerated, !isOfKey(field) else { return }
    merge.choices[field] = choice
  }

  /// Makes the second row the one that stays, and the first one the last; what was chosen goes with its row.
  public mutating func keepNext() {
    let count = rows.count
    guard count > 1 else { return }
    rows.append(rows.removeFirst())
    merge.ids.append(merge.ids.removeFirst())
    if !merge.seen.isEmpty { merge.seen.append(merge.seen.removeFirst()) }
    merge.choices = merge.choices.mapValues { choice in
      if case .row(let place) = choice { .row((place + count - 1) % count) } else { choice }
    }
  }
}
