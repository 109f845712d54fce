/// The rows of a file with one object per line.
struct NDJSONRows: RowReader {
  private var divider = LineDivider()
  private var line = 0

  mutating func rows(of bytes: [UInt8], isLast: Bool) throws(FormatError) -> [FormatRow] {
    var rows: [FormatRow] = []
    for text in try divider.lines(of: bytes, isLast: isLast) {
      line += 1
      if text.allSatisfy({ [32, 9, 13].contains($0) }) { continue }
      rows.append(try row(text))
    }
    return rows
  }

  private func row(_ text: [UInt8]) throws(FormatError) -> FormatRow {
    do throws(FormatError) {
      let value = try JSONReader.value(of: text)
      guard value.isObject else { throw .expected(.rows, TextPlace(line: 1, column: 1)) }
      let row = FormatRow(value, line: line)
      if row.columns.count > ReadLimit.cells { throw .tooManyCells(TextPlace(line: 1, column: 1)) }
      return row
    } catch { throw error.moved(to: TextPlace(line: line, column: 1)) }
  }
}

extension FormatError {
  /// Shifts the error's place, for a part that begins at `start`.
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
