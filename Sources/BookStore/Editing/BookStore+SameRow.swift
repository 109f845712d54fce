import Records

/// Whether rows that are to be deleted are those that the person has seen.
extension BookStore {
  /// What rows are called, for a question whose answer may come when other rows have their keys.
  ///
  /// - Complexity: One statement for each row.
  /// - Throws: What reading can end with.
  public func seenTitles(of ids: some Sequence<RecordID>) throws(StoreError) -> SeenTitles {
    let version = dataVersion
    var titles: [RecordID: Value] = [:]
    for id in ids { titles[id] = try heldTitle(of: id) }
    return SeenTitles(titles: titles, version: version)
  }

  /// What a row is called in a list; nil where it is gone.
  ///
  /// - Throws: What reading can end with.
  public func shownTitle(of id: RecordID) throws(StoreError) -> Value? {
    if let values = records[id]?.shownValues {
      return try schema(of: id.table).title(of: values).head
    }
    return try heldTitle(of: id)
  }

  private func heldTitle(of id: RecordID) throws(StoreError) -> Value? {
    try RowReader(connection: connection, sql: try sql(of: id.table)).title(of: id)?.head
  }

  /// Checks in a transaction that rows are those that were read, listed or asked about, where somebody else has written
  /// since then.
  ///
  /// - Complexity: No statement as long as nobody else has written.
  /// - Throws: `rowReplaced` where one of them is another one.
  func checkAreSame(_ ids: [RecordID], _ seen: SeenTitles?) throws(StoreError) {
    let version = connection.dataVersion
    let isRecordOld = version == nil || version != baseline
    let isListOld = version == nil || version != seenVersions.data
    let isQuestionOld = seen.map { version == nil || version != $0.version } ?? false
    guard isRecordOld || isListOld || isQuestionOld else { return }
    for id in ids {
      if isRecordOld, let read = records[id].flatMap(ReadRow.init) { try checkIsSame(id, as: read) }
      let isHeld = records[id]?.values != nil
      let asked = isQuestionOld ? seen?.titles[id] : nil
      if let title = asked ?? (isListOld && !isHeld ? listedTitle(of: id) : nil),
        let held = try heldTitle(of: id), held != title.head
      {
        throw .rowReplaced
      }
    }
  }

  private func checkIsSame(_ id: RecordID, as read: ReadRow) throws(StoreError) {
    let sql = try sql(of: id.table)
    // A row that is gone already is no error.
    guard let row = try RowReader(connection: connection, sql: sql).read(id) else { return }
    guard read.isSame(as: row, in: sql.schema) else { throw .rowReplaced }
  }

  /// What a list holds of a row.
  private func listedTitle(of id: RecordID) -> Value? {
    for listing in listings(of: id.table) {
      if let title = listing.keyed.knownTitle(of: id) { return title }
    }
    return nil
  }

  /// Has rows read again that are other ones than it was known here.
  func readAgain(_ ids: [RecordID]) {
    for id in ids where state(of: id) == .hydrated { records.dehydrate(id) }
    for table in Set(ids.map(\.table)) {
      for listing in listings(of: table) { listing.readAgain() }
    }
  }
}
