import BookStore
import Foundation
import Records
import TestSupport
import Testing

@testable import Browser

/// What is put on the clipboard, in which form, and by which way.
@Suite final class ClipboardTests {
  private let scratch: Scratch
  private lazy var flow = copying([.terminal])

  init() throws {
    scratch = try Scratch(
      """
      INSERT INTO book (title, copyright, author) VALUES
        ('Dune', -139017600, 'Frank Herbert'), ('L''Étranger', NULL, 'Albert Camus'), ('A|B', 0, 'C' || char(9) || 'D');
      """)
  }

  /// A flow that copies only in these ways.
  private func copying(_ ways: [ClipboardWay]) -> Flow {
    Flow(scratch, browser: { Browser(store: $0, terminal: $1, settings: $2, ways: ways) })
  }

  /// The last text that the terminal was asked to put on the clipboard.
  private var copied: String? {
    let texts: [String] = flow.requests.compactMap {
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
    flow.press(["Y"] + Array(repeating: "Down", count: number) + ["Enter"])
  }

  @Test("y copies the title of the selected row, or those of the marked rows") func titles() {
    flow.press("y").expect("Copied “Dune” through the terminal.")
    #expect(copied == "Dune")
    flow.press(" ", " ", "y").expect("Copied 2 books through the terminal.")
    #expect(copied == "Dune\nL'Étranger")
  }

  @Test(
    "each form is what it says",
    arguments: [
      (1, "TSV", "Dune\t-139017600.0\tFrank Herbert"),
      (2, "CSV", "Dune,-139017600.0,Frank Herbert"),
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
    copyAs(number)
    flow.expect("Copied “Dune” as \(name) through the terminal.")
    #expect(copied == text)
  }

  @Test("a statement makes the same rows again, and nothing in a value ends it") func statements() throws {
    flow.type("*")
    copyAs(6)
    flow.expect("Copied 3 books as SQL")
    flow.end()
    let rows = try scratch.sql("SELECT title, copyright, author FROM book")
    try OtherProgram(scratch.path).run("DELETE FROM book")
    try OtherProgram(scratch.path).run(try #require(copied))
    try flow.expect(sql: "SELECT title, copyright, author FROM book", rows)
  }

  @Test("an edit that is not written yet is copied") func unwritten() throws {
    flow.type("e").expect("Done")
    flow.press("End", "Enter").retype("F. Herbert").expect("not yet written")
    flow.press("Alt-Y").expect("Copied Author through the terminal.")
    #expect(copied == "F. Herbert")
  }

  @Test("in a detail the field is asked for") func field() throws {
    flow.press("Enter").expect("Frank Herbert")
    flow.type("y").expect("Copy")
    flow.press("End", "Enter").expect("Copied Author through the terminal.")
    #expect(copied == "Frank Herbert")
  }

  @Test("a record of another table than the list's is copied with its own fields") func otherTable() throws {
    try OtherProgram(scratch.path).run(
      """
      DROP TABLE book;
      CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT, artist INTEGER REFERENCES artist, year INTEGER);
      INSERT INTO artist VALUES (1, 'Accept');
      INSERT INTO album VALUES (1, 'Restless', 1, 1982);
      """)
    flow.expect("1 row")
    flow.press("Down", "Enter").expect("Restless")
    flow.press("Enter").expect("Accept (1)")
    flow.press("Enter").expect("‹ Restless")
    copyAs(2)
    flow.expect("Copied “Accept” as CSV through the terminal.")
    #expect(copied == "1,Accept")
  }

  @Test("what the terminal does not take is refused, with the sizes") func tooMuch() throws {
    try OtherProgram(scratch.path).run(
      "UPDATE book SET author = (SELECT group_concat('x', '') FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 80000) SELECT i FROM n))"
    )
    flow.expect("Dune")
    copyAs(1)
    flow.expect("Not copied: it is 78.1 KB, and the clipboard takes 73.2 KB.")
    #expect(copied == nil)
  }

  @Test("many rows belong into a file") func tooMany() throws {
    try OtherProgram(scratch.path).run(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 10001) INSERT INTO book (title) SELECT 'n' FROM n"
    )
    flow.expect("10,004 books")
    flow.type("*y").expect("The clipboard takes up to 10,000 books.")
    #expect(copied == nil)
  }

  @Test("where there is no way to a clipboard, nothing is said to be copied") func noClipboard() throws {
    flow = Flow(
      scratch, terminal: { $0.hasClipboard = false },
      browser: { Browser(store: $0, terminal: $1, settings: $2, ways: [.terminal]) })
    flow.press("y").expect("Not copied: this terminal has no clipboard.")
    #expect(copied == nil)
  }

  @Test("a program that reads nothing is neither waited for nor left behind", arguments: [true, false])
  func hanging(isQuitting: Bool) throws {
    let (script, file) = (scratch.folder.appending(path: "taker"), scratch.folder.appending(path: "number"))
    try TestScript.write("echo $$ > '\(file.path)'; exec sleep 600", to: script)
    flow = copying([.program(path: script.path, arguments: []), .terminal])
    flow.press("y")
    flow.wait(for: "the program") {
      (try? String(contentsOf: file, encoding: .utf8))?.hasSuffix("\n") == true
    }
    if !isQuitting { flow.expect("through the terminal.") }
    flow.quit()
    let number = try #require(pid_t(try String(contentsOf: file, encoding: .utf8).dropLast()))
    flow.wait(for: "the end of the program") { kill(number, 0) != 0 }
  }

  @Test("a program gets the text; where it fails, the terminal does") func programs() throws {
    let (script, file) = (scratch.folder.appending(path: "taker"), scratch.folder.appending(path: "copied"))
    try TestScript.write("exec cat > '\(file.path)'", to: script)
    flow = copying([.program(path: script.path, arguments: []), .terminal])
    flow.press("y").expect("Copied “Dune” with taker.")
    #expect(try String(contentsOf: file, encoding: .utf8) == "Dune")
    #expect(copied == nil)
    flow.quit()
    flow = copying([.program(path: "/bin/false", arguments: []), .terminal])
    flow.press("y").expect("Copied “Dune” through the terminal.")
  }

  @Test(
    "the way depends on where the person sits",
    arguments: [
      (["DISPLAY": ":0"], ["xclip"], "/bin/xclip"), (["DISPLAY": ":0"], ["xsel"], "/bin/xsel"),
      (["DISPLAY": ":0", "SSH_TTY": "/dev/pts/1"], ["xclip"], ""),
      (["WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"], ["wl-copy", "xclip"], "/bin/wl-copy"),
      (["TMUX": "/tmp/x,1,0", "SSH_TTY": "/dev/pts/1"], ["tmux", "xclip"], "/bin/tmux"),
      ([:], ["xclip"], ""),
    ])
  func ways(_ variables: [String: String], _ programs: [String], _ expected: String) {
    let ways = ClipboardWay.all(
      variable: { variables[$0] }, program: { programs.contains($0) ? "/bin/\($0)" : nil })
    #expect(ways.last == .terminal)
    guard case .program(let path, _)? = ways.first else { return #expect(expected.isEmpty) }
    #expect(path == expected)
  }
}
