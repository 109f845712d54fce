import Testing

@testable import Formats

/// A small file costs little time and memory, however its parts are nested, repeated or made of each other.
@Suite(.endsInTime) struct SmallInputTests {
  /// Names of `@string` of which each stands twice in the next one.
  private func doubling(_ count: Int) -> String {
    "@string{a0 = {xxxxxxxxxx}}\n"
      + (1...count).map { "@string{a\($0) = a\($0 - 1) # a\($0 - 1)}\n" }.joined()
      + "@book{k, title = a\(count)}\n"
  }

  @Test func namesOfTextsDouble() throws {
    #expect(throws: FormatError.expandsTooFar(TextPlace(line: 17, column: 24))) { try rows(doubling(60)) }
    #expect(try rows(doubling(10))[0].book[.title]?.count == 10_240)
    // Names that are used often, as those of journals are, are no harm.
    let text =
      "@string{j = {Journal of Long Names of Journals}}\n"
      + (1...20_000).map { "@book{k\($0), title = j, publisher = j}\n" }.joined()
    #expect(try rows(text).count == 20_000)
  }

  @Test(arguments: ["\\'", "\\'{", "{", "\\\"{\\^{", "\\", "\\emph{", "$", "\\'{}", "`", "-", "\\v "])
  func marksOfLaTeXAreNested(_ mark: String) throws {
    let text = String(repeating: mark, count: 50_000)
    #expect(LaTeXText.plain(text + "a").count <= 2 * text.count)
    _ = LaTeXText.parts(of: text, separatedBy: "and")
    _ = try? rows("@book{k, title = \"\(text)a\", author = {\(text)}}")
  }

  @Test func tablesHaveManyColumns() throws {
    for name in ["x", "", "x 2"] {
      let header = [String](repeating: name, count: 16_384).joined(separator: ",")
      let row = try #require(try rows("\(header)\n1\n", ReadOptions(format: .csv)).first)
      #expect(Set(row.columns).count == 16_384)
    }
  }

  @Test func objectsHaveManyMembersBelowALongName() throws {
    let members = (0..<16_384).map { "\"b\($0)\": 1" }.joined(separator: ",")
    let row = try #require(try rows("[{\"\(String(repeating: "a", count: 500_000))\": {\(members)}}]").first)
    #expect(row.columns.map(\.utf8.count).reduce(0, +) < 1_000_000)
    let nested = String(repeating: "{\"a\":", count: 500) + "1" + String(repeating: "}", count: 500)
    #expect(try rows("[\(nested)]").count == 1)
  }

  @Test func recordsHaveManyTags() throws {
    let fields = (0..<50_000).map { "{\"t\($0)\": \"x\"}" }.joined(separator: ",")
    let row = try #require(try rows("{\"leader\": \"x\", \"fields\": [\(fields)]}").first)
    #expect(row.columns.count == 50_000)
    let tags = ["A", "B", "C", "D"].flatMap { first in (0...9).map { "\(first)\($0)" } }
    let lines = (0..<100_000).map { "\(tags[$0 % tags.count])  - x\n" }.joined()
    #expect(try rows("TY  - BOOK\n\(lines)ER  - \n").count == 1)
  }

  @Test(arguments: ["<a ", "<", "&a", "<1", "</", "&#", "&amp"]) func marksOfHTMLAreNotClosed(_ mark: String)
  {
    let text = String(repeating: mark, count: 100_000)
    #expect(HTMLText.plain(text).count <= text.count)
    #expect(HTMLText.plain(text + ">").count <= text.count + 1)
  }

  @Test(arguments: [
    "[", "{\"a\":", "<record>", "@book{", "TY  - BOOK\n", "\"", "\r", "@string{", "@comment{", "@book{k,a={",
  ])
  func beginningsAreRepeated(_ start: String) {
    let text = Array(String(repeating: start, count: 100_000).utf8)
    _ = try? rows(text)
    _ = MARCEnvelope.renamed(in: text)
  }

  @Test(arguments: ["<record>", "<record><", "<!--", "<![CDATA[", "<a b='", "<?"])
  func marksOfXMLAreNotClosed(_ mark: String) {
    let text = Array(String(repeating: mark, count: 100_000).utf8)
    #expect(!MARCEnvelope.renamed(in: text).isEmpty)
  }
}
