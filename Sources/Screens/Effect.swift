import Records

/// What a screen asks for; screens ask, the browser does it.
public enum Effect: Hashable, Sendable {
  /// Hydrate this record and show its fields in the screens that show it.
  case look(RecordID)
  /// Go to the row this many places after that record's row in the list, if there is one.
  case lookAtNeighbor(RecordID, Int)
  /// Read all of a large value, by its field's index in the schema, to edit it; the answer is `Update.large`.
  case openLarge(RecordID, field: Int)
  /// Check whether the top screen's field (by its index in the schema; nil for a new row) can be written at all; if
  /// not, the answer is `Update.cannotChange`.
  case checkIsChangeable(TableID, field: Int?)
  /// Set one field, by its index in the schema; the editor waits until it is accepted.
  case set(RecordID, field: Int, Value)
  /// Insert a row into a table, with values in the order of the schema's fields.
  case insert([Value], into: TableID)
  /// Let the form continue, unless its editor had to stay.
  case goOn(FormStep)
  /// Note that editing of a record starts, so that its changes can be reverted together.
  case beginForm
  /// Revert the changes of a record since `beginForm`.
  case takeBack(RecordID)
  /// Start a new record with the values of another one; the answer is `Update.duplicated`.
  case duplicate(RecordID)
  /// Open a list; the answer is `Update.opened`.
  case openList(ListSource)
  /// Open the record that a field of a record points to; the answer is `Update.linked`.
  case openLink(RecordSnapshot.Link)
  /// Open the list of rows that a field, by its index in the schema, may point to, to choose one for the form.
  ///
  /// The answer is `Update.opened` with `Update.choosing`, or the field's editor if there is no such list.
  case chooseRow(TableID, field: Int)
  /// Take a row for the form: the value that a foreign key references; the answer is `ScreenStack.takeRow`.
  case takeRow(RecordID, for: Reference)
  /// Read or change the rows that point to a record.
  case related(RelatedEffect)
  /// Note what a person does with a book, or ask about it.
  case reading(ReadingEffect)
  /// Open the list of the rows that point to a record; if there are several lists, ask which.
  case openReferences(RecordID)
  /// Delete a row.
  case delete(RecordID)
  /// Delete the rows whose unique values are in the way, and then run the effect that they blocked.
  indirect case replace([RecordID], Effect)
  /// Delete these rows of the list; `Update.deletedRows` confirms it.
  case deleteRows(RowSet)
  /// Ask whether to delete these rows, some of which the filter may hide; the title is that of a single, unmarked
  /// row.
  case askToDelete(RowSet, RowCount, title: String?)
  /// Ask whether to delete a row that points to a record, and is called by what it says there.
  case askToDeleteRelated(RecordID, said: String)
  /// Set one field of these rows of the list, by its index in the schema.
  case setRows(RowSet, field: Int, Value)
  /// Move these rows of the list, which is sorted by hand; before the numbers of a field that may mean something else change,
  /// ask.
  case moveRows(RowSet, HandOrder.Move, isConfirmed: Bool = false)
  /// Mark every row of the list besides those that are marked, or none of the list if all are; the answer is
  /// `Update.marked`.
  case markAll(RowSet)
  /// Hydrate these rows of the list.
  case hydrate(RowSet)
  /// Select another row.
  case jump(Jump)
  /// Put the list into this order. The answer is `Update.selected` with the place of the record, or of the first row
  /// if there is no record.
  case order(ListOrder, keeping: RecordID?)
  /// Show these fields beside the list's titles, by their indices in the schema.
  case showColumns([Int])
  /// List the distinct values of a field of the list's table, by its index.
  case openValues(TableID, field: Int)
  /// Create the tables that a table of books lacks for readings and loans; the database is reopened after that.
  case createTables(TableID)
  /// Count the list's rows for their statistics.
  case statistics(StatisticsEffect)
  /// Change rows by a rule, or show what that would do.
  case rule(RuleEffect)
  /// Find rows that may be the same, and make one of them.
  case duplicates(DuplicateEffect)
  /// Find the groups of a sorted list, or do something with one.
  case groups(GroupEffect)
  /// Shows only those of the values that have some words; all values with one of them selected for an empty text.
  case matchValues(String, keeping: Value? = nil)
  /// Show the rows of the list that hold a value in a field.
  case findValue(field: Int, Value)
  /// Change a value of a field in all rows that hold it.
  case changeValue(field: Int, from: Value, to: Value)
  /// Ask whether to change the fields of a table, showing the statement; the answer is `Update.alert`.
  case askToChangeField(TableID, FieldRequest)
  /// Rearrange or hide the fields of a table; the database is reopened after that.
  case arrangeFields(TableID, FieldArrangement)
  /// Fold the fields without a value in the details of a table, or unfold them.
  case foldFields(TableID, Bool)
  /// Change the fields of a table; the database is reopened after that.
  case changeField(TableID, FieldChange)
  /// List the saved views.
  case openViews
  /// Save the list's columns, order and filter under a name.
  case saveView(String)
  /// Remove the saved view with this name; the answer is `Update.views`.
  case removeView(String)
  /// Show the rows that match these words, or all rows for an empty text. The answer is `Update.selected` with the
  /// place of the record, or of the first row if the record does not match.
  case find(String, keeping: RecordID?)
  /// Select the next row that matches these words, or the previous one if negative, wrapping around.
  case findNext(String, Int)
  /// Open a record, or say that it is gone; the answer is `Update.linked`.
  case openRecord(RecordID?)
  /// Ask what to do with the unsaved changes of a dead session.
  case askToRestore
  /// Open the file that is now at the database's path.
  case openReplacement
  /// Write the database as it was opened, with all edits, to a file next to the one that is there now.
  case rescue
  /// Let the database take over the edit log that was found for its former path.
  case takeOverLog
  /// Undo the last change.
  case undo
  /// Redo the last undone change.
  case redo
  /// Skip the step that cannot be undone or redone, and undo or redo the one before it.
  case passOver(isRedo: Bool)
  /// Show the changes that were made, from the top.
  ///
  /// The list of a dead session's changes opens over the question about them, which comes first as `Update.alert`.
  case openHistory(HistorySource)
  /// Read a part of the history, up to a number of lines that have some words; the answers are `Update.history`.
  case readHistory(LinePart, of: HistorySource, limit: Int, words: String = "")
  /// Restore the changes of a dead session.
  case restore
  /// Discard them.
  case discardAbandoned
  /// Show the conflicts, from the top.
  case openConflicts
  /// Read a part of the conflicts, up to a number of rows; the answer is `Update.conflicts`.
  case readConflicts(LinePart, limit: Int)
  /// Keep one of the values of a field in conflict; the answer is `Update.conflicts`.
  case resolve(RecordID, field: Int, Conflict.Choice)
  /// Resolve all fields in conflict the same way; the answer is `Update.conflicts`, or a question first.
  case resolveAll(Conflict.Choice, isConfirmed: Bool)
  /// Reinsert a row that another program has deleted; the answer is `Update.conflicts`.
  case insertAgain(RecordID)
  /// Give up a row that another program has deleted; the answer is `Update.conflicts`.
  case discard(RecordID)
  /// Discard a change that could not be restored or undone, or keep it for later; the answer is `Update.conflicts`.
  case settleStanding(Int64, isDiscarded: Bool)
  /// Cancel the work whose progress is shown.
  case cancelWork
  /// Show this on the status line.
  case say(Message)
  /// Open this text in the external editor; the edited text goes to `ScreenStack.takeEdited`.
  case editExternally(String)
  /// Copy a text to the clipboard.
  case copyText(String)
  /// Copy the value of a field to the clipboard, as it is displayed.
  case copyField(RecordID, field: Int)
  /// Copy rows to the clipboard; if these are all rows of the list, as many as it takes.
  case copyRows(RowSet, CopyForm)
  /// Open a web address with the system's program for it.
  case openAddress(String)
  /// Read a folder, or the last one again for an empty text; the answer is `Update.folder`.
  case listFolder(Text)
  /// Read a file and offer its bytes to the field that asked for them; a large file only after confirmation.
  case readFile(Text, isConfirmed: Bool)
  /// Import the rows of a file into the list's table, or into a new library; for a trial, the answer is `Update.report`.
  case importFile(ImportRequest)
  /// Export rows to a file, after a question if the extent is nil and the list shows less than all; an existing file is
  /// overwritten only after confirmation.
  case exportRows(Text, ExportExtent? = nil, isConfirmed: Bool)
  /// Do something with the library as a whole.
  case library(LibraryEffect)
  /// Write the bytes of a field to a file; an existing file is overwritten only after confirmation.
  case writeFile(RecordID, field: Int, to: Text, isConfirmed: Bool)
  /// Show a statement in full, with SQLite's query plan.
  case explain(StatementGroup)
  /// Dehydrate every record.
  case memoryWarning
  /// Turn mouse reporting on or off.
  case reportMouse(Bool)
  /// Redraw every cell.
  case redraw
  /// Write back and suspend the program until the shell resumes it.
  case suspend
  /// Write back and quit.
  case quit
  /// Quit as soon as the work whose progress is shown is finished.
  case quitFinishing
  /// Cancel the work whose progress is shown, write back and quit.
  case quitStopping
  /// Quit, and keep the edits that cannot be written in the edit log for the next session.
  case quitKeeping
  /// Quit, and lose the edits that cannot be written.
  case quitDiscarding
}
