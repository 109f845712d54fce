import Records
import SQLite

/// A table of the template `reading` that a library of books lacks.
public struct MissingTable: Hashable, Sendable {
  /// Its name.
  public let name: String
  /// The statements that create it with its index, with line ends and comments removed.
  public let statements: [String]

  /// The tables for what a reader does every day; one may point to those before it.
  static let names = ["reading", "progress", "loan", "quote"]

  /// Takes the statements from the template.
  ///
  /// - Parameter target: What the template's `book (pk)` is called in the library: a table and its key.
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
  /// A line of SQL without the comment at its end, and without the blanks around it.
  fileprivate var withoutComment: String {
    let code = split(separator: "--", omittingEmptySubsequences: false).first ?? ""
    return code.split(separator: " ").joined(separator: " ")
  }
}
