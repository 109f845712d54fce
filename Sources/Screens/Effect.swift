import Records

/// Something that a screen asks the browser to do; fields are indices in the schema.
public enum Effect: Hashable, Sendable {
  /// Hydrate this record and show its fields in the screens that show it.
  case look(RecordID)
  /// Go to the row at this distance from the record's row in the list, if there is one.
  case lookAtNeighbor(RecordID, Int)
  /// Read all of a large value to edit it; the answer is `Update.large`.
  case openLarge(RecordID, field: Int)
  /// Check whether the top screen's field (nil for a new row) can be written; if not, the answer is `Update.cannotChange`.
  case checkIsChangeable(TableID, field: Int?)
  /// The editor waits until the value is accepted.
  case set(RecordID, field: Int, Value)
  case insert([Value], into: TableID)
  case goOn(FormStep)
  /// Note that editing of a record starts, so that its changes can be reverted together.
  case beginForm
  case takeBack(RecordID)
  /// The answer is `Update.begun`.
  case duplicate(RecordID)
  /// The answer is `Update.opened`.
  case openList(ListSource)
  /// The answer is `Update.linked`.
  case openLink(RecordSnapshot.Link)
  /// The answer is `Update.opened` with `Update.choosing`, or the field's editor if there is no list to choose from.
  case chooseRow(TableID, field: Int)
  /// Take the value that a foreign key references; the answer is `ScreenStack.takeRow`.
  case takeRow(RecordID, for: Reference)
  case related(RelatedEffect)
  case reading(ReadingEffect)
  case quick(QuickEffect)
  /// Open the list of the rows that point to a record; if there are several lists, ask which.
  case openReferences(RecordID)
  case delete(RecordID)
  /// Delete the rows whose unique values conflict, then run the effect that they blocked.
  indirect case replace([RecordID], Effect)
  /// `Update.deletedRows` confirms this.
  case deleteRows(RowSet)
  /// The filter may hide some of the rows; the title is that of a single, unmarked row.
  case askToDelete(RowSet, RowCount, title: String?)
  /// Ask whether to delete a row that points to a record; `said` is that row's title there.
  case askToDeleteRelated(RecordID, said: String)
  case setRows(RowSet, field: Int, Value)
  /// If this changes the numbers of a field that may mean something else, ask first.
  case moveRows(RowSet, HandOrder.Move, isConfirmed: Bool = false)
  /// Mark all rows of the list, or none if all are marked; the answer is `Update.marked`.
  case markAll(RowSet)
  case hydrate(RowSet)
  case jump(Jump)
  /// Sort the list. The answer is `Update.selected` with the place of the record, or of the first row if there is no record.
  case order(ListOrder, keeping: RecordID?)
  case showColumns([Int])
  case openValues(TableID, field: Int)
  /// Create the tables that a table of books lacks for readings and loans, then reopen the database.
  case createTables(TableID)
  case statistics(StatisticsEffect)
  case rule(RuleEffect)
  case duplicates(DuplicateEffect)
  case groups(GroupEffect)
  /// Show only the values that match some words; if the text is empty, all values, with one of them selected.
  case matchValues(String, keeping: Value? = nil)
  case findValue(field: Int, Value)
  case changeValue(field: Int, from: Value, to: Value)
  /// Show the statement and ask; the answer is `Update.alert`.
  case askToChangeField(TableID, FieldRequest)
  /// The database is reopened after that.
  case arrangeFields(TableID, FieldArrangement)
  case foldFields(TableID, Bool)
  /// The database is reopened after that.
  case changeField(TableID, FieldChange)
  case openViews
  case saveView(String)
  /// The answer is `Update.views`.
  case removeView(String)
  /// The answer is `Update.selected` with the place of the record, or of the first row if the record does not match.
  case find(String, keeping: RecordID?)
  /// Select the next row that matches these words, or the previous one if negative, wrapping around.
  case findNext(String, Int)
  /// If the record is gone, say so; otherwise the answer is `Update.linked`.
  case openRecord(RecordID?)
  /// Ask what to do with the unsaved changes of a dead session.
  case askToRestore
  /// Open the file that is now at the database's path.
  case openReplacement
  /// Write the database as it was opened, with all edits, to a file next to the one that is there now.
  case rescue
  /// Let the database take over the edit log that was found for its former path.
  case takeOverLog
  case undo
  case redo
  /// Skip the step that cannot be undone or redone, and undo or redo the one before it.
  case passOver(isRedo: Bool)
  /// A dead session's changes open above the question about them, which comes first as `Update.alert`.
  case openHistory(HistorySource)
  /// The answers are `Update.history`.
  case readHistory(LinePart, of: HistorySource, limit: Int, words: String = "")
  case restore
  case discardAbandoned
  case openConflicts
  /// The answer is `Update.conflicts`.
  case readConflicts(LinePart, limit: Int)
  /// The answer is `Update.conflicts`.
  case resolve(RecordID, field: Int, Conflict.Choice)
  /// The answer is `Update.conflicts`, or a question first.
  case resolveAll(Conflict.Choice, isConfirmed: Bool)
  /// Reinsert a row that another program has deleted; the answer is `Update.conflicts`.
  case insertAgain(RecordID)
  /// Give up a row that another program has deleted; the answer is `Update.conflicts`.
  case discard(RecordID)
  /// Discard a change that could not be restored or undone, or keep it for later; the answer is `Update.conflicts`.
  case settleStanding(Int64, isDiscarded: Bool)
  case cancelWork
  case say(Message)
  /// The edited text goes to `ScreenStack.takeEdited`.
  case editExternally(String)
  case copyText(String)
  case copyField(RecordID, field: Int)
  /// Copy rows to the clipboard; for the whole list, as many rows as the clipboard takes.
  case copyRows(RowSet, CopyForm)
  case openAddress(String)
  /// Read a folder, or the last one again for an empty text; the answer is `Update.folder`.
  case listFolder(Text)
  /// Read a file for the field that asked for it; a large file only after confirmation.
  case readFile(Text, isConfirmed: Bool)
  /// Import a file into the list's table or a new library; for a trial, the plan is shown (`ScreenStack.openPlan`).
  case importFile(ImportRequest)
  /// Ask first if the extent is nil and the list does not show all rows, or if the file exists.
  case exportRows(Text, ExportExtent? = nil, isConfirmed: Bool)
  case library(LibraryEffect)
  /// An existing file is overwritten only after confirmation.
  case writeFile(RecordID, field: Int, to: Text, isConfirmed: Bool)
  case explain(StatementGroup)
  case memoryWarning
  case reportMouse(Bool)
  case redraw
  /// Write back, then suspend the program until the shell resumes it.
  case suspend
  case quit
  case quitFinishing
  case quitStopping
  /// Quit; edits that cannot be written stay in the edit log for the next session.
  case quitKeeping
  /// Quit, and lose the edits that cannot be written.
  case quitDiscarding
}
