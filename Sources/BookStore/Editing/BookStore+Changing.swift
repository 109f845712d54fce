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
  /// - Throws: `cannotChange` where only the program can run it that made the database.
  @discardableResult
  func change(
    _ text: String, _ table: String, of id: RecordID? = nil
  ) throws(StoreError) -> PreparedStatement {
    let statement: PreparedStatement
    do throws(StoreError) {
      statement = try connection.statement(text, of: id)
    } catch {
      guard case .other(_, let detail) = error else { throw error }
      throw .cannotChange(table: table, try obstacle(detail, table))
    }
    if connection.lacksCollation, let collation = try foreignCollation(of: table) {
      throw .cannotChange(table: table, .collation(collation))
    }
    return statement
  }

  /// What a statement could not be compiled for: a trigger that names what SQLite has not found, the table's own first.
  private func obstacle(_ detail: String, _ table: String) throws(StoreError) -> StoreError.Obstacle {
    guard let name = detail.split(separator: " ").last?.split(separator: ".").last else {
      return .other(detail: detail)
    }
    let sql = """
      SELECT name FROM main.sqlite_schema WHERE type = 'trigger' AND instr(lower(sql), lower(?))
      ORDER BY tbl_name = ? COLLATE NOCASE DESC LIMIT 1
      """
    let trigger = try connection.uncachedStatement(sql).firstRow(
      binding: [.text(Text(name)), .text(Text(table))]
    ) { row throws(StoreError) in try row.string(at: 0) }
    return trigger.map { .trigger(name: $0, detail: detail) } ?? .other(detail: detail)
  }

  /// A collation that an index of a table is in the order of and that is not SQLite's own, if there is one.
  private func foreignCollation(of table: String) throws(StoreError) -> String? {
    if let known = foreignCollations[table] { return known }
    let sql =
      "SELECT x.coll FROM pragma_index_list(?1) AS i JOIN pragma_index_xinfo(i.name) AS x WHERE x.coll IS NOT NULL"
    var found: String?
    try connection.uncachedStatement(sql).forEachRow(binding: [.text(Text(table))]) {
      row throws(StoreError) in
      let name = try row.string(at: 0)
      if !CollationStandIn.isOwn(name) { found = name }
    }
    foreignCollations[table] = .some(found)
    return found
  }
}
