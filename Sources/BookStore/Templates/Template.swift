import Records
import SQLite

/// A kind of new library: tables without rows, from one of the SQL files in this folder.
///
/// The build embeds the files in the program (docs/decisions/0029-templates-are-files-in-the-program.md).
public enum Template: String, CaseIterable, Sendable {
  case sample
  case reading
  case possessions
  case contacts
  case coffees

  /// The embedded SQL file, with comments.
  public var sql: String { String(decoding: bytes, as: UTF8.self) }

  /// A one-sentence description of the library: the comment in the file's first line.
  public var summary: String {
    let line = sql.prefix { $0 != "\n" }
    return String(line.drop { $0 == "-" || $0 == " " })
  }

  var samples: String? {
    switch self {
    case .sample: Self.samples(andAlso: "", "")
    case .reading: Self.samples(andAlso: ", added", ", NULL")
    case .possessions, .contacts, .coffees: nil
    }
  }

  private static func samples(andAlso column: String, _ value: String) -> String {
    let rows = sampleBooks.map { book in
      "('\(book.title)', \(book.copyright), '\(book.author)'\(value))"
    }
    return "INSERT INTO book (title, copyright, author\(column)) VALUES \(rows.joined(separator: ", "))"
  }

  private static let sampleBooks: [(title: String, copyright: Int64, author: String)] = [
    ("War and Peace", -3_153_600_000, "Leo Tolstoy"),
    ("Mac OS X Internals", 1_166_832_000, "Amit Singh"),
    ("The Divine Comedy", -20_466_864_000, "Dante Alighieri"),
  ]

  /// The filled columns of the sample's books, as a library holds them, except the key.
  package static var sampleRows: [[String: Value]] {
    sampleBooks.map { book in
      [
        "title": .text(Text(book.title)), "copyright": .real(Double(book.copyright)),
        "author": .text(Text(book.author)),
      ]
    }
  }

  /// Parses a path with an optional template name after a blank; the default is `reading`.
  public static func read(_ text: Text) -> (path: String, template: Template) {
    let path = text.string
    guard let blank = path.lastIndex(of: " "),
      let template = Template(rawValue: String(path[path.index(after: blank)...]))
    else { return (path, .reading) }
    return (String(path[..<blank]), template)
  }

  private var bytes: [UInt8] {
    switch self {
    case .sample: PackageResources.sample_sql
    case .reading: PackageResources.reading_sql
    case .possessions: PackageResources.possessions_sql
    case .contacts: PackageResources.contacts_sql
    case .coffees: PackageResources.coffees_sql
    }
  }
}

/// A table of the template `reading` that a library of books lacks.
public struct MissingTable: Hashable, Sendable {
  /// The table's name.
  public let name: String
  /// The statements that create the table and its index, without line ends and comments.
  public let statements: [String]

  /// The tables for a reader's daily use, ordered so that each points only to earlier ones.
  static let names = ["reading", "progress", "loan", "quote"]

  /// Takes the statements from the template; `target` replaces its `book (pk)`.
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
  fileprivate var withoutComment: String {
    let code = split(separator: "--", omittingEmptySubsequences: false).first ?? ""
    return code.split(separator: " ").joined(separator: " ")
  }
}
