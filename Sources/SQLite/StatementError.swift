/// Why a statement of the person's own is not run.
public enum StatementError: Error, Hashable, Sendable {
  /// The text has no statement.
  case empty
  /// It has another statement, which begins at this byte.
  case several(offset: Int)
  /// It would write; the word is what it begins with, in upper case.
  case writes(word: String)
  /// It begins with a word like `PRAGMA` or `ATTACH`, so it does something other than reading rows.
  case isNoQuery(word: String)
  /// It calls a function that reaches outside the database.
  case function(name: String)
  /// It has a parameter, for which there is no value.
  case parameter(name: String)
  /// The text has a NUL character at this byte.
  case nul(offset: Int)
  /// SQLite does not understand it, or a name in it; the message is SQLite's, and the offset is the place in bytes, if
  /// SQLite knows it.
  case invalid(message: String, offset: Int?)
  /// The result, or one of its values, has more bytes than the limit.
  case tooLarge(limit: Int, isValue: Bool)
  /// It could not be compiled or run for another reason.
  case store(StoreError)

  /// The place in the text, in bytes, if the error has one.
  public var offset: Int? {
    switch self {
    case .several(let offset), .nul(let offset): offset
    case .invalid(_, let offset): offset
    default: nil
    }
  }
}
