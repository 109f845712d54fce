import Records

/// A screen's request about the library as a whole.
public enum LibraryEffect: Hashable, Sendable {
  /// The answer is `Update.openedRecent`.
  case listRecent
  /// Open another file after writing all changes, or after the person decided about the rest.
  case open(Text)
  /// Make and open a library; a template name may follow the path.
  case make(Text)
  case makeDefault(String)
  /// Read the declarations of all tables, then show them (`ScreenStack.openSchema`).
  case openSchema
  /// Show the result of a read-only statement; the answer to a refused one is `Update.refusedStatement`.
  case runStatement(String)
  /// The answer is `Update.statementNames`.
  case readNames
  case showView(String)
  case runCommand(String, RowSet)
  /// Sync through files at a place; if empty, at the last place.
  case sync(String)
  case askConflicts
  case settle(Int, String)
  case leaveResult
  case openRow(RecordID)
  case returnToResult
}
