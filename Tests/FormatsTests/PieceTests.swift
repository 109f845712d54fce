import Foundation
import SeededRandom
import TestSupport
import Testing

@testable import Formats

/// A file gives the same rows, or the same error, wherever its bytes are cut into pieces.
@Suite(.endsInTime) struct PieceTests {
  /// The files of Fixtures that are read as rows.
  static let sampleFiles: [String] = ["formats", "cases"].flatMap { folder in
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: Repository.fixtures.appending(path: folder).path)
    return (names ?? []).filter { !$0.hasSuffix(".sql") }.sorted().map { "\(folder)/\($0)" }
  }

  /// Texts with what a cut may divide: ends of lines, quotation marks, characters, escapes, records.
  static let sampleTexts: [(name: String, bytes: [UInt8])] =
    [
      ("quotes", "title,note\r\n\"a \"\"b\"\"\",\"x\r\ny\"\r\n\r\n\"\",é\r\n\"c\"d,\"\"\"\"\r\n"),
      ("quotes and ends of all kinds", "a,\"b\r\n\"\"c\"\r\n\"d\"\re,f\n\n,\"\""),
      ("a byte order mark", "\u{FEFF}title;note\nÄ;🙂\n"),
      ("a named delimiter", "sep=;\r\ntitle;note\r\na,b;c\r\n"),
      ("lines that end with CR", "title,note\ra,b\r\rc,\"d\re\"\r"),
      ("objects on lines", "{\"title\": \"a\\u00e9\\ud83d\\ude00\"}\r\n\r\n{\"title\": \"b\\\\\\\"\"}\n"),
      ("objects one after the other", "{\n\"title\": \"a\"\n}\n{\n\"title\": \"b\"\n}\n"),
      (
        "MARC",
        #"{"leader": "x", "fields": [{"245": {"subfields": [{"a": "é"}]}}]}"# + "\n"
          + #"{"leader": "y", "fields": []}"#
      ),
      (
        "entries",
        "% a\r\n@string{j = \"J\"}\n@book{k, title = {\\'{e} {B}}, note = j # \"c\", year = 1999}\r\n@comment{@}\n"
      ), ("records", "x\r\nTY  - BOOK\r\nTI  - é\r\nKW  - a\r\nb\r\nER  - \r\n\r\nTY  - BOOK\r\nTI  - c"),
    ].map { ($0.0, Array($0.1.utf8)) } + [
      (
        "UTF-16", [0xFF, 0xFE] + "title,note\r\né,🙂\r\n".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
      ),
      (
        "UTF-16, the other way round",
        "title,note\né,🙂\n".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
      ), ("lines in two encodings", Array("title,note\né,a\n".utf8) + [0xE9, 44, 98, 10]),
    ]

  /// What is read of bytes that come in pieces, each as long as `next` says; the end comes after the last of them.
  private func outcome(
    _ bytes: [UInt8], _ options: ReadOptions, _ next: () -> Int
  ) -> Result<[FormatRow], FormatError> {
    var (reader, rows, place) = (FormatReader(options), [FormatRow](), 0)
    do throws(FormatError) {
      // Otherwise the first 64 KiB would be read at once.
      try reader.begin(with: bytes)
      while place < bytes.count {
        let end = min(bytes.count, place + next())
        rows += try reader.rows(of: Array(bytes[place..<end]), isLast: false)
        place = end
      }
      return .success(try rows + reader.rows(of: [], isLast: true))
    } catch { return .failure(error) }
  }

  private func whole(_ bytes: [UInt8], _ options: ReadOptions) -> Result<[FormatRow], FormatError> {
    var reader = FormatReader(options)
    do throws(FormatError) { return .success(try reader.rows(of: bytes, isLast: true)) } catch {
      return .failure(error)
    }
  }

  /// Compares pieces of every size up to some hundred bytes, and cuts at random.
  private func compare(_ bytes: [UInt8], _ options: ReadOptions = ReadOptions()) {
    let expected = whole(bytes, options)
    // Long files are cut in fewer ways.
    let count = max(8, min(300, 60_000 / max(1, bytes.count)))
    for size in 1...min(count, max(1, bytes.count)) {
      #expect(outcome(bytes, options) { size } == expected, "pieces of \(size) bytes")
    }
    for seed in 0..<UInt64(count / 10 + 4) {
      var random = SeededGenerator(seed: seed)
      let found = outcome(bytes, options) { Int.random(in: 0...(seed % 2 == 0 ? 9 : 200), using: &random) }
      #expect(found == expected, "pieces of the seed \(seed)")
    }
  }

  @Test(arguments: Self.sampleFiles) func files(_ name: String) throws {
    compare(Array(try Data(contentsOf: Repository.fixtures.appending(path: name))))
  }

  @Test(arguments: Self.sampleTexts.indices) func texts(_ place: Int) {
    let bytes = Self.sampleTexts[place].bytes
    compare(bytes)
    compare(bytes, ReadOptions(skippedLineCount: 1))
  }

  @Test func encodingsAreCutAnywhere() throws {
    for encoding in TextEncoding.allCases where encoding != .mixed {
      compare(Array("title,note\nA,B\n".utf8), ReadOptions(format: .csv, encoding: encoding))
    }
  }
}
