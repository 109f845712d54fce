import Records

extension BookStore {
  /// Deletes a row at once; its record and its edits go.
  ///
  /// A row that is gone already is no error. What foreign keys and triggers do with it is undone with it.
  ///
  /// - Returns: How many other rows went, came or changed along.
  /// - Throws: `rowReplaced` where another row has its key by now, `constraint`, `ignored`, `readOnly`, `busy` or what else
  ///   writing can end with; the record stays.
  @discardableResult
  public func delete(_ id: RecordID) throws(StoreError) -> Int { try delete([id]) }

  /// Deletes rows in one transaction; a row that is gone already is no error.
  ///
  /// Where somebody else has written since they were read, listed or asked about, each is looked at first.
  ///
  /// - Parameters:
  ///   - seen: What the rows were called when the person was asked.
  ///   - step: What the change is part of, if more calls are to be undone with it.
  /// - Returns: As for one row.
  /// - Throws: As for one row; then no row is deleted and all records stay.
  @discardableResult
  public func delete(_ ids: [RecordID], seenAs seen: SeenTitles? = nil, in step: EditStep? = nil)
    throws(StoreError) -> Int
  {
    do throws(StoreError) {
      let tables = try Set(ids.map { id throws(StoreError) in try schema(of: id.table).table })
      writeFirst(pointingElsewhere(from: tables))
      let places = try places(of: ids)
      let (_, changes) = try changeRows(as: LogPurpose(step: step)) { recorder throws(StoreError) in
        try checkAreSame(ids, seen)
        for id in ids { try deleteRow(id, recorder) }
      }
      let gone = Set(changes.lazy.filter { $0.kind == .deletion }.map(\.id))
      forget(ids, areDeleted: ids.map(gone.contains), places)
      let main = Set(ids)
      let others = changes.filter { !main.contains($0.id) }
      follow(others)
      return others.count
    } catch {
      if error == .rowReplaced { readAgain(ids) }
      throw explained(error, changing: ids)
    }
  }

  /// Explains why the last transaction of rows has failed, by the rows that were to go and those that it touched.
  func explained(_ error: StoreError, changing ids: [RecordID]) -> StoreError {
    defer { knownRecorder?.recorder.forget() }
    let touched = (knownRecorder?.recorder.touches ?? []).compactMap { touch in
      entry(named: touch.row.table).map { RecordID(touch.row.key, in: $0.id) }
    }
    return explained(error, deleting: ids + touched)
  }

  /// Runs the statement; a row that was gone already is no error.
  func deleteRow(_ id: RecordID, _ recorder: RowRecorder) throws(StoreError) {
    let sql = try sql(of: id.table)
    if sql.schema.isReadOnly { throw .readOnly }
    recorder.beginStatement()
    let held = recorder.reports(sql.schema.table) ? nil : try heldCells(of: id, sql)
    do throws(StoreError) {
      try change(sql.delete, sql.schema.table, of: id).run(binding: id.values)
    } catch {
      throw explained(error, of: id)
    }
    if connection.changedRowCount > 0 {
      if let held { noteUnreported(id, sql, before: held, isThere: false, recorder) }
      return
    }
    let isThere = try connection.statement(sql.exists, of: id).firstRow(binding: id.values) { _ in true }
    if isThere != nil { throw .ignored }
  }

  /// Where rows are in a listing, found before they go.
  struct Places {
    let listing: Listing
    /// The positions in a listing that does not go by key.
    var ranked: [Int] = []
    /// How many anchors are before each row.
    var anchorCounts: [Int] = []
  }

  func places(of ids: [RecordID]) throws(StoreError) -> [Places] {
    guard let table = ids.first?.table else { return [] }
    var all: [Places] = []
    for listing in listings(of: table) {
      var places = Places(listing: listing)
      for id in ids {
        if let position = try listing.rankedPosition(of: id) { places.ranked.append(position) }
        places.anchorCounts.append(try listing.keyed.anchorCount(before: id))
      }
      all.append(places)
    }
    return all
  }

  /// Lets go of rows of one table, which the lists knew the places of.
  func forget(_ ids: [RecordID], areDeleted: [Bool], _ places: [Places]) {
    for (index, id) in ids.enumerated() {
      for place in places {
        if areDeleted[index] {
          place.listing.noteDeleted(id, behindFirst: place.anchorCounts[index])
        } else {
          place.listing.invalidate()
        }
      }
      if areDeleted[index] { noteCount(of: id.table, by: -1) }
      records.remove(id)
    }
    for place in places { place.listing.removeRanked(at: place.ranked) }
  }

  /// Has records and lists follow what became of rows.
  func follow(_ changes: [RowChange]) {
    var (fields, resized): ([TableID: Set<Int>], Set<TableID>) = ([:], [])
    for change in changes {
      switch change.kind {
      case .insertion where changes.count <= Listing.placedCount: noteInserted(change.id)
      case .insertion, .deletion:
        if change.kind == .deletion { records.remove(change.id) }
        noteCount(of: change.id.table, by: change.kind == .deletion ? -1 : 1)
        resized.insert(change.id.table)
      case .edit: fields[change.id.table, default: []].formUnion(follow(change))
      }
    }
    for table in resized.union(fields.keys) {
      for listing in listings(of: table)
      where resized.contains(table) || listing.isAffected(by: Array(fields[table] ?? [])) {
        listing.readAgain()
      }
    }
  }

  /// Has the record of a changed row follow, and answers which fields were changed.
  private func follow(_ change: RowChange) -> [Int] {
    let fields = change.sql.schema.fields
    let held = change.edits.compactMap { edit -> FieldValue? in
      guard case .edit(let column, _, let value) = edit,
        let index = fields.firstIndex(where: { $0.column == column })
      else { return nil }
      return FieldValue(index: index, value: value)
    }
    if let record = records[change.id], record.values != nil {
      records.change(record) { record in
        for field in held {
          // What was set here and is not written stays so.
          if record.original(at: field.index) == nil { record.set(field.value, at: field.index) }
          record.rebase([field])
        }
      }
    }
    let computed = fields.indices.filter { fields[$0].isGenerated }
    // What is computed of the columns is read again.
    if !computed.isEmpty, state(of: change.id) == .hydrated { records.dehydrate(change.id) }
    return held.map(\.index) + computed
  }

  /// Puts a row that was inserted into the listings.
  private func noteInserted(_ id: RecordID) {
    // What was read of another row that had the key is not this one's.
    if records[id]?.state == .hydrated { records.remove(id) }
    for listing in listings(of: id.table) {
      listing.noteInserted(id)
      if listing.latestQuery != nil { listing.insert(id) }
    }
    noteCount(of: id.table, by: 1)
  }
}
