import Records

extension EditLog {
  /// Reads which rows came and went since the first change that is to be read, as far as that counts: not what was given
  /// up, nor what another session that lives is about to do, which may be refused.
  ///
  /// - Parameter sessions: The dead sessions whose changes are read.
  /// - Complexity: O(*n*) in the changes after the first.
  func readRowEvents(into reader: inout AbandonedReader, of sessions: Set<Int64>) throws(StoreError) {
    guard let first = reader.numbers.first else { return }
    var events: [AbandonedReader.Place: [RowEvent]] = [:]
    try connection.statement(Self.rowEvents).forEachRow(
      binding: [.integer(first), LogCode.code(ChangeEntry.Kind.edit)]
    ) { row throws(StoreError) in
      guard let key = PackedKey.key(of: try row.value(at: 2)) else { return }
      let place = AbandonedReader.Place(table: try row.string(at: 1), key: key)
      guard let event = event(row, inDoubt: sessions) else { return }
      events[place, default: []].append(event)
      if row.integer(at: 7) != 0, sessions.contains(event.session) { reader.steps.insert(event.step) }
    }
    for place in events.keys { events[place]?.settle() }
    reader.events = events
  }

  private func event(_ row: PreparedStatement, inDoubt sessions: Set<Int64>) -> RowEvent? {
    let (kind, cause, owner) = (Int(row.integer(at: 3)), Int(row.integer(at: 4)), row.integer(at: 5))
    let isPending = row.integer(at: 7) != 0
    guard LogCode.kinds.indices.contains(kind), LogCode.causes.indices.contains(cause),
      !isPending || owner == session || sessions.contains(owner)
    else { return nil }
    return RowEvent(
      number: row.integer(at: 0), kind: LogCode.kinds[kind], cause: LogCode.causes[cause],
      step: row.integer(at: 8), session: owner,
      isUndone: row.integer(at: 6) != 0,
      isInDoubt: isPending && sessions.contains(owner) && LogCode.kinds[kind] == .deletion)
  }

  private static let rowEvents = """
    SELECT c.id, c."table", c.key, c.kind, t.cause, t.session, t.undone, coalesce(\(isPending), 0), t.id
    FROM change c CROSS JOIN step t ON t.id = c.step LEFT JOIN session s ON s.id = t.session
    WHERE c.id >= ? AND c.kind <> ? AND c.state <> \(LogCode.discarded) ORDER BY c.id
    """
}
