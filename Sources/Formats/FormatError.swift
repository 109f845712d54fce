/// Why bytes cannot be read as rows.
public enum FormatError: Error, Hashable, Sendable {
  case unclosedQuote(TextPlace)
  case expected(Expectation, TextPlace)
  case tooDeep(TextPlace)
  case rowTooLong(TextPlace)
  case tooManyCells(TextPlace)
  case fileTooLong
  case notText(TextEncoding, TextPlace)
  /// `@string` names expand to too much text.
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

extension FormatError {
  func moved(to start: TextPlace) -> FormatError {
    func moved(_ place: TextPlace) -> TextPlace {
      TextPlace(
        line: start.line + place.line - 1,
        column: place.line == 1 ? start.column + place.column - 1 : place.column)
    }
    return switch self {
    case .unclosedQuote(let place): .unclosedQuote(moved(place))
    case .expected(let expectation, let place): .expected(expectation, moved(place))
    case .tooDeep(let place): .tooDeep(moved(place))
    case .notText(let encoding, let place): .notText(encoding, moved(place))
    case .rowTooLong(let place): .rowTooLong(moved(place))
    case .tooManyCells(let place): .tooManyCells(moved(place))
    case .expandsTooFar(let place): .expandsTooFar(moved(place))
    case .fileTooLong, .otherFile, .unknown: self
    }
  }
}

/// Limits in bytes and in cells per row, so that a broken file does not exhaust memory.
enum ReadLimit {
  static let row = 64 << 20
  static let cells = 16_384
  static let file = 256 << 20
}
