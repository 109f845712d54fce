import CSQLite
import Records

/// Why a table's columns cannot be changed.
public enum FieldObstacle: Hashable, Sendable {
  case isNamed(by: Named, name: String)
  /// SQLite refuses to alter any table, because this object is broken; the detail is SQLite's.
  case broken(Named, name: String, detail: String)
  case key
  case unique
  case onlyColumn
  case notATable
  /// The column does not exist, or the new name is not allowed.
  case noName
  case nameTaken(String)
  /// There is no folder for the backup that is made first.
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
        if let range = rest.firstRange(of: middle) {
          return .isNamed(by: kind, name: String(rest[..<range.lowerBound]))
        }
      }
      guard let range = rest.firstRange(of: ": ") else { return nil }
      return .broken(kind, name: String(rest[..<range.lowerBound]), detail: String(rest[range.upperBound...]))
    }
    return nil
  }
}

extension StoreError {
  package var ofField: StoreError {
    if case .other(let code, let message) = self, code & 0xFF == SQLITE_ERROR {
      .cannotChangeField(FieldObstacle(message: message))
    } else {
      self
    }
  }
}
