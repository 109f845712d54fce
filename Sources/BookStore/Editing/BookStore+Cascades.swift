import CSQLite
import Records

/// What goes or changes with a deleted row, by the foreign keys that point to it.
///
/// SQLite would see to it by itself. It is done here before, from the outermost rows inward and some at a time, so that
/// the edit log has each of them. What triggers do is the database's own affair, and is not logged.
extension BookStore {
  /// Deletes rows of one table, each after all that goes with it.
  ///
  /// - Returns: For each row whether it was there still.
  /// - Throws: What writing can end with; the transaction is to be rolled back then.
  func deleteWhole(_ ids: [RecordID], in transaction: RowTransaction) throws(StoreError) -> [Bool] {
    var deleted: [Bool] = []
    guard log() != nil, let table = ids.first?.table, try !dependents(of: table).isEmpty else {
      if log() != nil { try logged(ids, transaction) }
      for id in ids { deleted.append(try deleteRow(id)) }
      return deleted
    }
    for id in ids { deleted.append(try deleteWhole(id, transaction)) }
    return deleted
  }

  private func deleteWhole(_ id: RecordID, _ transaction: RowTransaction) throws(StoreError) -> Bool {
    guard transaction.visits.count < RowTransaction.largestDepth else {
      throw .other(code: SQLITE_ERROR, message: "too many levels of foreign keys")
    }
    transaction.begin(id)
    for rows in try dependents(of: id.table) {
      var last: RecordID?
      repeat {
        let page = try rows.rows(of: id, after: last, on: connection)
        last = page.count < DependentRows.pageSize ? nil : page.last
        try settle(page, rows, transaction)
      } while last != nil
    }
    try logged([id], transaction)
    // One that goes round in a circle goes when the whole circle is logged.
    return transaction.end(id) ? try deleteRow(id) : true
  }

  /// Does with rows what their foreign key says.
  private func settle(
    _ ids: [RecordID], _ rows: DependentRows, _ transaction: RowTransaction
  ) throws(StoreError) {
    guard rows.deletion == .cascade else {
      return try change(ids.filter { !transaction.isPostponed($0) }, rows, transaction)
    }
    let ids = ids.filter { !transaction.meets($0) }
    for (id, isDeleted) in zip(ids, try deleteWhole(ids, in: transaction)) where isDeleted {
      note(id, transaction)
    }
  }

  /// Appends rows as they are before they go, some at a time where they are large.
  func logged(_ ids: [RecordID], _ transaction: RowTransaction) throws(StoreError) {
    var (changes, byteCount): ([LoggedChange], Int) = ([], 0)
    for id in ids where !transaction.logged.contains(id) {
      guard let change = try loggedRow(id, { .deletion($0) }) else { continue }
      changes.append(change)
      changes += givenUp(with: change, of: id)
      byteCount += change.byteCount
      guard byteCount > Self.largestPart else { continue }
      append(changes, in: transaction)
      (changes, byteCount) = ([], 0)
    }
    append(changes, in: transaction)
  }

  /// How many bytes of rows are held before they are logged.
  private static let largestPart = 1 << 20

  /// Notes a row that went along.
  func note(_ id: RecordID, _ transaction: RowTransaction) {
    transaction.counts[id.table, default: 0] += 1
    if records[id] != nil { transaction.held.append(id) }
  }

  /// Has rows point to nothing, or notes that they will take their defaults.
  private func change(_ ids: [RecordID], _ rows: DependentRows, _ transaction: RowTransaction)
    throws(StoreError)
  {
    if rows.fields.isEmpty || ids.isEmpty { return }
    let reader = RowReader(connection: connection, sql: rows.sql, purpose: .other)
    let read = rows.sql.values(rows.fields)
    for id in ids {
      let held = try connection.statement(read).firstRow(binding: id.values) { row throws(StoreError) in
        try row.values(at: rows.fields.indices)
      }
      guard let held else { continue }
      let title = try reader.title(of: id) ?? .null
      let changes = zip(rows.fields, held).map { field, value in
        LoggedChange(
          table: rows.sql.schema.table, key: id.key, title: title,
          content: .edit(column: rows.sql.schema.fields[field].column, before: value, after: .null))
      }
      let numbers = append(changes, in: transaction)
      if rows.deletion == .setDefault {
        transaction.defaults.append((id, rows.fields, numbers))
      } else {
        try setFields(rows.fields, of: id, to: held.map { _ in .null }, rows.sql, transaction)
      }
    }
  }

  /// Sets fields of a row in the database at once.
  func setFields(
    _ fields: [Int], of id: RecordID, to values: [Value], _ sql: TableSQL, _ transaction: RowTransaction
  ) throws(StoreError) {
    try change(sql.update(fields), sql.schema.table).run(binding: values + id.values)
    if connection.changedRowCount == 0 { throw .ignored }
    note(fields, of: id, values, transaction)
  }

  private func note(_ fields: [Int], of id: RecordID, _ values: [Value], _ transaction: RowTransaction) {
    transaction.changedCount += 1
    transaction.fields[id.table, default: []].formUnion(fields)
    guard records[id]?.values != nil else { return }
    for (field, value) in zip(fields, values) {
      transaction.changed.append((id, FieldValue(index: field, value: value)))
    }
  }

  /// Reads which defaults were taken once the row is gone that was pointed to, and puts them into the log.
  func logDefaults(_ transaction: RowTransaction) throws(StoreError) {
    for row in transaction.defaults {
      let values = try connection.statement(try sql(of: row.id.table).values(row.fields)).firstRow(
        binding: row.id.values
      ) { statement throws(StoreError) in try statement.values(at: row.fields.indices) }
      guard let values else { continue }
      try? openedLog?.correct(row.changes, after: values)
      note(row.fields, of: row.id, values, transaction)
    }
  }

  /// Appends changes to what was logged before.
  ///
  /// - Returns: The changes' numbers.
  @discardableResult
  func append(_ changes: [LoggedChange], in transaction: RowTransaction) -> [Int64] {
    guard let appended = append(changes, as: transaction.purpose, isDraft: true) else { return [] }
    transaction.appended = transaction.appended?.adding(appended) ?? appended
    return appended.changes
  }

  /// Has records and lists follow once the database has it all.
  func follow(_ transaction: RowTransaction) {
    for id in transaction.held { records.remove(id) }
    for (table, count) in transaction.counts {
      noteCount(of: table, by: -count)
      for listing in listings(of: table) { listing.readAgain() }
    }
    for (table, fields) in transaction.fields {
      for listing in listings(of: table) where listing.isAffected(by: Array(fields)) { listing.readAgain() }
    }
    for change in transaction.changed {
      guard let record = records[change.id], record.values != nil else { continue }
      records.change(record) {
        // What was set here and is not written stays so.
        if $0.original(at: change.held.index) == nil { $0.set(change.held.value, at: change.held.index) }
        $0.rebase([change.held])
      }
    }
  }

  /// What goes or changes with rows of a table, by the foreign keys that point to it.
  func dependents(of table: TableID) throws(StoreError) -> [DependentRows] {
    if let knownDependents { return knownDependents[table] ?? [] }
    var all: [TableID: [DependentRows]] = [:]
    let reader = SchemaReader(connection: connection)
    for child in tables where child.kind == .table {
      for key in try reader.foreignKeys(of: child.name) where key.deletion != .noAction {
        // Of a table that cannot be read nothing can be logged.
        guard let parent = entry(named: key.table), let parentSQL = try? sql(of: parent.id),
          let rows = (try? sql(of: child.id)).flatMap({ DependentRows(key, of: $0, to: parentSQL) })
        else { continue }
        all[parent.id, default: []].append(rows)
      }
    }
    knownDependents = all
    return all[table] ?? []
  }
}

extension LoggedChange {
  /// The bytes of a whole row's values.
  fileprivate var byteCount: Int {
    switch content {
    case .edit: 0
    case .insertion(let cells), .deletion(let cells): cells.reduce(0) { $0 + $1.value.payloadByteCount }
    }
  }
}
