import Foundation
import TestSupport

/// SQLite's own shell, as the second program that looks at a database.
enum SQLiteShell {
  /// Runs statements on a database and returns the rows, columns parted by `|`, without the last newline.
  ///
  /// - Throws: `Command.Failure` with SQLite's words.
  @discardableResult static func run(_ sql: String, on file: URL) throws -> String {
    let rows = try Command.run(
      ["sqlite3", "-batch", "-bail", file.path(percentEncoded: false)], input: Data(sql.utf8))
    return rows.hasSuffix("\n") ? String(rows.dropLast()) : rows
  }
}
