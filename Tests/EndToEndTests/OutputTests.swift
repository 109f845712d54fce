import Foundation
import TestSupport
import Testing

/// How many bytes the terminal is sent, which is what a slow connection is waited for.
@Suite("Bytes sent to the terminal") struct OutputTests {
  /// What is between the first and the last letter of a book's title.
  private static func middle(of number: Int) -> String {
    let digits = String(number * 2_654_435_761 % 4_294_967_296, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(_ sql: String) throws -> RawTerminal {
    try SQLiteShell.run(sql, on: RawTerminal.books(in: folder))
    return try RawTerminal(["books.sqlite"], in: folder)
  }

  @Test("A first screen, a step and a page are no more bytes than they are meant to be")
  func counted() async throws {
    let terminal = try open(
      """
      CREATE TABLE book (pk INTEGER PRIMARY KEY, title CHAR(32), copyright REAL, author CHAR(48));
      WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 899)
        INSERT INTO book SELECT i, char(65 + i % 26) || printf('%08x', i * 2654435761 % 4294967296) || char(65 + i % 26), i, ''
          FROM n;
      """)
    #expect(try await terminal.waitFor("add") <= 1_800)
    // On a busy machine the number of books comes after the first screen.
    terminal.type("jk")
    try await terminal.waitFor(Self.middle(of: 100))
    var (steps, pages) = (0, 0)
    // The row that is selected now is sent last. No title has much in common with the one that was in its place, so that all
    // of it is sent.
    for number in 101...116 {
      terminal.type("j")
      steps += try await terminal.waitFor(Self.middle(of: number))
    }
    // The view is 21 rows high, and moves by twice the half of it.
    for page in 1...10 {
      terminal.type("\u{1B}[6~")
      pages += try await terminal.waitFor(Self.middle(of: 120 + 20 * page))
    }
    #expect(steps <= 16 * 100, "\(steps / 16) bytes for a step")
    #expect(pages <= 10 * 600, "\(pages / 10) bytes for a page")
    try await terminal.quit()
  }

  @Test(
    "A web address in a detail is a link, again after each change of its row, and a script's address is none")
  func links() async throws {
    let terminal = try open(
      """
      CREATE TABLE page (id INTEGER PRIMARY KEY, title TEXT, url TEXT);
      INSERT INTO page VALUES (1, 'Home', 'https://example.org/a;b'), (2, 'Trap', 'javascript:alert(1)');
      """)
    try await terminal.waitFor("add")
    terminal.type("\r")
    let link = "\u{1B}]8;;https://example.org/a;b\u{1B}\\https://example.org/a;b\u{1B}]8;;\u{1B}\\"
    try await terminal.waitFor(link)
    terminal.type("ej")
    try await terminal.waitFor(link)
    terminal.type("\u{1B}")
    try await terminal.waitFor("Edit")
    terminal.type("\u{1B}")
    try await terminal.waitFor("add")
    terminal.type("j\r")
    try await terminal.waitFor("javascript:alert(1)")
    #expect(!String(decoding: terminal.output, as: UTF8.self).contains("]8;;"))
    terminal.type("qq")
    #expect(try await terminal.exitStatus() == 0)
  }

  @Test("An ending that names no format is refused with those there are; otherwise the ending decides")
  func endings() throws {
    let desk = try CommandDesk()
    try desk.make("reading")
    try desk.run("add", "title=Emma", "status=read")
    func text(_ name: String) -> String? {
      try? String(contentsOf: desk.folder.appending(path: name), encoding: .utf8)
    }
    func run(_ command: String, _ name: String, _ options: String...) throws -> Command.Outcome {
      try desk.run([command, "-o", desk.folder.appending(path: name).path] + options)
    }
    for command in ["export", "stats"] {
      for name in ["list.pdf", "list.docx", "list.odt", "list."]
        + (command == "export" ? ["list.txt"] : ["list.md"])
      {
        let refused = try run(command, name)
        #expect(refused.status == 64 && text(name) == nil, "\(command) \(name)")
        #expect(refused.errors.contains(".html") && refused.errors.contains("--"), "\(refused.errors)")
      }
    }
    for (command, name, start) in [
      ("export", "a.CSV", "title"), ("export", "b.html", "<!doctype"), ("export", "c", "title"),
      ("stats", "d.html", "<!doctype"), ("stats", "e.json", "{"), ("stats", "f.csv", "chart"),
      ("stats", "g.txt", ""), ("stats", "h", ""),
    ] {
      #expect(try run(command, name).status == 0, "\(name)")
      #expect(text(name)?.lowercased().hasPrefix(start) == true, "\(name)")
    }
    #expect(try run("export", "list.pdf", "--format", "csv").status == 0 && text("list.pdf") != nil)
    #expect(try run("stats", "stats.pdf", "--plain").status == 0 && text("stats.pdf") != nil)
  }
}
