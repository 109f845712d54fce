import Records

enum LibraryCommand: String, CaseIterable, Hashable, Sendable {
  /// Opens a file, or lists recent files.
  case open
  case schema
  case sql
  case sync
  case conflicts

  var takesText: Bool { self != .schema && self != .conflicts }

  /// Nil if a required argument is missing.
  func effect(_ argument: String) -> LibraryEffect? {
    switch self {
    case .open: argument.isEmpty ? .listRecent : .open(Text(argument))
    case .schema: .openSchema
    case .sql: argument.isEmpty ? nil : .runStatement(argument)
    case .sync: .sync(argument)
    case .conflicts: .askConflicts
    }
  }
}
