import Listings
import Records
import SQLite
import Tables

/// A view of a list, stored in a table of the library, so that another machine shows it too.
public struct CarriedView: Hashable, Sendable {
  /// The name of the table that is shown.
  public var table: String
  /// The name of the view; nil for the table's last state.
  public var name: String?
  /// The view's serialised form, which only its owner reads.
  public var text: String

  /// Creates a view.
  public init(table: String, name: String?, text: String) {
    (self.table, self.name, self.text) = (table, name, text)
  }

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
  /// The views that the library carries; only a copy made with views has any.
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
