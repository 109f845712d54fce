import Records

/// Fields that were set here and by somebody else.
extension BookStore {
  /// The fields that write-backs found changed by somebody else, in the order of tables, keys and fields.
  ///
  /// - Complexity: O(*n* log *n*) in the conflicts.
  public var conflicts: [Conflict] {
    records.conflicts.flatMap { conflicts(of: $0.key) }.sorted { ($0.id, $0.field) < ($1.id, $1.field) }
  }

  /// The fields of a record that are in conflict, in their order.
  public func conflicts(of id: RecordID) -> [Conflict] {
    guard let record = records[id], let values = record.values else { return [] }
    // A field that was set back meanwhile is in conflict no more.
    return (records.conflicts[id] ?? []).compactMap { theirs in
      guard let original = record.original(at: theirs.index) else { return nil }
      return Conflict(
        id: id, field: theirs.index, original: original, mine: values[theirs.index], theirs: theirs.value)
    }
  }

  /// Chooses a value for a field in conflict; the next write-back writes it, if the database is to have another one.
  ///
  /// A field that is not in conflict is left as it is.
  public func resolve(_ id: RecordID, _ field: Int, _ choice: Conflict.Choice) throws(StoreError) {
    guard let conflict = conflicts(of: id).first(where: { $0.field == field }),
      let record = records[id]
    else { return }
    edit(record, [field]) {
      $0.rebase([FieldValue(index: field, value: conflict.theirs)])
      $0.set(conflict[choice], at: field)
    }
    records.noteConflicts(of: id, (records.conflicts[id] ?? []).filter { $0.index != field })
  }

  /// Chooses the same for all fields in conflict.
  public func resolveAll(_ choice: Conflict.Choice) throws(StoreError) {
    for conflict in conflicts { try resolve(conflict.id, conflict.field, choice) }
  }
}

extension RecordID {
  /// Orders rows by their tables and rowids; those with other keys come in no order.
  fileprivate static func < (left: RecordID, right: RecordID) -> Bool {
    (left.table, left.rowid ?? 0) < (right.table, right.rowid ?? 0)
  }
}

private func < (left: (RecordID, Int), right: (RecordID, Int)) -> Bool {
  left.0 == right.0 ? left.1 < right.1 : left.0 < right.0
}
