import Cells
import Records

/// What a key does, whichever key it is.
public enum Action: Hashable, Sendable {
  /// Chooses or scrolls to the row above or below, by this many rows.
  case move(Int)
  /// Moves by this many half screens.
  case moveHalfPages(Int)
  /// Goes to the first row.
  case first
  /// Goes to the last row.
  case last
  /// Begins to type words to be found.
  case find
  /// Goes to the next or, for a negative number, the previous match of what was searched for last.
  case findNext(Int)
  /// Brings back what was searched for so many searches before, or for a negative number after.
  case recall(Int)
  /// Begins to type the number of a row.
  case jump
  /// Goes to the part of the list that is typed.
  case percent
  /// Waits for the letter from which on to go to the first title.
  case jumpToLetter
  /// Asks what to order the list by.
  case chooseOrder
  /// Turns the order round.
  case reverseOrder
  /// Lists the values of a field, and on the list asks which field.
  case values
  /// Lists the saved views.
  case openViews
  /// Lists the fields of the table, to change them.
  case openFields
  /// Asks for another name of the selected field.
  case rename
  /// Asks which columns the list shows.
  case chooseColumns
  /// Moves the chosen column by this many places.
  case moveColumn(Int)
  /// Marks or unmarks the selected row.
  case mark
  /// Marks every row that the list shows, or none.
  case markAll
  /// Hydrates the marked rows, or all if none is marked.
  case hydrate
  /// Sets one field of the marked rows.
  case setField
  /// Puts what is selected on the clipboard.
  case copy
  /// Asks for the form in which rows are copied.
  case copyAs
  /// Ends the work that runs; otherwise takes off the filter, and otherwise the marks.
  case dismiss
  /// Opens what is selected, or does what the selected button says.
  case open
  /// Lists the rows that point to the record.
  case references
  /// Goes back to the screen below.
  case back
  /// Begins a new record.
  case add
  /// Begins a new record with the values of this one.
  case duplicate
  /// Saves what is typed, and has the form go on.
  case proceed(FormStep)
  /// Takes back what was changed since editing was turned on, and turns it off.
  case takeBack
  /// Turns editing on or off.
  case toggleEditing
  /// Asks whether to delete the selected record.
  case delete
  /// Goes to the record this many rows further in the list.
  case neighbor(Int)
  /// Takes what was typed.
  case save
  /// Leaves what was typed.
  case cancel
  /// Makes the field NULL.
  case setNull
  /// Asks whether to open the record's web address in the browser.
  case openAddress
  /// Folds empty fields away, or shows them again.
  case fold
  /// Makes the chosen bytes NULL.
  case clear
  /// Writes the chosen bytes to a file.
  case export
  /// Shows or leaves out the hidden entries of folders.
  case toggleHidden
  /// Begins to type a path, with this text.
  case typePath(String)
  /// Goes on with a path as far as it is plain how.
  case complete
  /// Makes yes of no, and no of yes.
  case toggle
  /// Goes to the line this many lines below, as they are shown.
  case moveLine(Int)
  /// Puts in a new line.
  case newLine
  /// Gives the text to the person's editor.
  case editExternally
  /// Goes to the next suggestion, or for a negative number to the previous one.
  case suggest(Int)
  /// Edits the line of text.
  case edit(LineEditor.Action)
  /// Goes to the next or previous part of a date, or button of an alert.
  case nextPart(Int)
  /// Steps the chosen part of a date.
  case step(Int)
  /// Sets the date of today.
  case today
  /// Undoes the last change.
  case undo
  /// Does again what was undone last.
  case redo
  /// Shows the changes that were made.
  case history
  /// Shows what another program has changed, too.
  case conflicts
  /// Keeps the same one of the values of all fields in conflict.
  case resolveAll(Conflict.Choice)
  /// Dehydrates every record.
  case memoryWarning
  /// Has the mouse reported, or leaves it to the terminal.
  case toggleMouse
  /// Draws everything again.
  case redraw
  /// Stops the program until the shell lets it go on.
  case suspend
  /// Opens the inspector, or closes it.
  case inspect
  /// Shows the record in memory and in the database in the inspector's place, or closes that.
  case compareRecord
  /// Shows what the session has cost in the inspector's place, or closes that.
  case showAccount
  /// Gives the inspector the whole screen, or takes it back.
  case inspectWhole
  /// Shows the list and a record side by side, or one at a time.
  case toggleSplit
  /// Lets the keys be about the inspector, or about the screens.
  case switchPane
  /// Shows the statements that are run for one thing; all, if they are those that are shown.
  case filterStatements(StatementPurpose)
  /// Puts similar statements together, or shows each by itself.
  case groupStatements
  /// Holds the statements still, or lets them go on.
  case pause
  /// Shows the keys.
  case help
  /// Leaves the program.
  case quit
}

extension Action {
  /// Whether the action leads to a change of the database.
  var isEditing: Bool {
    switch self {
    case .add, .duplicate, .delete, .toggleEditing, .setField, .toggle, .clear, .rename: true
    default: false
    }
  }
}
