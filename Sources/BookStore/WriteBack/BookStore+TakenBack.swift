import Records

/// Edits that were taken back, where somebody else has written meanwhile.
extension BookStore {
  /// Has fields hold what somebody else has made of them where they are as they were read, which no database holds any
  /// more; the edits that led there were never written.
  ///
  /// - Parameters:
  ///   - conflicts: What was in conflict before the fields were set.
  ///   - end: The last change of the log that led there.
  ///   - areMany: Whether rows do not move in the listings for each.
  /// - Returns: The conflicts that are no more.
  func takeTheirs(_ conflicts: [Conflict], upTo end: Int64, areMany: Bool) -> [Conflict] {
    var taken: [Conflict] = []
    for conflict in conflicts {
      let (id, field) = (conflict.id, conflict.field)
      guard let record = records[id], record.values != nil, record.original(at: field) == nil else {
        continue
      }
      set(record, field, isOneOfMany: areMany) {
        $0.rebase([FieldValue(index: field, value: conflict.theirs)])
        $0.set(conflict.theirs, at: field)
      }
      records.noteConflicts(of: id, records.conflicts(of: id).filter { $0.index != field })
      giveUpEdits(of: field, id, upTo: end)
      taken.append(conflict)
    }
    return taken
  }

  /// Lets go of records that are clean by now, if somebody else may have written since they were read: nothing has read
  /// them again while they were dirty.
  func letGoOfOld(_ ids: [RecordID]) {
    guard let version = dataVersion, version != baseline else { return }
    for id in ids where state(of: id) == .hydrated { records.dehydrate(id) }
  }

  /// Notes in the log that what was set in a field was never written and is not to be.
  private func giveUpEdits(of field: Int, _ id: RecordID, upTo end: Int64) {
    guard let schema = try? schema(of: id.table) else { return }
    // What cannot be noted is no change in the end for whoever reads the log.
    try? journal.opened?.marks.discard(schema.table, id.key, column: schema.fields[field].column, upTo: end)
  }
}
