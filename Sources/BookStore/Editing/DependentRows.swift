import Records

/// The rows of a table that go or change when a row is deleted that they point to.
struct DependentRows {
  /// Their table.
  let sql: TableSQL
  /// What becomes of them.
  let deletion: ForeignKey.Deletion
  /// The fields that point; empty where some of the columns are none.
  let fields: [Int]
  /// The keys of those that point to a row, in their order, of at most `pageSize` rows.
  private let page: String
  /// The same after a key, which is bound last.
  private let nextPage: String

  /// The rows that are read at a time.
  static let pageSize = 64

  /// Makes what a foreign key says; nil where it does nothing, or does not fit the tables.
  init?(_ key: ForeignKey, of sql: TableSQL, to parent: TableSQL) {
    guard key.deletion != .noAction, key.columns.count == key.targets.count, !key.columns.isEmpty,
      sql.schema.key != .position, parent.schema.key != .position
    else { return nil }
    self.sql = sql
    deletion = key.deletion
    let fields = key.columns.compactMap { column in
      sql.schema.fields.firstIndex { $0.column.lowercased() == column.lowercased() }
    }
    self.fields = fields.count == key.columns.count ? fields : []
    let keys = sql.schema.key.columns.map { "c." + quoted($0) }
    // The parent's column is named first, for its collation is the one that counts (foreignkeys.html, 3).
    let pointing = zip(key.targets, key.columns).map { "p.\(quoted($0)) = c.\(quoted($1))" }
    let isRow = parent.schema.key.columns.map { "p.\(quoted($0)) = ?" }
    let select = """
      SELECT \(keys.separated(by: ", ")) FROM main.\(quoted(parent.schema.table)) AS p
      CROSS JOIN main.\(quoted(sql.schema.table)) AS c WHERE \((isRow + pointing).separated(by: " AND "))
      """
    let end = " ORDER BY \(keys.separated(by: ", ")) LIMIT \(Self.pageSize)"
    let parameters = keys.map { _ in "?" }.separated(by: ", ")
    page = select + end
    nextPage = "\(select) AND (\(keys.separated(by: ", "))) > (\(parameters))\(end)"
  }

  /// Those that point to a row, after one of them or from the first.
  func rows(of id: RecordID, after last: RecordID?, on connection: Connection) throws(StoreError)
    -> [RecordID]
  {
    var rows: [RecordID] = []
    let statement = try connection.statement(last == nil ? page : nextPage)
    try statement.forEachRow(binding: id.values + (last?.values ?? [])) { row throws(StoreError) in
      rows.append(sql.id(try row.values(at: sql.schema.key.columns.indices)))
    }
    return rows
  }
}
