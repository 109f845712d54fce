/// A problem in a row, which is imported nonetheless, unless it has no data for any field.
public enum RowProblem: Hashable, Sendable {
  case ragged(expected: Int, found: Int)
  case notUTF8(column: String)
  /// A cell has U+FFFD, because an earlier program lost a character.
  case lostCharacter(column: String)
  case untitled
  /// A cell's value has an unexpected form; the stored source row keeps it.
  case unread(column: String)
  /// A cell's text is not a valid value of its field, which is left unchanged.
  case unfit(column: String, text: String)
  case partlyRead(column: String, text: String)
  /// An ambiguous date, in a column where no date shows the order of day and month.
  case unclearDate(column: String, text: String)
  case otherOrder(column: String, text: String)
  case unknownStatus(String)
  /// The cell has none of the allowed words, so the field stays empty.
  case unknownWord(String, column: String, choices: [String])
  /// Part of a cell fits no field: a second series, or a range of numbers in it.
  case withoutPlace(String)
  case nothingForFields
  case junk

  /// Whether data of the row is not used for any field.
  public var leavesOut: Bool {
    switch self {
    case .unread, .unfit, .unclearDate, .partlyRead, .unknownWord, .withoutPlace: true
    case .ragged, .notUTF8, .lostCharacter, .untitled, .otherOrder, .unknownStatus, .nothingForFields, .junk:
      false
    }
  }
}
