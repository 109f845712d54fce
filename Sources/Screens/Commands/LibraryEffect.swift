import Records

/// A request of a screen that concerns the library as a whole.
public enum LibraryEffect: Hashable, Sendable {
  /// The answer is `Update.openedRecent`.
  case listRecent
  /// Open another file, once everything is written or the person has decided about the rest.
  case open(Text)
  /// Make a library at a path, which may be followed by the name of a template, and open it.
  case make(Text)
  case makeDefault(String)
  /// Read how the database declares its tables; then show it (`ScreenStack.openSchema`).
  case openSchema
  /// Run a read-only statement, and show its result as a list; if it is refused, the answer is `Update.refusedStatement`.
  case runStatement(String)
  /// Read the names that can complete a statement; the answer is `Update.statementNames`.
  case readNames
  case showView(String)
  case runCommand(String, RowSet)
  /// Sync the library with those of other machines through files at a place; if empty, at the last one.
  case sync(String)
  case askConflicts
  case settle(Int, String)
  case leaveResult
  /// Open the record of the library that a row of a statement's result is taken from.
  case openRow(RecordID)
  case returnToResult
}
