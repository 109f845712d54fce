import Records

/// What a screen wants of the library as a whole.
public enum LibraryEffect: Hashable, Sendable {
  /// List the files that were opened before; the answer is `Update.openedRecent`.
  case listRecent
  /// Open another file, once everything is written or the person has said what to do.
  case open(Text)
  /// Make a library at a path, which may be followed by the name of a template, and open it.
  case make(Text)
  /// Make the library at a path the one that opens if nobody names another.
  case makeDefault(String)
  /// Read how the database declares its tables; the answer is `Update.openedSchema`.
  case openSchema
  /// Run a statement that reads, and show its result as a list; if it is refused, the answer is
  /// `Update.refusedStatement`.
  case runStatement(String)
  /// Read the names that can complete a statement; the answer is `Update.statementNames`.
  case readNames
  /// Show the saved view with this name.
  case showView(String)
  /// Run the person's own command with this name on some rows.
  case runCommand(String, RowSet)
  /// Bring the library and those of other machines to the same state, by files at a place, or at that of the last time.
  case sync(String)
  /// Ask what two machines have done without knowing of each other.
  case askConflicts
  /// Settle a conflict by its number and the word of a choice.
  case settle(Int, String)
  /// Leave the result of a statement.
  case leaveResult
}
