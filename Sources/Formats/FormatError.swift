/// Why bytes cannot be read as rows; wording is left to the caller.
public enum FormatError: Error, Hashable, Sendable {
  case unclosedQuote(TextPlace)
  case expected(Expectation, TextPlace)
  case tooDeep(TextPlace)
  case rowTooLong(TextPlace)
  case tooManyCells(TextPlace)
  case fileTooLong
  case notText(TextEncoding, TextPlace)
  /// The `@string` names used here expand to too much text.
  case expandsTooFar(TextPlace)
  case otherFile(OtherFile)
  case unknown

  /// What is expected at a place.
  public enum Expectation: Hashable, Sendable {
    case value
    case character(Character)
    case end
    /// A list of objects, or one object per line.
    case rows
    case name
  }
}
