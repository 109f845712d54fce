/// Why bytes cannot be read as rows; it carries no wording.
public enum FormatError: Error, Hashable, Sendable {
  /// A quoted cell begins here, and the file ends before the quote that closes it.
  case unclosedQuote(TextPlace)
  /// Something else should stand here.
  case expected(Expectation, TextPlace)
  /// Values are nested more deeply here than `JSONReader.deepest`.
  case tooDeep(TextPlace)
  /// The row that begins here, or the quoted cell in it, is longer than `ReadLimit.row`.
  case rowTooLong(TextPlace)
  /// The row that begins here has more cells than `ReadLimit.cells`.
  case tooManyCells(TextPlace)
  /// The file can only be read whole, and is longer than `ReadLimit.file`.
  case fileTooLong
  /// The bytes are not a text in the encoding that was asked for.
  case notText(TextEncoding, TextPlace)
  /// The names of `@string` that are used here stand for too much text.
  case expandsTooFar(TextPlace)
  /// It is a file of another kind.
  case otherFile(OtherFile)
  /// The first bytes fit no format.
  case unknown

  /// What should stand at a place.
  public enum Expectation: Hashable, Sendable {
    /// A value of JSON.
    case value
    /// This character.
    case character(Character)
    /// The end of the file.
    case end
    /// A list of objects, or objects one to a line.
    case rows
    /// The name or the key of an entry.
    case name
  }
}
