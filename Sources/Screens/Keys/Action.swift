import Cells
import Records

/// What a key does, independent of which key it is.
public enum Action: Hashable, Sendable {
  /// Moves or scrolls by this many rows.
  case move(Int)
  /// Moves by this many half screens.
  case moveHalfPages(Int)
  /// Goes to the first row.
  case first
  /// Goes to the last row.
  case last
  /// Starts a search.
  case find
  /// Goes to the next match of the last search or, if negative, to the previous one.
  case findNext(Int)
  /// Recalls the search this many searches earlier or, if negative, later.
  case recall(Int)
  /// Starts typing a row number.
  case jump
  /// Goes to the typed percentage of the list.
  case percent
  /// Waits for a letter, and goes to the first title from that letter on.
  case jumpToLetter
  /// Asks what to sort the list by.
  case chooseOrder
  /// Reverses the sort.
  case reverseOrder
  /// Lists the values of a field; on the list, asks which field.
  case values
  /// Shows the groups of a sorted list; on these, goes to one in the list.
  case groups
  /// Shows or hides the headings of groups in the list.
  case toggleHeadings
  /// Asks which numbers of the groups are added up.
  case chooseTotal
  /// Shows statistics.
  case statistics
  /// Looks for rows that may be the same.
  case duplicates
  /// Shows the marked rows side by side, to make one of them.
  case merge
  /// Asks whether to merge all groups in which nothing differs.
  case mergeAlike
  /// Notes that rows are different ones.
  case callDifferent
  /// Takes the values of all rows for a field.
  case takeAll
  /// Makes the next of several rows the one that stays.
  case keepNext
  /// Asks how the field of the statistics is counted.
  case measure
  /// Lists the saved views.
  case openViews
  /// Runs the person's own command with this name.
  case own(String)
  /// Lists the files that were opened before.
  case openFiles
  /// Lists the fields of the table for changes.
  case openFields
  /// Asks for a new name for the selected field.
  case rename
  /// Asks which columns the list shows.
  case chooseColumns
  /// Goes to the field on the right or, if negative, on the left.
  case moveAcross(Int)
  /// Moves the selected column by this many places.
  case moveColumn(Int)
  /// Marks or unmarks the selected row.
  case mark
  /// Marks every row of the list, or none.
  case markAll
  /// Hydrates the marked rows, or all rows if none is marked.
  case hydrate
  /// Sets one field of the marked rows.
  case setField
  /// Copies the selection to the clipboard.
  case copy
  /// Asks for the format in which to copy rows.
  case copyAs
  /// Cancels running work; otherwise removes the filter, and otherwise the marks.
  case dismiss
  /// Opens the selection, or gives the selected answer.
  case open
  /// Lists the rows that point to the record.
  case references
  /// Goes back to the screen below.
  case back
  /// Starts a new record.
  case add
  /// Starts a new record with the values of this one.
  case duplicate
  /// Notes that the person has started to read the record's book.
  case startReading
  /// Asks about the reading that the person has finished.
  case finishReading
  /// Asks how far the person has read the record's book.
  case noteProgress
  /// Asks to whom the record's book is lent, or whether it is back.
  case lend
  /// Lists what is lent and borrowed.
  case loans
  /// Exchanges changes with other machines.
  case sync
  /// Moves the marked rows, or the selected one, by this many rows in a list that is sorted by hand.
  case moveRow(Int)
  /// Moves them to the top of such a list.
  case moveToTop
  /// Saves what was typed, and continues in the form.
  case proceed(FormStep)
  /// Reverts all changes since editing was turned on, and turns it off.
  case takeBack
  /// Turns editing on or off.
  case toggleEditing
  /// Asks whether to delete the selected record.
  case delete
  /// Goes to the record this many rows further in the list.
  case neighbor(Int)
  /// Saves what was typed.
  case save
  /// Discards what was typed.
  case cancel
  /// Sets the field to NULL.
  case setNull
  /// Asks whether to open the record's web address in the web browser.
  case openAddress
  /// Folds empty fields, or unfolds them.
  case fold
  /// Sets the selected blob to NULL.
  case clear
  /// Writes the selected blob to a file.
  case export
  /// Shows or hides hidden entries of folders.
  case toggleHidden
  /// Starts typing a path that begins with this text.
  case typePath(String)
  /// Completes a path as far as it is unambiguous.
  case complete
  /// Toggles yes and no.
  case toggle
  /// Moves by this many visible lines.
  case moveLine(Int)
  /// Inserts a line break.
  case newLine
  /// Opens the text in the external editor.
  case editExternally
  /// Goes to the next suggestion or, if negative, to the previous one.
  case suggest(Int)
  /// Edits the text.
  case edit(LineEditor.Action)
  /// Goes to the next or previous part of a date, or button of an alert.
  case nextPart(Int)
  /// Steps the selected part of a date.
  case step(Int)
  /// Sets today's date.
  case today
  /// Undoes the last change.
  case undo
  /// Redoes the last undone change.
  case redo
  /// Shows the history.
  case history
  /// Shows the conflicts with another program's changes.
  case conflicts
  /// Resolves all fields in conflict the same way.
  case resolveAll(Conflict.Choice)
  /// Dehydrates every record.
  case memoryWarning
  /// Turns mouse reporting on or off.
  case toggleMouse
  /// Redraws everything.
  case redraw
  /// Suspends the program until the shell resumes it.
  case suspend
  /// Opens or closes the inspector.
  case inspect
  /// Shows the record in memory and in the database, in place of the inspector, or closes that.
  case compareRecord
  /// Shows what the session has cost, in place of the inspector, or closes that.
  case showAccount
  /// Shows the inspector on the whole screen, or beside the rest again.
  case inspectWhole
  /// Shows the list and a record side by side, or one at a time.
  case toggleSplit
  /// Moves the focus to the inspector, or back to the screens.
  case switchPane
  /// Shows only the statements for one purpose, or all if these are shown already.
  case filterStatements(StatementPurpose)
  /// Groups similar statements, or shows each one separately.
  case groupStatements
  /// Pauses or resumes the statements.
  case pause
  /// Shows the keys.
  case help
  /// Quits the program.
  case quit
}

extension Action {
  /// Whether, on a list, the action is about its rows: the selected one, the marked ones, or all.
  package var isAboutRows: Bool {
    switch self {
    case .open, .toggleEditing, .delete, .duplicate, .mark, .markAll, .hydrate, .setField, .copy, .copyAs,
      .startReading,
      .finishReading, .noteProgress, .lend, .moveRow, .moveToTop, .merge, .own:
      true
    default: false
    }
  }

  /// Whether it is about what only a full screen has: panes, the mouse, the screen itself, and other programs on it.
  public var needsFullScreen: Bool {
    switch self {
    case .inspect, .compareRecord, .showAccount, .inspectWhole, .toggleSplit, .switchPane, .toggleMouse,
      .redraw, .editExternally:
      true
    default: false
    }
  }

  /// Whether the action is meant to change the database.
  package var isEditing: Bool {
    switch self {
    case .add, .duplicate, .delete, .toggleEditing, .setField, .toggle, .clear, .rename, .startReading,
      .finishReading, .noteProgress, .lend, .moveRow, .moveToTop, .merge, .mergeAlike:
      true
    default: false
    }
  }
}
