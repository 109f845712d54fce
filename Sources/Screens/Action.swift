import Cells

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
  /// Opens what is selected, or does what the selected button says.
  case open
  /// Goes back to the screen below.
  case back
  /// Begins a new record.
  case add
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
  /// Edits the line of text.
  case edit(LineEditor.Action)
  /// Goes to the next or previous part of a date, or button of an alert.
  case nextPart(Int)
  /// Steps the chosen part of a date.
  case step(Int)
  /// Sets the date of today.
  case today
  /// Dehydrates every record.
  case memoryWarning
  /// Draws everything again.
  case redraw
  /// Stops the program until the shell lets it go on.
  case suspend
  /// Shows the keys.
  case help
  /// Leaves the program.
  case quit
}

extension Action {
  /// Whether the action leads to a change of the database.
  func isEditing(in mode: Mode) -> Bool {
    switch self {
    case .add, .delete, .toggleEditing: true
    case .open: mode == .detail
    default: false
    }
  }
}
