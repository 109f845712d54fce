import Records

/// The values that are too large to be read with the rest of their row.
extension BookStore {
  /// A field's value, which is read if it is one that was not read with its row; the record holds it until memory is
  /// wanted back, which these values are the first to give.
  ///
  /// - Parameter field: An index in the schema's fields.
  /// - Complexity: No statement for a value that is held; else all of it is read and copied once.
  /// - Throws: As `record(_:)`.
  public func read(_ field: Int, of id: RecordID) throws(StoreError) -> Value {
    let record = try record(id)
    if let value = record.value(at: field) { return value }
    let value = try RowReader(connection: connection, sql: try sql(of: id.table)).value(field, of: id)
    guard let value else { throw noteGone(id) }
    records.change(record) { $0.hold(value, at: field) }
    return value
  }
}
