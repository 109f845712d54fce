/// What is odd about a row; it is imported nonetheless, unless it has nothing for any field.
public enum RowProblem: Hashable, Sendable {
  /// It has another number of cells than the header.
  case ragged(expected: Int, found: Int)
  /// A cell is not UTF-8, and was taken for Windows-1252.
  case notUTF8(column: String)
  /// A cell has U+FFFD, which stands for a character that the file, or the program that wrote it, has lost.
  case lostCharacter(column: String)
  /// It has no title.
  case untitled
  /// A cell has no value of the expected form, and is kept in the row as it was only.
  case unread(column: String)
  /// A cell has a text that is no value of its field, which stays as it is.
  case unfit(column: String, text: String)
  /// Only the first of several values of a cell is in its field.
  case partlyRead(column: String, text: String)
  /// A date can be read in two ways, and no other date of its column shows which of its numbers is the day.
  case unclearDate(column: String, text: String)
  /// A date has its day and its month in another order than the dates before it.
  case otherOrder(column: String, text: String)
  /// A shelf of this name is taken for no status.
  case unknownStatus(String)
  /// A column has another word than one of these, so its field stays empty.
  case unknownWord(String, column: String, choices: [String])
  /// A part of a cell that no field has a place for: a second series, a range of numbers in it.
  case withoutPlace(String)
  /// None of its cells has anything for a field.
  case nothingForFields
  /// Junk between two records was skipped.
  case junk

  /// Whether a cell of the row, or a part of it, becomes the value of no field.
  public var leavesOut: Bool {
    switch self {
    case .unread, .unfit, .unclearDate, .partlyRead, .unknownWord, .withoutPlace: true
    case .ragged, .notUTF8, .lostCharacter, .untitled, .otherOrder, .unknownStatus, .nothingForFields, .junk:
      false
    }
  }
}
