import Records

/// Whether a table can be changed here at all, which is found out before anybody types anything.
extension BookStore {
  /// Finds out whether rows of a table can be changed, inserted or deleted.
  ///
  /// The statement is compiled, and nothing is run.
  ///
  /// - Parameter field: The field that is to be set, by its index in the schema; nil for rows.
  /// - Complexity: A look at a statement that was compiled before, or a statement that is compiled.
  /// - Throws: `cannotChange`, `damaged`, `readOnly` or `fixedField`.
  public func checkIsChangeable(
    _ table: TableID, _ kind: ChangeEntry.Kind, field: Int? = nil
  ) throws(StoreError) {
    if let damage { throw .damaged(detail: damage) }
    let sql = try sql(of: table)
    if sql.schema.isReadOnly { throw .readOnly }
    switch kind {
    case .edit: if let field { try checkIsSettable(field, of: table) }
    case .insertion: try change(sql.insert(sql.rowColumns), sql.schema.table)
    case .deletion: try change(sql.delete, sql.schema.table)
    }
  }

  /// A statement that changes a table, compiled.
  ///
  /// - Parameter field: The only field that it sets; nil where it is about whole rows.
  /// - Throws: `cannotChange` where only the program can run it that made the database.
  @discardableResult
  func change(
    _ text: String, _ table: String, field: Field? = nil, of id: RecordID? = nil
  ) throws(StoreError) -> PreparedStatement {
    let statement: PreparedStatement
    do throws(StoreError) {
      statement = try connection.statement(text, of: id)
    } catch {
      guard case .other(_, let detail) = error else { throw error }
      throw .cannotChange(table: table, try obstacle(detail, text, table))
    }
    if connection.lacksCollation, let collation = try foreignCollation(of: table, field?.column) {
      throw .cannotChange(table: table, .collation(collation))
    }
    return statement
  }

  /// The reason why a statement could not be compiled: mostly a trigger, by the name in it that SQLite does not know.
  ///
  /// A trigger that the statement fires itself is named rather than one that another trigger fires.
  private func obstacle(_ detail: String, _ text: String, _ table: String) throws(StoreError)
    -> StoreError.Obstacle
  {
    guard let missing = detail.split(separator: " ").last?.split(separator: ".").last else {
      return .other(detail: detail)
    }
    let sql = """
      SELECT name, sql FROM main.sqlite_schema WHERE type = 'trigger' AND instr(lower(sql), lower(?))
      ORDER BY tbl_name = ? COLLATE NOCASE DESC, rowid
      """
    var triggers: [(name: String, isFired: Bool)] = []
    try connection.uncachedStatement(sql).forEachRow(binding: [.text(Text(missing)), .text(Text(table))]) {
      row in
      let event = TableText(row.string(at: 1)).event
      triggers.append((row.string(at: 0), event.map(text.hasPrefix) ?? false))
    }
    let name = (triggers.first(where: \.isFired) ?? triggers.first)?.name
    return name.map { .trigger(name: $0, detail: detail) } ?? .other(detail: detail)
  }

  /// A collation that is not SQLite's own and that an index is in the order of which a change of a table may write.
  ///
  /// - Parameter column: Of the table's own indexes only those count that hold it, and those of which it cannot be told.
  private func foreignCollation(of table: String, _ column: String?) throws(StoreError) -> String? {
    let place = ForeignCollation(table: table, column: column)
    if let known = foreignCollations[place] { return known }
    var found: String?
    try connection.uncachedStatement(Self.collations).forEachRow(
      binding: [.text(Text(table)), column.map { .text(Text($0)) } ?? .null]
    ) { row in
      let name = row.string(at: 0)
      if !CollationStandIn.isOwn(name) { found = name }
    }
    foreignCollations[place] = .some(found)
    return found
  }

  /// The collations of a table's indexes, and of all others where triggers and foreign keys may write elsewhere.
  private static let collations = """
    SELECT DISTINCT x.coll FROM main.sqlite_schema AS s JOIN pragma_index_list(s.name) AS i
    JOIN pragma_index_xinfo(i.name) AS x
    WHERE s.type = 'table' AND x.coll IS NOT NULL AND CASE WHEN s.name = ?1 COLLATE NOCASE THEN
        ?2 IS NULL OR i.partial OR EXISTS (
          SELECT 1 FROM pragma_index_xinfo(i.name) AS y LEFT JOIN pragma_table_xinfo(?1) AS c ON c.cid = y.cid
          WHERE y.cid = -2 OR c.hidden IN (2, 3) OR y.name = ?2 COLLATE NOCASE)
      ELSE EXISTS (SELECT 1 FROM main.sqlite_schema WHERE type = 'trigger' AND tbl_name = ?1 COLLATE NOCASE)
        OR EXISTS (
          SELECT 1 FROM main.sqlite_schema AS o JOIN pragma_foreign_key_list(o.name) AS f
          WHERE o.type = 'table' AND f."table" = ?1 COLLATE NOCASE)
      END
    """

  /// A column that somebody wants to change, or whole rows where there is no column.
  struct ForeignCollation: Hashable {
    let table: String
    let column: String?
  }
}
