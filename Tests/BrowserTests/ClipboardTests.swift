import BookStore
import Cells
import Foundation
import Records
import TestSupport
import Testing

@testable import Browser

/// What is put on the clipboard, in which form, and by which way.
@Suite struct ClipboardTests {
  private let scratch: Scratch
  private let terminal = ScriptedTerminal()

  init() throws {
    scratch = try Scratch(
      """
      INSERT INTO book (title, copyright, author) VALUES
        ('Dune', -139017600, 'Frank Herbert'), ('L''Étranger', NULL, 'Albert Camus'), ('A|B', 0, 'C' || char(9) || 'D');
      """)
  }

  private func run(keeping size: Int? = nil) throws {
    #expect(try Browser(store: scratch.store(), terminal: terminal, ways: [.terminal]).run() != .quit)
  }

  /// The last text that the terminal was asked to put on the clipboard.
  private var copied: String? {
    let texts: [String] = terminal.requests.compactMap {
      if case .setClipboard(let base64) = $0 {
        Base64.bytes(base64).map { String(decoding: $0, as: UTF8.self) }
      } else {
        nil
      }
    }
    return texts.last
  }

  /// Copies the selected row in the form with this number.
  private func copyAs(_ number: Int) {
    terminal.type("Y")
    terminal.press(Array(repeating: .down, count: number))
    terminal.press(.enter)
  }

  @Test("y copies the title of the selected row")
  func title() throws {
    terminal.waitFor("Dune")
    terminal.type("y")
    terminal.waitFor("Copied “Dune” through the terminal.")
    try run()
    #expect(copied == "Dune")
  }

  @Test("with marks all their titles are copied")
  func titles() throws {
    terminal.waitFor("Dune")
    terminal.type("  y")
    terminal.waitFor("Copied 2 books through the terminal.")
    try run()
    #expect(copied == "Dune\nL'Étranger")
  }

  @Test(
    "each form is what it says",
    arguments: [
      (1, "TSV", "Dune\t-139017600.0\tFrank Herbert"), (2, "CSV", "Dune,-139017600.0,Frank Herbert"),
      (3, "JSON", "{\"title\":\"Dune\",\"copyright\":-139017600.0,\"author\":\"Frank Herbert\"}"),
      (
        4, "Markdown",
        "| title | copyright | author |\n| --- | --- | --- |\n| Dune | -139017600.0 | Frank Herbert |"
      ),
      (5, "BibTeX", "@book{herbertdune,\n  title = {{Dune}},\n  author = {Frank Herbert},\n}"),
      (
        6, "SQL",
        "INSERT INTO \"book\" (\"title\", \"copyright\", \"author\") VALUES ('Dune', -139017600.0, 'Frank Herbert');"
      ),
    ])
  func forms(_ number: Int, _ name: String, _ text: String) throws {
    terminal.waitFor("Dune")
    copyAs(number)
    terminal.waitFor("Copied “Dune” as \(name) through the terminal.")
    try run()
    #expect(copied == text)
  }

  @Test("a statement makes the same rows again, and nothing in a value ends it")
  func statements() throws {
    terminal.waitFor("Dune")
    terminal.type("*")
    copyAs(6)
    terminal.waitFor("Copied 3 books as SQL")
    try run()
    let rows = try scratch.sql("SELECT title, copyright, author FROM book")
    try OtherProgram(scratch.path).run("DELETE FROM book")
    try OtherProgram(scratch.path).run(try #require(copied))
    #expect(try scratch.sql("SELECT title, copyright, author FROM book") == rows)
  }

  @Test("an edit that is not written yet is copied")
  func unwritten() throws {
    terminal.waitFor("Dune")
    terminal.type("e")
    terminal.waitFor("Done")
    terminal.press(.end, .enter, .control("u"))
    terminal.type("F. Herbert")
    terminal.press(.enter)
    terminal.waitFor("not yet written")
    terminal.press(.alt("y"))
    terminal.waitFor("Copied Author through the terminal.")
    try run()
    #expect(copied == "F. Herbert")
  }

  @Test("in a detail the field is asked for")
  func field() throws {
    terminal.waitFor("Dune")
    terminal.press(.enter)
    terminal.waitFor("Frank Herbert")
    terminal.type("y")
    terminal.waitFor("Copy")
    terminal.press(.end, .enter)
    terminal.waitFor("Copied Author through the terminal.")
    try run()
    #expect(copied == "Frank Herbert")
  }

  @Test("a record of another table than the list's is copied with its own fields")
  func otherTable() throws {
    let scratch = try Scratch(
      """
      DROP TABLE book;
      CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT, artist INTEGER REFERENCES artist, year INTEGER);
      INSERT INTO artist VALUES (1, 'Accept');
      INSERT INTO album VALUES (1, 'Restless', 1, 1982);
      """)
    terminal.waitFor("1 row")
    terminal.press(.down, .enter)
    terminal.waitFor("Restless")
    terminal.press(.enter)
    terminal.waitFor("Accept (1)")
    terminal.press(.enter)
    terminal.waitFor("‹ Restless")
    copyAs(2)
    terminal.waitFor("Copied “Accept” as CSV through the terminal.")
    #expect(try Browser(store: scratch.store(), terminal: terminal, ways: [.terminal]).run() != .quit)
    #expect(copied == "1,Accept")
  }

  @Test("what the terminal does not take is refused, with the sizes")
  func tooMuch() throws {
    try OtherProgram(scratch.path).run(
      "UPDATE book SET author = (SELECT group_concat('x', '') FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 80000) SELECT i FROM n))"
    )
    terminal.waitFor("Dune")
    copyAs(1)
    terminal.waitFor("Not copied: it is 78.1 KB, and the clipboard takes 73.2 KB.")
    try run()
    #expect(copied == nil)
  }

  @Test("many rows belong into a file")
  func tooMany() throws {
    try OtherProgram(scratch.path).run(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 10001) INSERT INTO book (title) SELECT 'n' FROM n"
    )
    terminal.waitFor("10,004 books")
    terminal.type("*y")
    terminal.waitFor("The clipboard takes up to 10,000 books.")
    try run()
    #expect(copied == nil)
  }

  @Test("where there is no way to a clipboard, nothing is said to be copied")
  func noClipboard() throws {
    terminal.hasClipboard = false
    terminal.waitFor("Dune")
    terminal.type("y")
    terminal.waitFor("Not copied: this terminal has no clipboard.")
    try run()
    #expect(copied == nil)
  }

  @Test("a program that reads nothing is neither waited for nor left behind", arguments: [true, false])
  func hanging(isQuitting: Bool) throws {
    let (script, file) = (scratch.folder.appending(path: "taker"), scratch.folder.appending(path: "number"))
    try TestScript.write("echo $$ > '\(file.path)'; exec sleep 600", to: script)
    terminal.waitFor("Dune")
    terminal.type("y")
    terminal.waitUntil { (try? String(contentsOf: file, encoding: .utf8))?.hasSuffix("\n") == true }
    if !isQuitting { terminal.waitFor("through the terminal.") }
    terminal.type("q")
    let taker = ClipboardWay.program(path: script.path, arguments: [])
    let start = ContinuousClock.now
    #expect(try Browser(store: scratch.store(), terminal: terminal, ways: [taker, .terminal]).run() == .quit)
    if isQuitting { #expect(ContinuousClock.now - start < .seconds(30)) }
    let number = try #require(pid_t(try String(contentsOf: file, encoding: .utf8).dropLast()))
    let end = ContinuousClock.now + patience
    while kill(number, 0) == 0, ContinuousClock.now < end { sched_yield() }
    #expect(kill(number, 0) != 0)
  }

  @Test("a program gets the text; where it fails, the terminal does")
  func programs() throws {
    let file = scratch.folder.appending(path: "copied")
    let script = scratch.folder.appending(path: "taker")
    try TestScript.write("exec cat > '\(file.path)'", to: script)
    let taker = ClipboardWay.program(path: script.path, arguments: [])
    terminal.waitFor("Dune")
    terminal.type("y")
    terminal.waitFor("Copied “Dune” with taker.")
    #expect(try Browser(store: scratch.store(), terminal: terminal, ways: [taker, .terminal]).run() != .quit)
    #expect(try String(contentsOf: file, encoding: .utf8) == "Dune")
    #expect(copied == nil)
    let other = ScriptedTerminal()
    other.waitFor("Dune")
    other.type("y")
    other.waitFor("Copied “Dune” through the terminal.")
    let failing = ClipboardWay.program(path: "/bin/false", arguments: [])
    #expect(try Browser(store: scratch.store(), terminal: other, ways: [failing, .terminal]).run() != .quit)
  }

  @Test(
    "the way depends on where the person sits",
    arguments: [
      (["DISPLAY": ":0"], ["xclip"], "/bin/xclip"), (["DISPLAY": ":0"], ["xsel"], "/bin/xsel"),
      (["DISPLAY": ":0", "SSH_TTY": "/dev/pts/1"], ["xclip"], ""),
      (["WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"], ["wl-copy", "xclip"], "/bin/wl-copy"),
      (["TMUX": "/tmp/x,1,0", "SSH_TTY": "/dev/pts/1"], ["tmux", "xclip"], "/bin/tmux"), ([:], ["xclip"], ""),
    ])
  func ways(_ variables: [String: String], _ programs: [String], _ expected: String) {
    let ways = ClipboardWay.all(
      variable: { variables[$0] }, program: { programs.contains($0) ? "/bin/\($0)" : nil })
    #expect(ways.last == .terminal)
    guard case .program(let path, _)? = ways.first else { return #expect(expected.isEmpty) }
    #expect(path == expected)
  }
}
