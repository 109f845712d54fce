import Records

extension BookStore {
  /// The rows that the foreign keys of a row point to, those that are there, in the order of the fields.
  ///
  /// - Complexity: One statement for each foreign key that holds no NULL.
  func links(of values: [Value], in table: TableID) throws(StoreError) -> [RecordSnapshot.Link] {
    var links: [RecordSnapshot.Link] = []
    for reference in try schema(of: table).references {
      let key = reference.fields.map { values[$0] }
      guard let first = reference.fields.first, !key.contains(.null) else { continue }
      // A foreign key may name a table that is not there, or columns that it does not have.
      guard let parent = entry(named: reference.table), let sql = try? sql(of: parent.id),
        let statement = try? connection.statement(sql.entry(where: reference.columns))
      else { continue }
      let count = sql.schema.key.columns.count
      let link = try statement.firstRow(binding: key) { row in
        RecordSnapshot.Link(
          field: first, target: sql.id(row.values(at: 0..<count)),
          title: row.shownValue(at: Int32(count)))
      }
      if let link { links.append(link) }
    }
    // Keys of the same field stay in the order in which they are declared.
    return links.enumerated().sorted { ($0.element.field, $0.offset) < ($1.element.field, $1.offset) }.map(
      \.element)
  }

  /// The lists of rows whose foreign keys point to a row, in the order of the tables.
  ///
  /// - Complexity: O(*n*) in the tables; it reads the schema of each that was not looked at yet.
  /// - Throws: As `record(_:)`.
  public func references(to id: RecordID) throws(StoreError) -> [(source: ListSource, reference: Reference)] {
    let record = try record(id)
    guard let values = record.values else { return [] }
    let target = try schema(of: id.table)
    let title = target.text(ofTitle: target.title(of: record.shownValues ?? values))
    var found: [(source: ListSource, reference: Reference)] = []
    for table in tables {
      // What cannot be read says so when it is opened.
      guard let schema = try? schema(of: table.id) else { continue }
      for reference in schema.references where reference.table.lowercased() == target.table.lowercased() {
        let key = reference.columns.compactMap { target.value(of: $0, id, values) }
        guard key.count == reference.columns.count, !key.contains(.null) else { continue }
        let scope = ListSource.Scope(fields: reference.fields, values: key, title: title)
        found.append((ListSource(table: table.id, scope: scope), reference))
      }
    }
    return found
  }

  /// The table or view of a name, in any case, as SQLite compares them.
  func entry(named name: String) -> TableEntry? {
    tables.first { $0.name == name } ?? tables.first { $0.name.lowercased() == name.lowercased() }
  }
}

extension Schema {
  /// The value of a column of a row, which may be the rowid that is no field.
  fileprivate func value(of column: String, _ id: RecordID, _ values: [Value]) -> Value? {
    if let field = fields.firstIndex(where: { $0.column.lowercased() == column.lowercased() }) {
      return values[field]
    }
    guard case .rowid(let name) = key, name.lowercased() == column.lowercased() else { return nil }
    return id.values.first
  }
}
