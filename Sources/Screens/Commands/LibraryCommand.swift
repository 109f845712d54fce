import Records

/// The commands after the colon that are about the library as a whole.
enum LibraryCommand: String, CaseIterable, Hashable, Sendable {
  /// Opens a file, or lists those that were opened before.
  case open
  /// Shows how the database declares its tables.
  case schema
  /// Shows the result of a statement as a list.
  case sql
  /// Brings the library and those of other machines to the same state.
  case sync
  /// Settles what two machines have done without knowing of each other.
  case conflicts

  /// Whether something may follow its name.
  var takesText: Bool { self != .schema && self != .conflicts }

  /// The effect of the command with what follows its name; nil if something has to follow.
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
