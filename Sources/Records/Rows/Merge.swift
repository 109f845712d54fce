/// A merge of several rows of a table into one.
public struct Merge: Hashable, Sendable {
  /// The source of a field's value in the merged row.
  public enum Choice: Hashable, Sendable {
    case row(Int)
    /// The items of all lists, or all texts one after the other.
    case all
  }

  /// The rows; the first one stays.
  public var ids: [RecordID]
  /// The choices by field; without one, empty fields are filled from the other rows in order, and lists are joined.
  public var choices: [Int: Choice]
  /// Hashes of the rows' contents when the person chose; empty if nobody reviewed them.
  public var seen: [UInt64]

  /// Creates a merge.
  public init(_ ids: [RecordID], choices: [Int: Choice] = [:], seen: [UInt64] = []) {
    (self.ids, self.choices, self.seen) = (ids, choices, seen)
  }
}

/// The rows of a merge side by side.
public struct MergeSheet: Hashable, Sendable {
  /// The schema of the rows.
  public let schema: Schema
  /// The merge; its first row stays.
  public private(set) var merge: Merge
  /// The values of each row; only the beginning of long texts and blobs.
  public private(set) var rows: [[Value]]
  /// The fields that need a choice because two rows disagree.
  public let differing: Set<Int>

  package init(_ schema: Schema, _ merge: Merge, rows: [[Value]], differing: Set<Int>) {
    (self.schema, self.merge, self.rows, self.differing) = (schema, merge, rows, differing)
  }

  /// The fields in which some row has a value, in display order.
  public var fields: [Int] {
    schema.displayOrder.filter { field in
      !isOfKey(field) && rows.contains { !MergedValue.isEmpty($0[field]) }
    }
  }

  private func isOfKey(_ field: Int) -> Bool { schema.key.columns.contains(schema.fields[field].column) }

  /// Whether the merged row takes at least part of a field from a row.
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

  package mutating func choose(_ choice: Merge.Choice?, for field: Int) {
    guard !schema.fields[field].isGenerated, !isOfKey(field) else { return }
    merge.choices[field] = choice
  }

  /// Makes the second row the one that stays, and the first the last; choices move with their rows.
  package mutating func keepNext() {
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
