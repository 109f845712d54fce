/// Why a statement written by the person is not run.
public enum StatementError: Error, Hashable, Sendable {
  case empty
  case several(offset: Int)
  /// It would write; the word is its first one, in upper case.
  case writes(word: String)
  /// It begins with a word like `PRAGMA` or `ATTACH` and does more than read rows.
  case isNoQuery(word: String)
  case function(name: String)
  case parameter(name: String)
  case nul(offset: Int)
  /// SQLite rejects it, with this message; the byte offset is nil if SQLite gives none.
  case invalid(message: String, offset: Int?)
  /// The result, or one of its values, has more bytes than the limit.
  case tooLarge(limit: Int, isValue: Bool)
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
