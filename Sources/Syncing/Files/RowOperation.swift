import Records

/// A change of a row, with values in the order of the table's columns, those of the key first.
package enum RowOperation: Hashable, Sendable {
  case insert([Value])
  case delete([Value])
  /// The changed columns by index; if the old and new values are equal, the person has settled on the value.
  case update(key: [Value], cells: [Int: (old: Value, new: Value)])

  func contains(where condition: (Value) -> Bool) -> Bool {
    switch self {
    case .insert(let values), .delete(let values): values.contains(where: condition)
    case .update(let key, let cells):
      key.contains(where: condition) || cells.values.contains { condition($0.old) || condition($0.new) }
    }
  }

  func mapped(_ value: (Value) throws(SyncError) -> Value) throws(SyncError) -> RowOperation {
    func mapped(_ values: [Value]) throws(SyncError) -> [Value] {
      var values = values
      for place in values.indices { values[place] = try value(values[place]) }
      return values
    }
    switch self {
    case .insert(let values): return .insert(try mapped(values))
    case .delete(let values): return .delete(try mapped(values))
    case .update(var key, var cells):
      key = try mapped(key)
      for (place, cell) in cells { cells[place] = (try value(cell.old), try value(cell.new)) }
      return .update(key: key, cells: cells)
    }
  }

  package static func == (left: RowOperation, right: RowOperation) -> Bool {
    switch (left, right) {
    case (.insert(let one), .insert(let other)), (.delete(let one), .delete(let other)): one == other
    case (.update(let key, let cells), .update(let other, let others)):
      key == other && cells.count == others.count
        && cells.allSatisfy { others[$0.key]?.old == $0.value.old && others[$0.key]?.new == $0.value.new }
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .insert(let values), .delete(let values), .update(let values, _): hasher.combine(values)
    }
  }
}
