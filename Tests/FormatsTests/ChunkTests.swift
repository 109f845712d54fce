import SeededRandom
import Testing

@testable import Formats

/// A file gives the same rows, or the same error, in however many parts its bytes come.
@Suite struct ChunkTests {
  private static let readers: [(name: String, make: @Sendable () -> any RowReader)] = [
    ("json", { JSONRows(nil) }), ("calibre", { JSONRows(.calibre) }), ("csl", { CSLRows() }),
    ("marc", { MARCRows() }), ("bibtex", { BibTeXRows() }), ("ris", { RISRows() }),
  ]

  private static let texts: [String: [String]] = [
    "json": [
      #"[{"title": "Emma", "n": 1, "t": ["a", "b"]}, {"title": "a\"]\\", "x": {"y": null}} , {} ]"#,
      "{\"books\": [{\"title\": \"Dune\"},\r\n {\"title\": \"É\"}], \"version\": 1}", "[]", "",
      " {\"a\": 1}\n", "[1, 2]", "[{\"a\": 1},\r\n {\"a\": 2\r\n },\r {\"a\": [1,}]", "[{\"a\": 1}",
      "[{\"a\": 1},", "[{\"a\"", "[{\"a\": 1}] x", "true", "[{\"a\": 1} {\"a\": 2}]", "[{\"a\": tru}]",
      "[{\"a\": \"b", "[,]", "[{\"a\": 1}}", "{\"a\": 1]",
    ], "calibre": [#"[{"title": "Dune", "authors": "Frank Herbert", "isbn": "9780441172719"}]"#],
    "csl": [#"[{"id": "a", "title": "Emma", "issued": {"date-parts": [[1815]]}}, {"id": "b"}]"#],
    "marc": [
      #"{"leader": "x", "fields": [{"245": {"subfields": [{"a": "Emma"}]}}]}"# + "\n"
        + #"{"leader": "y", "fields": []}"#, #"[{"leader": "x", "fields": []}, {"fields": []}]"#, "[{}]", "",
    ],
    "bibtex": [
      "junk a@b.c\r\n@string{j = \"Journal\"}\r\n@book{k, title = {An {E}xample}, publisher = j # { x}}\r\n@comment{@}\r\n"
        + "@preamble{\"x\"}@article(l, title = \"T\", year = 1999)\r\n\r\n@misc{title = {No key}}\r\n",
      "@book{k, title = {never closed", "@book{k,\n\n title }",
      "@book{k, title = {a}\n@book{l, title = {b}}\n", "@",
    ], "ris": ["TY  - BOOK\r\nTI  - Emma\r\nKW  - a\r\nb\r\nER  - \r\njunk\r\nTY  - BOOK\r\nTI  - Dune"],
  ]

  /// What a reader makes of a text in parts of a size: the rows, or the error.
  private func outcome(
    _ make: () -> any RowReader, _ text: String, partSize: Int
  ) -> Result<[FormatRow], FormatError> {
    var (reader, rows, rest) = (make(), [FormatRow](), Array(text.utf8)[...])
    do throws(FormatError) {
      while rest.count > partSize {
        rows += try reader.rows(of: Array(rest.prefix(partSize)), isLast: false)
        rest = rest.dropFirst(partSize)
      }
      return .success(try rows + reader.rows(of: Array(rest), isLast: true))
    } catch { return .failure(error) }
  }

  @Test("The size of the parts makes no difference", arguments: Self.readers.map(\.name))
  func sizes(_ name: String) throws {
    let make = try #require(Self.readers.first { $0.name == name }).make
    for text in try #require(Self.texts[name]) {
      let whole = outcome(make, text, partSize: .max)
      for size in [1, 2, 3, 7, 31] {
        #expect(outcome(make, text, partSize: size) == whole, "\(text) in parts of \(size)")
      }
    }
  }

  @Test("What is wrong with a list of JSON, and where, is what a reader of the whole text finds")
  func damaged() throws {
    var (random, failureCount) = (SeededGenerator(seed: 7), 0)
    let sound =
      Array(#"[{"title": "a\"\u00e9", "n": -1.5e3, "l": [true, null]},"#.utf8) + [13, 10]
      + Array(#" {"o": {"x": [{}]}}]"#.utf8)
    for _ in 0..<2_000 {
      var bytes = sound
      let place = Int.random(in: 1..<bytes.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes.remove(at: place)
      case 1: bytes[place] = Array("[]{},:\"\\ \n1a".utf8).randomElement(using: &random) ?? 0
      default: bytes.removeSubrange(place...)
      }
      let text = String(decoding: bytes, as: UTF8.self)
      let streamed = outcome({ JSONRows(nil) }, text, partSize: Int.random(in: 1...40, using: &random))
      do throws(FormatError) {
        let value = try JSONReader.value(of: bytes)
        if case .list(let values) = value, values.allSatisfy(\.isObject) {
          #expect(streamed == .success(values.map { FormatRow($0) }), "\(text)")
        }
      } catch {
        failureCount += 1
        guard case .failure(let found) = streamed else {
          Issue.record("\(text) was read")
          continue
        }
        // An element that is no object may stand before it.
        if case .expected(.rows, _) = found { continue }
        #expect(found == error, "\(text)")
      }
    }
    #expect(failureCount > 500)
  }

  @Test("Only the part that has not ended is held") func room() throws {
    var divider = JSONDivider()
    #expect(try divider.parts(of: Array("[{\"a\": 1}, {\"b\"".utf8), isLast: false).count == 1)
    #expect(throws: FormatError.rowTooLong(TextPlace(line: 1, column: 12))) {
      for _ in 0..<65 { _ = try divider.parts(of: [UInt8](repeating: 32, count: 1 << 20), isLast: false) }
    }
  }
}
