import Foundation
import Testing

@testable import Formats

/// Rows of cells from bytes.
struct CSVReaderTests {
  private func cells(_ text: String, _ dialect: CSVDialect = .comma) throws -> [[String]] {
    var reader = CSVReader(dialect)
    return try reader.records(of: Array(text.utf8), isLast: true).map { record in
      record.cells.map { String(decoding: $0, as: UTF8.self) }
    }
  }

  @Test func cellsAreDivided() throws {
    #expect(
      try cells("a,b\r\n\"c,\"\"d\",\"e\nf\"\r\rg,\n") == [["a", "b"], ["c,\"d", "e\nf"], ["g", ""]])
    #expect(try cells("a\"b,\"c\"d\n\"\"\n") == [["a\"b", "cd"], [""]])
  }

  @Test func blanksBeforeAQuoteFallAwayIfAlignedByHand() throws {
    #expect(try cells("a,  \"b, c\"\n", CSVDialect(skipsBlanks: true)) == [["a", "b, c"]])
  }

  @Test func aQuoteThatIsNotClosedHasItsPlace() {
    #expect(throws: FormatError.unclosedQuote(TextPlace(line: 2, column: 3))) {
      try cells("a,b\r\nc,\"d\ne\n")
    }
  }

  @Test(arguments: ["a,b\nccc\nx,", "a,b\nccc\n\"x\"\"y"])
  func aRowThatDoesNotEndIsHeldUpToALength(_ start: String) throws {
    var reader = CSVReader(.comma, longestRow: 1_000)
    #expect(try reader.records(of: Array(start.utf8), isLast: false).count == 2)
    #expect(throws: FormatError.rowTooLong(TextPlace(line: 3, column: 1))) {
      for _ in 0..<11 { _ = try reader.records(of: Array(repeating: 97, count: 99), isLast: false) }
    }
  }

  @Test func emptyCellsCountTowardsTheLength() {
    var reader = CSVReader(.comma, longestRow: 1_000)
    #expect(throws: FormatError.rowTooLong(TextPlace(line: 1, column: 1))) {
      try reader.records(of: Array(repeating: 44, count: 200), isLast: false)
    }
  }

  @Test func linesAreHeldUpToALength() throws {
    var divider = LineDivider(longestLine: 10)
    #expect(try divider.lines(of: Array("a\n\nbc".utf8), isLast: false) == [[97], []])
    #expect(try divider.lines(of: Array("d\r\ne".utf8), isLast: false) == [[98, 99, 100, 13]])
    #expect(throws: FormatError.rowTooLong(TextPlace(line: 4, column: 1))) {
      try divider.lines(of: Array("0123456789".utf8), isLast: true)
    }
  }

  @Test func filesThatAreReadWholeAreHeldUpToALength() throws {
    var file = FileBytes(longest: 10)
    #expect(try file.bytes(with: [1, 2], isLast: false) == nil)
    #expect(try file.bytes(with: [3], isLast: true) == [1, 2, 3])
    #expect(throws: FormatError.fileTooLong) {
      try file.bytes(with: Array(repeating: 0, count: 11), isLast: false)
    }
  }

  @Test func linesOfRecordsCountLineEndsInCells() throws {
    var reader = CSVReader(.comma)
    let records = try reader.records(of: Array("a\r\n\"b\r\nc\"\r\n\r\nd".utf8), isLast: true)
    #expect(records.map(\.line) == [1, 2, 5])
  }

  /// Cut off at every byte, and with each byte changed, it divides as Python does, or names the place of an open quote.
  @Test(.needsPython("csv, io, json")) func itDividesAsPythonDoes() throws {
    let sample = Array("Title,Author\r\n\"A, \"\"B\"\"\",\"x\ny\"\rC\"d,\"e\"f\n\n\"\",\n".utf8)
    var texts = sample.indices.map { Array(sample[..<$0]) }
    for place in sample.indices {
      for byte in [34, 44, 10, 13, 97] as [UInt8] {
        var text = sample
        text[place] = byte
        texts.append(text)
      }
    }
    let expected = try Python.cells(of: texts)
    for (text, expected) in zip(texts, expected) {
      var reader = CSVReader(.comma)
      let found = try? reader.records(of: text, isLast: true).map {
        $0.cells.map { String(decoding: $0, as: UTF8.self) }
      }
      #expect(found == expected, "\(String(decoding: text, as: UTF8.self).debugDescription)")
    }
  }
}
