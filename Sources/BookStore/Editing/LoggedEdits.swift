import EditLog
import Listings
import Records

struct LoggedEdits {
  let database: Database
  let records: RecordTable

  func change(_ record: Record, _ field: Int, to value: Value) -> Change? {
    guard let sql = try? database.sql(of: record.id.table), let values = record.shownValues,
      let before = record.value(at: field)
    else { return nil }
    return Change(
      table: sql.schema.table, key: record.id.key, title: sql.schema.title(of: values),
      content: .edit(column: sql.schema.fields[field].column, before: before, after: value))
  }

  var unwritten: [Change] {
    records.dirty.flatMap { record -> [Change] in
      guard let schema = try? database.schema(of: record.id.table), var held = record.shownValues else {
        return []
      }
      for original in record.originals { held[original.index] = original.value }
      // The title distinguishes the row from another one that may get its key.
      let title = schema.title(of: held)
      return record.originals.compactMap { original in
        guard let value = record.value(at: original.index) else { return nil }
        let column = schema.fields[original.index].column
        return Change(
          table: schema.table, key: record.id.key, title: title,
          content: .edit(column: column, before: original.value, after: value))
      }
    }
  }
}
