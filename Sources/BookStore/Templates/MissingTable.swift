import Records
import SQLite

/// A table of the template `reading` that a library of books lacks.
public struct MissingTable: Hashable, Sendable {
  /// The table's name.
  public let name: String
  /// The statements that create the table and its index, without line ends and comments.
  public let statements: [String]

  /// The tables for a reader's daily use, ordered so that each points only to earlier ones.
  static let names = ["reading", "progress", "loan", "quote"]

  /// Takes the statements from the template.
  ///
  /// - Parameter target: The library's table and key that replace the template's `book (pk)`.
  init?(_ name: String, pointingTo target: String) {
    let lines = Template.reading.sql.split(whereSeparator: \.isNewline).map { String($0).withoutComment }
    let (start, index) = ("CREATE TABLE \(name) (", " ON \(name) (")
    guard let first = lines.firstIndex(of: start), let last = lines[first...].firstIndex(of: ");") else {
      return nil
    }
    let table = lines[first...last].joined(separator: " ")
    let indexes = lines.filter { $0.hasPrefix("CREATE INDEX") && $0.contains(index) }
    self.name = name
    statements = ([table] + indexes).map {
      $0.replacing("REFERENCES book (pk)", with: "REFERENCES \(target)")
    }
  }
}

extension String {
  /// A line of SQL without its trailing comment and surrounding blanks.
  fileprivate var withoutComment: String {
    let code = split(separator: "--", omittingEmptySubsequences: false).first ?? ""
    return code.split(separator: " ").joined(separator: " ")
  }
}
