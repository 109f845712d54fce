import Records

/// What a screen wants done to the world; screens ask, the browser does it.
public enum Effect: Hashable, Sendable {
  /// Hydrate this record and show its fields in the screens that are about it.
  case look(RecordID)
  /// Go to the row this many places after that record's in the list, if there is one.
  case lookAtNeighbor(RecordID, Int)
  /// Read all of a large value, by its field's index in the schema, to edit it; the answer is `Update.large`.
  case openLarge(RecordID, field: Int)
  /// Find out whether what the top screen is for can be written at all: a field, by its index in the schema, or for nil a new
  /// row. The answer is `Update.cannotChange` where it cannot.
  case checkIsChangeable(TableID, field: Int?)
  /// Set one field, by its index in the schema; the editor waits to hear whether it was taken.
  case set(RecordID, field: Int, Value)
  /// Insert a row into a table with these values in the order of the schema's fields.
  case insert([Value], into: TableID)
  /// Have the form go on, unless its editor had to stay.
  case goOn(FormStep)
  /// Note that a record is being edited from now on, so that its changes can be taken back as one.
  case beginForm
  /// Take back what was changed of a record since `beginForm`.
  case takeBack(RecordID)
  /// Begin a new record with the values of another one; the answer is `Update.duplicated`.
  case duplicate(RecordID)
  /// Open a list; the answer is `Update.opened`.
  case openList(ListSource)
  /// Open the record that a field of a record points to; the answer is `Update.linked`.
  case openLink(RecordSnapshot.Link)
  /// Open the list of the rows that a field of a table may point to, by its index in the schema, to choose one for the form.
  ///
  /// The answer is `Update.opened` with `Update.choosing`, or the field's editor if there is no such list.
  case chooseRow(TableID, field: Int)
  /// Take a row for the form: its value in the column that a foreign key points to; the answer is `ScreenStack.takeRow`.
  case takeRow(RecordID, for: Reference)
  /// Read the first of the rows that point to a record; the answer is `Update.related`.
  case readRelated(RecordID, RelatedRows)
  /// Begin a new row that points to the record that the source is of; the answer is `Update.duplicated`.
  case addRelated(ListSource)
  /// Open the list of the rows that point to a record; if there are several lists, ask which.
  case openReferences(RecordID)
  /// Delete a row.
  case delete(RecordID)
  /// Delete rows that hold what no two rows may, and then do what they stood against.
  indirect case replace([RecordID], Effect)
  /// Delete these rows of the list; `Update.deletedRows` says that they are gone.
  case deleteRows(RowSet)
  /// Ask whether to delete these rows, of which the filter need not show all; the title is that of a row which is not
  /// marked.
  case askToDelete(RowSet, RowCount, title: String?)
  /// Set one field of these rows of the list, by its index in the schema.
  case setRows(RowSet, field: Int, Value)
  /// Hydrate these rows of the list.
  case hydrate(RowSet)
  /// Select another row.
  case jump(Jump)
  /// Put the list into this order. The answer is `Update.selected` with the place that the record has in it, or that
  /// of the first row if there is no record.
  case order(ListOrder, keeping: RecordID?)
  /// Show these fields beside the list's titles, by their indices in the schema.
  case showColumns([Int])
  /// List the different values of a field of the list's table, by its index in the schema; the answer is `Update.openedValues`.
  case openValues(TableID, field: Int)
  /// Show the rows of the list that hold a value in a field.
  case findValue(field: Int, Value)
  /// Change a value of a field in all rows that hold it.
  case changeValue(field: Int, from: Value, to: Value)
  /// Ask whether to change the fields of a table, with the statement that does so; the answer is `Update.alert`.
  case askToChangeField(TableID, FieldRequest)
  /// Show the fields of a table in another way; the database is opened again after that.
  case arrangeFields(TableID, FieldArrangement)
  /// Change the fields of a table; the database is opened again after that.
  case changeField(TableID, FieldChange)
  /// List the saved views; the answer is `Update.openedViews`.
  case openViews
  /// Save the list's columns, order and filter under a name.
  case saveView(String)
  /// Show the saved view of a name.
  case showView(String)
  /// Remove the saved view of a name; the answer is `Update.views`.
  case removeView(String)
  /// Show the rows that match these words, or all rows for an empty text. The answer is `Update.selected` with the
  /// place that the record has among them, or that of the first row where it is not among them.
  case find(String, keeping: RecordID?)
  /// Select the next row after the selected one that matches these words, or the one before for a negative number;
  /// round the end to the start.
  case findNext(String, Int)
  /// Open a record, or say that it is gone; the answer is `Update.linked`.
  case openRecord(RecordID?)
  /// Ask what to do with what a dead session has left.
  case askToRestore
  /// Open the file that is in the place of the database now.
  case openReplacement
  /// Write the database as it was opened, with all edits, to a file beside the one that is there now.
  case rescue
  /// Give the database the edit log that it had under its former path, which was found.
  case takeOverLog
  /// Undo the last change.
  case undo
  /// Redo the last undone change.
  case redo
  /// Leave the step as it is that cannot be undone or redone, and undo or redo the one before it.
  case passOver(isRedo: Bool)
  /// Show the changes that were made, from the top; the answer is `Update.openedHistory`.
  ///
  /// What a dead session has left is listed over the question about it, which comes first as `Update.alert`.
  case openHistory(HistorySource)
  /// Read a part of them, up to a number of lines; the answer is `Update.history`.
  case readHistory(LinePart, of: HistorySource, limit: Int)
  /// Make the changes again that a dead session has left.
  case restore
  /// Give them up.
  case discardAbandoned
  /// Show what is in conflict, from the top; the answer is `Update.openedConflicts`.
  case openConflicts
  /// Read a part of it, up to a number of rows; the answer is `Update.conflicts`.
  case readConflicts(LinePart, limit: Int)
  /// Keep one of the values of a field in conflict; the answer is `Update.conflicts`.
  case resolve(RecordID, field: Int, Conflict.Choice)
  /// Keep the same one of the values of all fields in conflict; the answer is `Update.conflicts`, or a question first.
  case resolveAll(Conflict.Choice, isConfirmed: Bool)
  /// Insert a row again that another program has deleted; the answer is `Update.conflicts`.
  case insertAgain(RecordID)
  /// Give up a row that another program has deleted; the answer is `Update.conflicts`.
  case discard(RecordID)
  /// Give up something that could not be restored or undone, or leave it for later; the answer is `Update.conflicts`.
  case settleStanding(Int64, isDiscarded: Bool)
  /// End the work whose progress is shown.
  case cancelWork
  /// Show this on the status line.
  case say(Message)
  /// Give this text to the person's editor; what it makes of it goes to `ScreenStack.takeEdited`.
  case editExternally(String)
  /// Put a text on the clipboard.
  case copyText(String)
  /// Put the value of a field on the clipboard, as people read it.
  case copyField(RecordID, field: Int)
  /// Put rows on the clipboard; of all rows of the list as many as the clipboard takes.
  case copyRows(RowSet, CopyForm)
  /// Open a web address with the system's program for that.
  case openAddress(String)
  /// Say what today is; the answer comes as `Update.today`.
  case askToday
  /// Read a folder, or the last one for an empty text; the answer is `Update.folder`.
  case listFolder(Text)
  /// Read a file and offer its bytes to the field that they were asked for; a large one only if it is confirmed.
  case readFile(Text, isConfirmed: Bool)
  /// Take the rows of a file into the list's table; as a trial, the answer is `Update.report`.
  case importFile(Text, isTrial: Bool)
  /// Write the rows that the list shows to a file; over one that exists only if it is confirmed.
  case exportRows(Text, isConfirmed: Bool)
  /// Make a library at a path, behind which the name of a template may stand, and open it.
  case makeLibrary(Text)
  /// Write the bytes of a field to a file; over one that exists only if it is confirmed.
  case writeFile(RecordID, field: Int, to: Text, isConfirmed: Bool)
  /// Show a statement in full, with SQLite's plan for it.
  case explain(StatementGroup)
  /// Dehydrate every record.
  case memoryWarning
  /// Have the terminal report the mouse, or not.
  case reportMouse(Bool)
  /// Draw every cell again.
  case redraw
  /// Write back and stop until the shell lets the program go on.
  case suspend
  /// Write back and leave.
  case quit
  /// Leave as soon as the work whose progress is shown is over.
  case quitFinishing
  /// End the work whose progress is shown, write back and leave.
  case quitStopping
  /// Leave, with the edits that cannot be written in the edit log, for the next time.
  case quitKeeping
  /// Leave, and let the edits that cannot be written be lost.
  case quitDiscarding
}
