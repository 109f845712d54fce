import Records

/// Whether the file is the one that a session has changed, where it has another identity since.
extension BookStore {
  /// Finds out which dead sessions were of another file, unless that is known.
  ///
  /// What they have changed is not restored, settled or undone in the file that is there now. It stays in the log until their own
  /// file is back.
  func compareFiles(_ log: EditLog) throws(StoreError) {
    guard !log.sessions.knowsFiles else { return }
    let comparison = try log.sessions.startComparing(with: options.identity, isSame: false)
    while try compare(comparison, log) {}
    log.sessions.learn(comparison)
  }

  /// Looks at some more changes; false where nothing is left to look at.
  func compare(_ comparison: FileComparison, _ log: EditLog) throws(StoreError) -> Bool {
    guard comparison.isUnderWay else { return false }
    guard let (step, session) = comparison.nextStep else { return try log.sessions.readSteps(comparison) }
    var numbers: [Int64] = []
    if comparison.isOpen(session) {
      numbers = try log.reader.numbers(of: step, after: comparison.lastChange, count: FileComparison.size)
    }
    for number in numbers {
      guard let change = try log.reader.change(number) else { continue }
      if change.kind == .edit { comparison.noteEdit(by: session) }
      guard try hasRow(of: change) else { continue }
      comparison.noteRow(of: session)
      break
    }
    comparison.noteLook(at: numbers, of: session)
    return true
  }

  /// Whether the database has the row of a change, as far as its key tells, and its title: the one that it had then, or that
  /// the change has given it.
  private func hasRow(of change: LoggedChange) throws(StoreError) -> Bool {
    guard let id = try? recordID(of: change) else { return false }
    let sql = try sql(of: id.table)
    guard sql.schema.key.isKind(of: change.key) else { return false }
    let field = sql.schema.fields.firstIndex { $0.column == change.column }
    if change.column != nil, field == nil { return false }
    guard let title = try RowReader(connection: connection, sql: sql).title(of: id) else { return false }
    if title.head == change.title.head { return true }
    guard let field, case .edit(_, let before, let after) = change.content,
      let place = sql.schema.titleFields.firstIndex(of: field),
      let held = try values(sql.schema.titleFields, of: id, sql),
      after.isHeld(as: held[place], in: sql.schema.fields[field].affinity)
    else { return false }
    var all = sql.schema.fields.map { _ in Value.null }
    for (field, value) in zip(sql.schema.titleFields, held) { all[field] = value }
    all[field] = before
    return sql.schema.title(of: all).head == change.title.head
  }
}

extension Schema.Key {
  /// Whether a row's key can be one of these.
  fileprivate func isKind(of key: RecordID.Key) -> Bool {
    switch (self, key) {
    case (.rowid, .rowid): true
    case (.columns(let columns), .columns(let values)): columns.count == values.count
    default: false
    }
  }
}
