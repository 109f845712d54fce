import Records

extension BookStore {
  /// Sets a field of a record, which is hydrated if it must be; the database gets it with the next write-back.
  ///
  /// The value that is there already changes nothing, and the one that the database holds makes the field clean. A
  /// large value that was not read is read first, for it is the original then.
  ///
  /// - Parameter fieldIndex: An index in the schema's fields.
  /// - Throws: `fixedField` for a column of the key, `notUnique` where another row holds the value, `noSuchTarget`
  ///   where it points to no row, else as `record(_:)`.
  public func set(_ value: Value, at fieldIndex: Int, of id: RecordID) throws(StoreError) {
    try checkIsSettable(fieldIndex, of: id.table)
    let record = try record(id)
    let value = value.asStored
    guard try read(fieldIndex, of: id) != value else { return }
    try checkUnique(record, setting: value, at: fieldIndex)
    try checkTargets(record, setting: value, at: fieldIndex, of: id.table)
    // A memory warning may have let go of it while another record was written first.
    _ = try read(fieldIndex, of: id)
    if let change = change(record, fieldIndex, to: value) { append([change], as: LogPurpose()) }
    edit(record, [fieldIndex]) { $0.set(value, at: fieldIndex) }
  }

  /// Changes fields of a record and moves the row in the listing if that is where it belongs then.
  func edit(_ record: Record, _ fields: [Int], _ body: (Record) -> Void) {
    let affected = listings(of: record.id.table).filter { $0.isAffected(by: fields) }
    for listing in affected { listing.remove(record.id) }
    records.change(record, body)
    for listing in affected { listing.insert(record.id) }
  }

  func checkIsSettable(_ fieldIndex: Int, of table: TableID) throws(StoreError) {
    if let damage { throw .damaged(detail: damage) }
    let schema = try schema(of: table)
    if schema.isReadOnly { throw .readOnly }
    if schema.key.columns.contains(schema.fields[fieldIndex].column) { throw .fixedField }
    try change(try sql(of: table).update([fieldIndex]), schema.table, field: schema.fields[fieldIndex])
  }

  /// Takes back every edit of a record that the database does not have.
  public func revert(_ id: RecordID) {
    guard let record = records[id] else { return }
    append(record.originals.compactMap { change(record, $0.index, to: $0.value) }, as: LogPurpose())
    edit(record, record.originals.map(\.index)) { $0.revert() }
  }

  /// Sets a field of many records; rows do not move in the listing before the database has their edits.
  ///
  /// - Parameter step: What the change is part of, if more calls are to be undone with it.
  /// - Throws: As `set(_:at:of:)`, with the rows before the one that it is about set; why the edit log cannot be written
  ///   any more, with those set that it has.
  public func set(
    _ value: Value, at fieldIndex: Int, ofEach ids: [RecordID], in step: EditStep? = nil
  ) throws(StoreError) {
    guard let table = ids.first?.table else { return }
    try checkIsSettable(fieldIndex, of: table)
    let value = value.asStored
    let step = step ?? beginStep()
    for listing in listings(of: table) where listing.isAffected(by: [fieldIndex]) { listing.markStale() }
    // So many that the log is not kept from other programs for long; one by one where no two may be the same.
    let isUnique = try schema(of: table).uniqueKeys.contains { $0.fields.contains(fieldIndex) }
    let size = isUnique ? 1 : 1_024
    try checkTargets(nil, setting: value, at: fieldIndex, of: table)
    for start in stride(from: 0, to: ids.count, by: size) {
      try set(value, at: fieldIndex, ofSome: ids[start..<min(start + size, ids.count)], in: step)
    }
  }

  private func set(
    _ value: Value, at fieldIndex: Int, ofSome ids: ArraySlice<RecordID>, in step: EditStep
  ) throws(StoreError) {
    var (found, failure) = try settable(ids, value, at: fieldIndex)
    // Not before all are looked at, for a memory warning may let go of some while another record is written first.
    for record in found where record.value(at: fieldIndex) == nil {
      do throws(StoreError) { _ = try read(fieldIndex, of: record.id) } catch { failure = failure ?? error }
    }
    found.removeAll { record in record.value(at: fieldIndex).map { $0 == value } ?? true }
    if log() != nil || journal.failure != nil {
      _ = try appendPart(found.compactMap { change($0, fieldIndex, to: value) }, as: LogPurpose(step: step))
    }
    for record in found { records.change(record) { $0.set(value, at: fieldIndex) } }
    if let failure { throw failure }
  }

  /// The records up to the first that cannot be set, and why that one cannot.
  private func settable(
    _ ids: ArraySlice<RecordID>, _ value: Value, at fieldIndex: Int
  ) throws(StoreError) -> (records: [Record], failure: StoreError?) {
    var found: [Record] = []
    found.reserveCapacity(ids.count)
    let isPart = try ids.first.map { id throws(StoreError) in
      try schema(of: id.table).isPartOfReference(fieldIndex)
    }
    for id in ids {
      do throws(StoreError) {
        let record = try record(id)
        try checkUnique(record, setting: value, at: fieldIndex)
        if isPart == true { try checkTargets(record, setting: value, at: fieldIndex, of: id.table) }
        found.append(record)
      } catch {
        return (found, error)
      }
    }
    return (found, nil)
  }
}

extension Value {
  /// The value as SQLite would give it back: it keeps no NaN.
  fileprivate var asStored: Value {
    if case .real(let real) = self, real.isNaN { .null } else { self }
  }
}
