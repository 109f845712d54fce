import Listings
import Records
import SQLite

extension Database {
  /// The nullable fields that default to the time of the insertion.
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
