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

  @Test func linesOfRecordsCountLineEndsInCells() throws {
    var reader = CSVReader(.comma)
    let records = try reader.records(of: Array("a\r\n\"b\r\nc\"\r\n\r\nd".utf8), isLast: true)
    #expect(records.map(\.line) == [1, 2, 5])
  }

  @Test func partsOfAnySizeGiveTheSame() throws {
    let bytes = Array("a,\"b\r\n\"\"c\"\r\n\"d\"\re,f\n\n,\"\"".utf8)
    var whole = CSVReader(.comma)
    let expected = try whole.records(of: bytes, isLast: true)
    for size in 1..<bytes.count {
      var (reader, found): (CSVReader, [CSVRecord]) = (CSVReader(.comma), [])
      for start in stride(from: 0, to: bytes.count, by: size) {
        let end = min(start + size, bytes.count)
        found += try reader.records(of: Array(bytes[start..<end]), isLast: end == bytes.count)
      }
      #expect(found == expected, "in parts of \(size)")
    }
  }

  /// Cut off at every byte, and with each byte changed, it divides as Python does, or names the place of an open quote.
  @Test(.enabled(if: Python.isInstalled)) func itDividesAsPythonDoes() throws {
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
