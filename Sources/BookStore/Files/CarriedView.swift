import Listings
import Records
import SQLite
import Tables

/// A view of a list that a library carries in a table of its own, so that another machine shows it too.
public struct CarriedView: Hashable, Sendable {
  /// The name of the table that is shown.
  public var table: String
  /// The name of the view; nil for how the table was shown last.
  public var name: String?
  /// The view in the form of whoever remembers it.
  public var text: String

  /// Makes it of its parts.
  public init(table: String, name: String?, text: String) {
    (self.table, self.name, self.text) = (table, name, text)
  }

  /// Makes the table in a database, in place of one that is there, with some views.
  static func write(_ views: [CarriedView], to path: String) throws(StoreError) {
    let connection = try Connection(path: path, options: ConnectionOptions())
    let table = quoted(SchemaReader.viewTable)
    try connection.transaction { () throws(StoreError) in
      try connection.run("DROP TABLE IF EXISTS \(table)")
      try connection.run("CREATE TABLE \(table) (shown TEXT NOT NULL, name TEXT, view TEXT NOT NULL)")
      for view in views {
        try connection.execute(
          "INSERT INTO \(table) VALUES (?, ?, ?)",
          [.text(Text(view.table)), view.name.map { .text(Text($0)) } ?? .null, .text(Text(view.text))])
      }
    }
  }
}

extension BookStore {
  /// The views that the library carries, which only a copy that was made with them does.
  ///
  /// - Throws: Why they cannot be read.
  public func carriedViews() throws(StoreError) -> [CarriedView] {
    guard database.hasViews else { return [] }
    return try database.connection.rows(
      "SELECT shown, name, view FROM \(quoted(SchemaReader.viewTable)) ORDER BY rowid"
    ) { row in
      CarriedView(
        table: row.string(at: 0), name: row.value(at: 1).isNull ? nil : row.string(at: 1),
        text: row.string(at: 2))
    }
  }
}
