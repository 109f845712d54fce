import Records

/// What a row may point to is looked for before anything is written, so that an editor can say so while the text is
/// still in it.
///
/// What counts is what the rows will hold: a row that another record is in memory only is written first.
extension BookStore {
  /// Finds out whether a field may hold a value by the foreign keys that have it.
  ///
  /// - Parameter record: The row, for the other columns of a key; nil where only keys of one column are looked at.
  /// - Complexity: One statement for each foreign key with the field.
  /// - Throws: `noSuchTarget`.
  func checkTargets(_ record: Record?, setting value: Value, at field: Int, of table: TableID)
    throws(StoreError)
  {
    let schema = try schema(of: table)
    for reference in schema.references where reference.fields.contains(field) {
      if record == nil, reference.fields.count > 1 { continue }
      var values: [Value] = []
      for index in reference.fields {
        let held =
          try index == field
          ? value : record.map { record throws(StoreError) in try read(index, of: record.id) }
        values.append((held ?? .null).stored(in: schema.fields[index].affinity))
      }
      if let missing = missingTarget(of: reference, values) { throw missing }
    }
  }

  /// Finds out whether a row can be inserted; a field that is nil, or beyond the end, gets a default that is not known.
  func checkTargets(of values: [Value?], in sql: TableSQL) throws(StoreError) {
    for reference in sql.schema.references {
      // A row may point to itself, by a key that it does not have yet.
      if reference.table.lowercased() == sql.schema.table.lowercased() { continue }
      let held = reference.fields.compactMap { index in
        values.indices.contains(index) ? values[index]?.stored(in: sql.schema.fields[index].affinity) : nil
      }
      guard held.count == reference.fields.count else { continue }
      if let missing = missingTarget(of: reference, held) { throw missing }
    }
  }

  /// What a foreign key finds no row for, or nil where it finds one or cannot be followed.
  private func missingTarget(of reference: Reference, _ values: [Value]) -> StoreError? {
    guard !values.contains(.null), let parent = entry(named: reference.table),
      let sql = try? sql(of: parent.id),
      let statement = try? connection.statement(sql.entry(where: reference.columns))
    else { return nil }
    let fields = reference.columns.compactMap { column in
      sql.schema.fields.firstIndex { $0.column.lowercased() == column.lowercased() }
    }
    guard fields.count == values.count else { return nil }
    let missing = StoreError.noSuchTarget(sql.schema, fields: fields, values: values)
    if let record = dirtyTarget(fields, values, sql), writeFirst(record) { return nil }
    do throws(StoreError) {
      let found = try statement.firstRow(binding: values) { row in
        sql.id(row.values(at: sql.schema.key.columns.indices))
      }
      guard let found else { return missing }
      // A row that has given the values up in memory will not hold them for long.
      guard let record = records[found], record.hasChanged(oneOf: fields) else { return nil }
      return missing
    } catch {
      return nil
    }
  }

  /// Whether the row is not there that some cells point to.
  func pointsToNothing(
    _ reference: Reference, _ cells: [LoggedChange.Cell], _ sql: TableSQL
  ) throws(StoreError) -> Bool {
    let values = reference.fields.compactMap { field in
      cells.first { $0.column == sql.schema.fields[field].column }?.value
    }
    guard values.count == reference.fields.count, !values.contains(.null),
      let parent = entry(named: reference.table)
    else { return false }
    let statement = try connection.statement(self.sql(of: parent.id).entry(where: reference.columns))
    return try statement.firstRow(binding: values) { _ in true } == nil
  }

  /// A record that holds values in memory which the database does not have.
  private func dirtyTarget(_ fields: [Int], _ values: [Value], _ sql: TableSQL) -> Record? {
    // Nothing of a key can be set.
    guard !fields.allSatisfy({ sql.schema.key.columns.contains(sql.schema.fields[$0].column) }) else {
      return nil
    }
    return records.dirty.first { record in
      record.id.table == sql.schema.id && record.hasChanged(oneOf: fields)
        && zip(fields, values).allSatisfy { field, value in
          (try? read(field, of: record.id))?.isHeld(as: value, in: sql.schema.fields[field].affinity) ?? false
        }
    }
  }

  /// Why a foreign key has refused to write or to delete a row, as far as it can be told; else the error as it is.
  ///
  /// - Complexity: A statement for each foreign key of the row, and for each that points to its table.
  public func explained(_ error: StoreError, of id: RecordID) -> StoreError {
    guard error == .foreignKey else { return error }
    return missingTarget(of: id) ?? pointing(to: id) ?? error
  }

  /// Why a deferred foreign key has refused all that was to be written at once, as far as it can be told in short time;
  /// else the error as it is.
  ///
  /// - Complexity: Up to a tenth of a second, in which dirty records are looked at as for one of them.
  public func explained(_ error: StoreError) -> StoreError {
    guard error == .foreignKey else { return error }
    // To look for a target may write the record that holds it.
    return explained(error, by: records.dirty.map { $0 }) { record in
      let fields = (try? self.schema(of: record.id.table).fields) ?? []
      let changed = record.originals.compactMap {
        fields.indices.contains($0.index) ? fields[$0.index].column : nil
      }
      return self.missingTarget(of: record.id) ?? self.pointing(to: record.id, by: changed)
    }
  }

  /// Why a deferred foreign key has refused to let rows go, as `explained(_:)` tells it.
  func explained(_ error: StoreError, deleting ids: [RecordID]) -> StoreError {
    guard error == .foreignKey else { return error }
    return explained(error, by: ids) { self.pointing(to: $0) }
  }

  /// Why a deferred foreign key has refused a new row.
  func explained(_ error: StoreError, inserting cells: [LoggedChange.Cell], _ sql: TableSQL) -> StoreError {
    guard error == .foreignKey else { return error }
    for reference in sql.schema.references {
      let values = reference.fields.compactMap { index in
        cells.first { $0.column == sql.schema.fields[index].column }?.value
          .stored(in: sql.schema.fields[index].affinity)
      }
      if values.count == reference.fields.count, let missing = missingTarget(of: reference, values) {
        return missing
      }
    }
    return error
  }

  private func explained<Element>(
    _ error: StoreError, by elements: [Element], _ reason: (Element) -> StoreError?
  ) -> StoreError {
    let end = Clock.seconds + 0.1
    for element in elements {
      if let reason = reason(element) { return reason }
      if Clock.seconds > end { break }
    }
    return error
  }

  /// The missing rows that a row would point to by the foreign keys that were set in it.
  private func missingTarget(of id: RecordID) -> StoreError? {
    guard let record = records[id], let schema = try? schema(of: id.table) else { return nil }
    for reference in schema.references where record.hasChanged(oneOf: reference.fields) {
      let values = reference.fields.compactMap { index in
        (try? read(index, of: id))?.stored(in: schema.fields[index].affinity)
      }
      if values.count == reference.fields.count, let missing = missingTarget(of: reference, values) {
        return missing
      }
    }
    return nil
  }

  /// That rows point to one by foreign keys that neither delete nor change them, or nil where none do.
  ///
  /// - Parameter columns: Where only these columns matter, what is pointed to by others does not.
  private func pointing(to id: RecordID, by columns: [String]? = nil) -> StoreError? {
    let changed = columns.map { Set($0.map { $0.lowercased() }) }
    guard let parent = try? sql(of: id.table), parent.schema.key != .position else { return nil }
    let reader = SchemaReader(connection: connection)
    for child in tables where child.kind == .table {
      for key in (try? reader.foreignKeys(of: child.name)) ?? []
      where key.deletion == .noAction && key.isComplete
        && key.table.lowercased() == parent.schema.table.lowercased()
        && changed?.isDisjoint(with: key.targets.map { $0.lowercased() }) != true
      {
        let statement = try? connection.statement(key.isPointing(from: child.name, to: parent))
        let isPointing = try? statement?.firstRow(binding: id.values) { _ in true }
        guard isPointing == true else { continue }
        let title = try? RowReader(connection: connection, sql: parent, purpose: .other).title(of: id)
        return .isPointedTo(
          title: (title ?? nil).flatMap { $0.isNull ? nil : parent.schema.text(ofTitle: $0) }, by: child.name)
      }
    }
    return nil
  }
}

extension ForeignKey {
  /// Whether it names as many columns as it points to.
  fileprivate var isComplete: Bool { columns.count == targets.count && !columns.isEmpty }

  /// Finds one row of a table that points to a row, whose key is bound.
  fileprivate func isPointing(from table: String, to parent: TableSQL) -> String {
    // The parent's column is named first, for its collation is the one that counts (foreignkeys.html, 3).
    let pointing = zip(targets, columns).map { "p.\(quoted($0)) = c.\(quoted($1))" }
    let isRow = parent.schema.key.columns.map { "p.\(quoted($0)) = ?" }
    return """
      SELECT 1 FROM main.\(quoted(parent.schema.table)) AS p CROSS JOIN main.\(quoted(table)) AS c
      WHERE \((isRow + pointing).separated(by: " AND ")) LIMIT 1
      """
  }
}

extension Schema {
  /// Whether a field points to rows together with others.
  func isPartOfReference(_ field: Int) -> Bool {
    references.contains { $0.fields.count > 1 && $0.fields.contains(field) }
  }
}

extension Record {
  /// Whether the database holds something else in one of some fields.
  func hasChanged(oneOf fields: [Int]) -> Bool {
    originals.contains { fields.contains($0.index) }
  }
}
