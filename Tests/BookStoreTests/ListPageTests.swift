import Foundation
import Records
import TestSupport
import Testing

@testable import BookStore
@testable import Transfers

/// A page is one file that shows every value and runs none.
struct ListPageTests {
  private func page(
    of exchange: Exchange, _ change: (inout ExportOptions, Schema) -> Void = { _, _ in }
  ) throws -> (text: String, losses: ExportLosses) {
    let store = try exchange.scratch.store()
    var options = ExportOptions()
    options.format = .html
    options.display = { $1.text(of: $0) }
    change(&options, store.schema)
    var bytes: [UInt8] = []
    let exporter = try Exporter(of: store, options: options)
    _ = try exporter.run { bytes += $0 }
    return (String(decoding: bytes, as: UTF8.self), exporter.losses)
  }

  private func parts(of text: String, from start: String, to end: String) -> [String] {
    text.components(separatedBy: start).dropFirst().compactMap { $0.components(separatedBy: end).first }
  }

  @Test("A row has its title, what is filled in, and its cover; groups are the values in their order")
  func rows() throws {
    let exchange = try Exchange()
    try exchange.scratch.run(
      """
      INSERT INTO book (title, author, pages, cover, added) VALUES
        ('Emma', 'Jane Austen', 474, x'89504E470D0A1A0A0000000D49484452000000010000000108', NULL),
        ('Persuasion', 'JANE AUSTEN', NULL, NULL, NULL), ('Dune', 'Frank Herbert', 412, NULL, NULL),
        ('Beowulf', NULL, NULL, NULL, NULL)
      """)
    let (text, losses) = try page(of: exchange) { $0.group = $1.field(named: "author") }
    #expect(parts(of: text, from: "<h2>", to: " <span>") == ["Frank Herbert", "Jane Austen", "–"])
    #expect(parts(of: text, from: "<h3>", to: "</h3>") == ["Dune", "Emma", "Persuasion", "Beowulf"])
    #expect(
      text.contains("alt=\"Cover\"><h3>Emma</h3><dl><div><dt>Pages</dt><dd>474</dd></div></dl></article>"))
    #expect(parts(of: text, from: "<img src=\"", to: ",") == ["data:image/png;base64"])
    #expect(text.components(separatedBy: "<section>").count == 4)
    #expect(text.components(separatedBy: "</section>").count == 4)
    #expect(losses == ExportLosses())
  }

  @Test("Hostile values are texts: no element, no attribute and no address comes from them")
  func hostile() throws {
    let exchange = try Exchange(
      "CREATE TABLE link (pk INTEGER PRIMARY KEY, name TEXT, site URL TEXT, \"<b>\" TEXT)")
    let texts = [
      "<script>alert(1)</script>", "</script><script>", "\"><img src=x onerror=alert(1)>",
      "javascript:alert(1)", "data:text/html,<script>", " https://x'\"onmouseover=alert(1)",
      "https://a.example/\"onclick=\"x", "]]>--><!--", "http://b.example/?a&b<c", "mailto:a@example.org",
      "\u{202E}\u{0}\u{1B}[2J", "file:///etc/passwd", "c.example",
    ]
    for text in texts {
      let quoted = text.replacing("'", with: "''").replacing("\u{0}", with: "' || char(0) || '")
      try exchange.scratch.run(
        "INSERT INTO link (name, site, \"<b>\") VALUES ('\(quoted)', '\(quoted)', '\(quoted)')")
    }
    let (text, _) = try page(of: exchange) { $0.group = $1.field(named: "<b>") }
    let body = try #require(parts(of: text, from: "<body>", to: "<script>").first)
    let names = Set(
      parts(of: body, from: "<", to: ">").map { $0.split(separator: " ").first.map(String.init) ?? "" })
    let known = [
      "main", "h1", "h2", "h3", "p", "input", "output", "section", "article", "span", "dl", "div", "dt", "dd",
      "a",
    ]
    #expect(names.subtracting(known + known.map { "/" + $0 }) == [])
    let links = parts(of: body, from: "<a ", to: ">")
    #expect(
      Set(links.map { parts(of: $0, from: "href=\"", to: "\"").first ?? "" }) == [
        "https://a.example/&quot;onclick=&quot;x", "http://b.example/?a&amp;b&lt;c", "https://c.example",
      ])
    #expect(
      Set(links.map { $0.components(separatedBy: "\" ").last }) == ["rel=\"noopener noreferrer nofollow\""])
    #expect(text.components(separatedBy: "<script>").count == 2)
    #expect(!text.unicodeScalars.contains { $0 == "\u{0}" || $0 == "\u{1B}" })
  }

  @Test("What is no picture, or too large a one, is left out and counted") func pictures() throws {
    let exchange = try Exchange()
    try exchange.scratch.run(
      """
      INSERT INTO book (title, cover) VALUES ('a', x'3C7376673E'), ('b', x'FFD8FFE0' || zeroblob(\(ListPage.pictureLimit))),
        ('c', x'47494638396101000100')
      """)
    let (text, losses) = try page(of: exchange) { options, schema in
      options.columns = [0, schema.fields.count - 2]
    }
    let cover = try exchange.scratch.store().schema.fields.count - 2
    #expect(parts(of: text, from: "<img src=\"", to: ";") == ["data:image/gif"])
    #expect(losses.counts == [.field(cover): 2])
  }

  @Test("The policy names the script's hash, without which no browser runs it", .needs("openssl"))
  func policy() throws {
    let (text, _) = try page(of: Exchange())
    let script = try #require(parts(of: text, from: "<script>", to: "</script>").first)
    let hash = try Command.outcome(of: ["openssl", "dgst", "-sha256", "-binary"], input: Data(script.utf8))
      .output
    #expect(
      text.contains(
        "content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-\(hash.base64EncodedString())'; base-uri 'none'; form-action 'none'\""
      ))
  }

  @Test("5,000 books fit into 5 MB") func size() throws {
    let exchange = try Exchange()
    try exchange.scratch.run(
      """
      WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
      INSERT INTO book (title, author, series, series_number, isbn, publisher, published, language, pages, format, status,
        rating, owned, location, tags, notes)
      SELECT 'The Long Title of Book ' || i, 'An Author With a Name ' || (i % 700), 'A Series ' || (i % 90), i % 12,
        '9780141439587', 'A Publishing House', '2003-05', 'en', 300 + i % 500, 'paperback', 'read', 4.5, 1, 'Shelf 12',
        'fiction; classics; borrowed', 'A note of a line or so, as people write them about a book.' FROM n
      """)
    let (text, _) = try page(of: exchange) { $0.group = $1.field(named: "author") }
    #expect(text.utf8.count < 5_000_000)
    #expect(text.components(separatedBy: "<article>").count == 5_001)
  }
}
