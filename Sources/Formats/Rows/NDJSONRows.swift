/// The rows of a file with an object on each line.
struct NDJSONRows: RowReader {
  private var rest: [UInt8] = []
  private var line = 0

  mutating func rows(of bytes: [UInt8], isLast: Bool) throws(FormatError) -> [FormatRow] {
    var rows: [FormatRow] = []
    var lines = (rest + bytes).split(separator: 10, omittingEmptySubsequences: false)
    rest = isLast ? [] : Array(lines.popLast() ?? [])
    for text in lines {
      line += 1
      if text.allSatisfy({ [32, 9, 13].contains($0) }) { continue }
      rows.append(try row(Array(text)))
    }
    return rows
  }

  private func row(_ text: [UInt8]) throws(FormatError) -> FormatRow {
    do throws(FormatError) {
      let value = try JSONReader.value(of: text)
      guard value.isObject else { throw .expected(.rows, TextPlace(line: 1, column: 1)) }
      return FormatRow(value, line: line)
    } catch {
      throw error.movedDown(by: line - 1)
    }
  }
}

extension FormatError {
  /// The same error in a text that so many lines come before.
  func movedDown(by lines: Int) -> FormatError {
    func moved(_ place: TextPlace) -> TextPlace { TextPlace(line: place.line + lines, column: place.column) }
    return switch self {
    case .unclosedQuote(let place): .unclosedQuote(moved(place))
    case .expected(let expectation, let place): .expected(expectation, moved(place))
    case .tooDeep(let place): .tooDeep(moved(place))
    case .notText(let encoding, let place): .notText(encoding, moved(place))
    case .unknown: .unknown
    }
  }
}
