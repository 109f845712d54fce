import BookStore
import Cells
import Foundation
import Keys
import TestSupport
import Testing

@testable import Browser

/// Programs of the person's own that get rows, and may give rows back.
@Suite("One's own commands")
struct OwnCommandTests {
  private let scratch: Scratch
  private let terminal = ScriptedTerminal()

  init() throws { scratch = try Scratch() }

  /// A command whose program is a script of the shell's.
  private func run(
    _ script: String, _ output: OwnCommand.Output, _ arguments: [String] = [], takesRows: Bool = true
  ) throws {
    let path = scratch.folder.appending(path: "script")
    try Data(("#!/bin/sh\n" + script + "\n").utf8).write(to: path)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path.path)
    var settings = Settings()
    settings.keys = KeyMap(
      unchecked: [:],
      commands: [
        OwnCommand(
          name: "try", keys: [.alt("x")], words: [path.path] + arguments, takesRows: takesRows, output: output
        )
      ])
    _ = Browser(store: try scratch.store(), terminal: terminal, settings: settings).run()
  }

  @Test("The marked rows are lines of JSON on standard input, and the last line of the output is said")
  func message() throws {
    terminal.waitFor("War and Peace")
    terminal.press(.character(" "), .character(" "), .alt("x"))
    terminal.waitFor("2 rows")
    try run("echo first; grep -c '\"title\"' | sed 's/$/ rows/'", .message)
  }

  @Test("A field is one argument, whatever is in it")
  func argument() throws {
    terminal.waitFor("War and Peace")
    terminal.type(":try")
    terminal.press(.enter)
    terminal.waitFor("2:<War and Peace>")
    terminal.press(.character(" "), .character(" "), .alt("x"))
    terminal.waitFor("takes one row")
    try run("echo \"$#:<$2>\"", .message, ["--", "{title}"], takesRows: false)
  }

  @Test("Rows that it gives are shown first, and become one step")
  func rows() throws {
    terminal.waitFor("War and Peace")
    terminal.press(.alt("x"))
    terminal.waitFor("Author: Leo Tolstoy → Lev Tolstoi")
    terminal.then { [scratch] in try scratch.expect("SELECT author FROM book WHERE pk = 1", ["Leo Tolstoy"]) }
    terminal.press(.enter)
    terminal.waitFor("Imported")
    terminal.then { [scratch] in try scratch.expect("SELECT author FROM book WHERE pk = 1", ["Lev Tolstoi"]) }
    terminal.press(.character("u"))
    terminal.waitFor("Undone")
    terminal.waitUntil { [terminal] in !terminal.screen.contains("Tolstoi") }
    try run("sed 's/Leo Tolstoy/Lev Tolstoi/'", .rows)
    try scratch.expect("SELECT author FROM book WHERE pk = 1", ["Leo Tolstoy"])
  }

  @Test(
    "What goes wrong is said, and nothing of it reaches the terminal as it is",
    arguments: [
      ("echo oops >&2; exit 3", "ended with status 3: oops"), ("kill -9 $$", "Signal 9 ended try."),
      ("printf '\\033[31mred\\n'", "^[[31mred"), ("yes", "printed too much"), ("exit 0", "try is done."),
    ])
  func failures(_ script: String, _ said: String) throws {
    terminal.waitFor("War and Peace")
    terminal.press(.alt("x"))
    terminal.waitFor(said)
    try run(script, .message)
    #expect(!terminal.screen.unicodeScalars.contains("\u{1B}"))
  }

  @Test(
    "Garbage instead of rows changes nothing", arguments: ["echo '{\"title\": '", "echo '[1, 2]'", "true"])
  func garbage(_ script: String) throws {
    terminal.waitFor("War and Peace")
    terminal.press(.alt("x"))
    terminal.waitUntil { [terminal] in !terminal.screen.contains("Running") && terminal.frames.count > 3 }
    try run(script, .rows)
    try scratch.expect("SELECT count(*), max(title) FROM book", ["3|War and Peace"])
  }

  @Test("Esc and ^C end a program that hangs, and not booklist", arguments: [Key.escape, .control("c")])
  func hanging(_ key: Key) throws {
    terminal.waitFor("War and Peace")
    terminal.press(.alt("x"))
    terminal.waitFor("Running try")
    terminal.press(key)
    terminal.waitFor("Cancelled")
    try run("sleep 1000 & sleep 1000", .message)
  }

  @Test("A program may have the screen, and its end is said")
  func onScreen() throws {
    var words: [String] = []
    terminal.program = {
      words = $0
      return .exited(4)
    }
    terminal.waitFor("War and Peace")
    terminal.press(.alt("x"))
    terminal.waitFor("try ended with status 4.")
    try run("", .screen, ["{title}", "{pk}"])
    #expect(words.dropFirst() == ["War and Peace", "1"])
  }

  @Test("A program or a field that is not there is named")
  func missing() throws {
    terminal.waitFor("War and Peace")
    terminal.press(.alt("x"))
    terminal.waitFor("has no field “colour”")
    try run("", .message, ["{colour}"])
  }

  @Test(
    "The documented look-up fills the marked books from Open Library's JSON",
    .needsPython("http.server, json, subprocess, threading, urllib.request"))
  func lookUp() throws {
    let text = try Repository.text("docs/commands.md")
    let script = try #require(
      text.components(separatedBy: "```python\n").last?.components(separatedBy: "```").first)
    let path = scratch.folder.appending(path: "look-up-isbn")
    try Data(script.utf8).write(to: path)
    try OtherProgram(scratch.path).run(
      """
      ALTER TABLE book ADD COLUMN isbn TEXT; ALTER TABLE book ADD COLUMN pages INTEGER;
      UPDATE book SET isbn = '978-0-14-044793-4' WHERE pk = 1
      """)
    // The stub ends with the script, whose standard output it does not hold.
    let stub = """
      import http.server, json, os, subprocess, sys, threading
      class Stub(http.server.BaseHTTPRequestHandler):
          def do_GET(self):
              book = {"title": "War and Peace \\u001b[31m", "number_of_pages": 1440}
              book["authors"] = [{"name": "Tolstoy"}]
              known = "bibkeys=ISBN:9780140447934&" in self.path
              body = json.dumps({"ISBN:9780140447934": book} if known else {}).encode()
              self.send_response(200); self.end_headers(); self.wfile.write(body)
          def log_message(self, *words): pass
      server = http.server.HTTPServer(("127.0.0.1", 0), Stub)
      threading.Thread(target=server.serve_forever, daemon=True).start()
      os.environ["OPENLIBRARY"] = f"http://127.0.0.1:{server.server_port}"
      sys.exit(subprocess.call([sys.executable, sys.argv[1]]))
      """
    let file = scratch.folder.appending(path: "stub.py")
    try Data(stub.utf8).write(to: file)
    terminal.waitFor("War and Peace")
    terminal.press(.character("*"), .alt("x"))
    terminal.waitFor("Pages: – → 1440")
    terminal.press(.enter)
    terminal.waitFor("Imported")
    try run("exec python3 '\(file.path)' '\(path.path)'", .rows)
    try scratch.expect("SELECT author, pages FROM book WHERE pages IS NOT NULL", ["Tolstoy|1440"])
  }
}
