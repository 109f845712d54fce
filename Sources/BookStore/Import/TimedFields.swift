import Records

extension Database {
  /// The fields that get the time of the insertion where a new row leaves them out, and that may be empty.
  func timedFields(of schema: Schema) throws(StoreError) -> Set<Int> {
    let columns = try connection.rows(
      """
      SELECT name FROM pragma_table_xinfo(?) WHERE "notnull" = 0 AND pk = 0
      AND (dflt_value LIKE '%current!_%' ESCAPE '!' OR dflt_value LIKE '%''now''%')
      """, [.text(Text(schema.table))]
    ) { $0.string(at: 0) }
    return Set(schema.fields.indices.filter { columns.contains(schema.fields[$0].column) })
  }
}
