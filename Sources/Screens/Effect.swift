import Records

/// Something that a screen asks the browser to do; fields are indices in the schema.
public enum Effect: Hashable, Sendable {
  case look(RecordID)
  /// Go to the row at this distance from the record's row in the list.
  case lookAtNeighbor(RecordID, Int)
  case openLarge(RecordID, field: Int)
  /// If the top screen's field (nil for a new row) cannot be written, answer `Update.cannotChange`.
  case checkIsChangeable(TableID, field: Int?)
  /// The editor waits until the value is accepted.
  case set(RecordID, field: Int, Value)
  case insert([Value], into: TableID)
  case goOn(FormStep)
  case beginForm
  case takeBack(RecordID)
  case duplicate(RecordID)
  case openList(ListSource)
  case openLink(RecordSnapshot.Link)
  /// Open the list of the rows to choose from; without one, the field's editor.
  case chooseRow(TableID, field: Int)
  /// Take the value that a foreign key references, by `ScreenStack.takeRow`.
  case takeRow(RecordID, for: Reference)
  case related(RelatedEffect)
  case reading(ReadingEffect)
  case quick(QuickEffect)
  case openReferences(RecordID)
  case delete(RecordID)
  /// Delete the rows whose unique values conflict, then run the effect.
  indirect case replace([RecordID], Effect)
  case deleteRows(RowSet)
  /// `title` is that of a single, unmarked row.
  case askToDelete(RowSet, RowCount, title: String?)
  /// `said` is the title of the row that points to a record.
  case askToDeleteRelated(RecordID, said: String)
  case setRows(RowSet, field: Int, Value)
  /// If this changes a field whose numbers may mean something else, ask first.
  case moveRows(RowSet, HandOrder.Move, isConfirmed: Bool = false)
  case markAll(RowSet)
  case hydrate(RowSet)
  case jump(Jump)
  /// Sort the list, and select the record, or the first row (`Update.selected`).
  case order(ListOrder, keeping: RecordID?)
  case showColumns([Int])
  case openValues(TableID, field: Int)
  /// Create the tables for readings and loans, and reopen the database.
  case createTables(TableID)
  case statistics(StatisticsEffect)
  case rule(RuleEffect)
  case duplicates(DuplicateEffect)
  case groups(GroupEffect)
  /// Show the values that match some words, or all, with one of them selected.
  case matchValues(String, keeping: Value? = nil)
  case findValue(field: Int, Value)
  case changeValue(field: Int, from: Value, to: Value)
  case askToChangeField(TableID, FieldRequest)
  case arrangeFields(TableID, FieldArrangement)
  case foldFields(TableID, Bool)
  case changeField(TableID, FieldChange)
  case openViews
  case saveView(String)
  case removeView(String)
  /// Find rows, and select the record, or the first row (`Update.selected`).
  case find(String, keeping: RecordID?)
  /// Select the next match, or the previous one if negative, wrapping around.
  case findNext(String, Int)
  case openRecord(RecordID?)
  case askToRestore
  case openReplacement
  /// Write the database with all edits to a file next to the one that replaced it.
  case rescue
  case takeOverLog
  case undo
  case redo
  case passOver(isRedo: Bool)
  /// A dead session's changes open above the question about them, an earlier `Update.alert`.
  case openHistory(HistorySource)
  case readHistory(LinePart, of: HistorySource, limit: Int, words: String = "")
  case restore
  case discardAbandoned
  case openConflicts
  case readConflicts(LinePart, limit: Int)
  case resolve(RecordID, field: Int, Conflict.Choice)
  case resolveAll(Conflict.Choice, isConfirmed: Bool)
  /// Reinsert a row that another program has deleted.
  case insertAgain(RecordID)
  /// Give up a row that another program has deleted.
  case discard(RecordID)
  /// Discard a change that could not be restored or undone, or keep it for later.
  case settleStanding(Int64, isDiscarded: Bool)
  case cancelWork
  case say(Message)
  case editExternally(String)
  case copyText(String)
  case copyField(RecordID, field: Int)
  /// For the whole list, copy as many rows as the clipboard takes.
  case copyRows(RowSet, CopyForm)
  case openAddress(String)
  /// Read a folder, or the last one again for an empty text.
  case listFolder(Text)
  case readFile(Text, isConfirmed: Bool)
  /// Import a file into the list's table or a new library; a trial shows the plan.
  case importFile(ImportRequest)
  /// If the extent is nil and the list does not show all rows, ask first.
  case exportRows(Text, ExportExtent? = nil, isConfirmed: Bool)
  case library(LibraryEffect)
  case writeFile(RecordID, field: Int, to: Text, isConfirmed: Bool)
  case explain(StatementGroup)
  case memoryWarning
  case reportMouse(Bool)
  case redraw
  case suspend
  case quit
  case quitFinishing
  case quitStopping
  /// Edits that cannot be written stay in the edit log for the next session.
  case quitKeeping
  case quitDiscarding
}
