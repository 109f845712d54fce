import Records

/// What a screen wants done to the world; screens ask, the browser does it.
public enum Effect: Hashable, Sendable {
  /// Hydrate this record and show its fields in the screens that are about it.
  case look(RecordID)
  /// Go to the row this many places after that record's in the list, if there is one.
  case lookAtNeighbor(RecordID, Int)
  /// Set one field, by its index in the schema; the editor waits to hear whether it was taken.
  case set(RecordID, field: Int, Value)
  /// Insert a row with these values in the order of the schema's fields.
  case insert([Value])
  /// Delete a row.
  case delete(RecordID)
  /// Select the last row, however many there are.
  case goToEnd
  /// Show this on the status line.
  case say(Message)
  /// Say what today is; the answer comes as `Update.today`.
  case askToday
  /// Dehydrate every record.
  case memoryWarning
  /// Draw every cell again.
  case redraw
  /// Write back and stop until the shell lets the program go on.
  case suspend
  /// Write back and leave.
  case quit
  /// Leave, and let the edits that cannot be written be lost.
  case quitDiscarding
}
