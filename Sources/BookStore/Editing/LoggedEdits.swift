import EditLog
import Listings
import Records

/// The edits of records in the form in which the edit log keeps them.
struct LoggedEdits {
  let database: Database
  let records: RecordTable

  /// The change that sets a field of a record; nil if the field's value is not held.
  func change(_ record: Record, _ field: Int, to value: Value) -> LoggedChange? {
    guard let sql = try? database.sql(of: record.id.table), let values = record.shownValues,
      let before = record.value(at: field)
    else { return nil }
    return LoggedChange(
      table: sql.schema.table, key: record.id.key, title: sql.schema.title(of: values),
      content: .edit(column: sql.schema.fields[field].column, before: before, after: value))
  }

  /// An edit for each dirty field, from the value in the database to the new one.
  var unwritten: [LoggedChange] {
    records.dirty.flatMap { record -> [LoggedChange] in
      guard let schema = try? database.schema(of: record.id.table), var held = record.shownValues else {
        return []
      }
      for original in record.originals { held[original.index] = original.value }
      // The title distinguishes the row from another one that may get its key.
      let title = schema.title(of: held)
      return record.originals.compactMap { original in
        guard let value = record.value(at: original.index) else { return nil }
        let column = schema.fields[original.index].column
        return LoggedChange(
          table: schema.table, key: record.id.key, title: title,
          content: .edit(column: column, before: original.value, after: value))
      }
    }
  }
}
