import Listings
import Records
import SQLite

/// The tables besides the books, recognised by names and columns of the template `reading`.
struct BookTables {
  let readings, shelves, shelved, sources, quotes, progress, loans: TableSQL?

  init(_ database: Database, books: Schema) throws(StoreError) {
    func table(_ name: String, _ columns: Set<String>) throws(StoreError) -> TableSQL? {
      guard let entry = database.entry(named: name) else { return nil }
      let sql = try database.sql(of: entry.id)
      guard sql.schema.source == .table, columns.isSubset(of: sql.rowColumns.map { $0.lowercased() }) else {
        return nil
      }
      let isPart = sql.schema.references.contains { $0.table.isSameName(as: books.table) }
      return isPart || ["shelf", "progress"].contains(name) ? sql : nil
    }
    readings = try table("reading", ["book", "started", "finished", "stopped"])
    sources = try table("source", ["book", "service", "id", "imported"])
    quotes = try table("quote", ["book", "text", "note", "place", "at"])
    loans = try table("loan", ["book", "person", "direction", "lent_on", "back_on"])
    progress = readings == nil ? nil : try table("progress", ["reading", "at", "percent", "minutes"])
    shelved = try table("book_shelf", ["book", "shelf"])
    shelves = shelved == nil ? nil : try table("shelf", ["pk", "name"])
  }
}
