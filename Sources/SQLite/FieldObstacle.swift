import CSQLite
import Records

/// Why a table's columns cannot be changed.
public enum FieldObstacle: Hashable, Sendable {
  case isNamed(by: Named, name: String)
  /// The database has a broken object, so SQLite refuses to alter any table; the detail is SQLite's.
  case broken(Named, name: String, detail: String)
  case key
  case unique
  case onlyColumn
  /// It is a view or a virtual table.
  case notATable
  /// The column does not exist, or the new name is not allowed.
  case noName
  case nameTaken(String)
  /// There is no folder for the copy of the database that is made first.
  case noFolder
  case other(detail: String)

  /// The kinds of database objects that can name a column.
  public enum Named: String, Hashable, Sendable {
    case index
    case trigger
    case view
    /// In a CHECK, a foreign key or a generated column.
    case table
  }

  /// Parses SQLite's message (see alter.c).
  init(message: String) {
    let starts: [(text: String, obstacle: FieldObstacle)] = [
      ("cannot drop PRIMARY KEY column", .key), ("cannot drop UNIQUE column", .unique),
    ]
    let parts: [(text: String, obstacle: FieldObstacle)] = [
      ("no other columns exist", .onlyColumn), (" view", .notATable), ("virtual table", .notATable),
    ]
    if let named = Self.named(in: message) {
      self = named
    } else if let known = starts.first(where: { message.hasPrefix($0.text) }) {
      self = known.obstacle
    } else if message.hasPrefix("duplicate column name: ") {
      self = .nameTaken(String(message.dropFirst("duplicate column name: ".count)))
    } else if let known = parts.first(where: { message.contains($0.text) }) {
      self = known.obstacle
    } else {
      self = .other(detail: message)
    }
  }

  private static func named(in message: String) -> FieldObstacle? {
    for kind in [Named.index, .trigger, .view, .table] {
      let start = "error in \(kind.rawValue) "
      guard message.hasPrefix(start) else { continue }
      let rest = message.dropFirst(start.count)
      for middle in [" after drop column: ", " after rename: "] {
        if let range = Self.range(of: middle, in: rest) {
          return .isNamed(by: kind, name: String(rest[..<range.lowerBound]))
        }
      }
      guard let range = Self.range(of: ": ", in: rest) else { return nil }
      return .broken(kind, name: String(rest[..<range.lowerBound]), detail: String(rest[range.upperBound...]))
    }
    return nil
  }

  private static func range(of part: String, in text: Substring) -> Range<Substring.Index>? {
    var place = text.startIndex
    while place < text.endIndex {
      if text[place...].hasPrefix(part) { return place..<text.index(place, offsetBy: part.count) }
      place = text.index(after: place)
    }
    return nil
  }
}

extension StoreError {
  /// The same error as one about a table's columns, if SQLite gives no specific reason.
  package var ofField: StoreError {
    if case .other(let code, let message) = self, code & 0xFF == SQLITE_ERROR {
      .cannotChangeField(FieldObstacle(message: message))
    } else {
      self
    }
  }
}
