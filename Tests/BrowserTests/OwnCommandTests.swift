import BookStore
import Cells
import Foundation
import Screens
import TestSupport
import Testing

@testable import Browser

/// Programs of the person's own that get rows, and may give rows back.
@Suite("One's own commands") final class OwnCommandTests {
  private let scratch: Scratch
  init() throws { scratch = try Scratch() }

  /// A flow with a command on Alt-X, whose program is a script of the shell's.
  private func open(
    _ script: String, _ output: OwnCommand.Output, _ arguments: [String] = [], takesRows: Bool = true,
    terminal prepare: @escaping @Sendable (FlowTerminal) -> Void = { _ in }
  ) throws -> Flow {
    let path = scratch.folder.appending(path: "script")
    try TestScript.write(script, to: path)
    var settings = Settings()
    settings.keys = KeyMap(
      unchecked: [:],
      commands: [
        OwnCommand(
          name: "try", keys: [.alt("x")], words: [path.path] + arguments, takesRows: takesRows, output: output
        )
      ])
    return Flow(scratch, settings, terminal: prepare)
  }

  @Test("The marked rows are lines of JSON on standard input, and the last line of the output is said")
  func message() throws {
    let flow = try open("echo first; grep -c '\"title\"' | sed 's/$/ rows/'", .message)
    flow.press(" ", " ", "Alt-X").expect("2 rows")
  }

  @Test("A field is one argument, whatever is in it") func argument() throws {
    let flow = try open("echo \"$#:<$2>\"", .message, ["--", "{title}"], takesRows: false)
    flow.command("try").expect("2:<War and Peace>")
    flow.press(" ", " ", "Alt-X").expect("takes one row")
  }

  @Test("Rows that it gives are shown first, and become one step") func rows() throws {
    let flow = try open("sed 's/Leo Tolstoy/Lev Tolstoi/'", .rows)
    let author = "SELECT author FROM book WHERE pk = 1"
    flow.press("Alt-X").expect("Author: Leo Tolstoy → Lev Tolstoi")
    try flow.expect(sql: author, ["Leo Tolstoy"])
    flow.press("Enter").expect("Imported")
    try flow.expect(sql: author, ["Lev Tolstoi"])
    flow.press("u").expect("Undone", gone: "Tolstoi")
    flow.end()
    try scratch.expect(author, ["Leo Tolstoy"])
  }

  @Test(
    "What goes wrong is said, and nothing of it reaches the terminal as it is",
    arguments: [
      ("echo oops >&2; exit 3", "ended with status 3: oops"), ("kill -9 $$", "Signal 9 ended try."),
      ("printf '\\033[31mred\\n'", "^[[31mred"), ("yes", "printed too much"), ("exit 0", "try is done."),
    ])
  func failures(_ script: String, _ said: String) throws {
    let flow = try open(script, .message)
    flow.press("Alt-X").expect(said)
    #expect(!flow.screen.unicodeScalars.contains("\u{1B}"))
  }

  @Test(
    "Garbage instead of rows changes nothing", arguments: ["echo '{\"title\": '", "echo '[1, 2]'", "true"])
  func garbage(_ script: String) throws {
    let flow = try open(script, .rows)
    flow.press("Alt-X").expect(gone: "Running")
    flow.end()
    try scratch.expect("SELECT count(*), max(title) FROM book", ["3|War and Peace"])
  }

  @Test("Esc and ^C end a program that hangs, and not booklist", arguments: ["Esc", "^C"])
  func hanging(_ key: String) throws {
    let flow = try open("sleep 1000 & sleep 1000", .message)
    flow.press("Alt-X").expect("Running try")
    flow.press(key).expect("Cancelled")
  }

  @Test("A program may have the screen, and its end is said") func onScreen() throws {
    let words = FlowAnswer<[String]>()
    let flow = try open(
      "", .screen, ["{title}", "{pk}"],
      terminal: {
        $0.program = {
          words.set(.success($0))
          return .exited(4)
        }
      })
    flow.press("Alt-X").expect("try ended with status 4.")
    #expect(try words.get().dropFirst() == ["War and Peace", "1"])
  }

  @Test("A program or a field that is not there is named") func missing() throws {
    let flow = try open("", .message, ["{colour}"])
    flow.press("Alt-X").expect("has no field “colour”")
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
    let flow = try open("exec python3 '\(file.path)' '\(path.path)'", .rows)
    flow.press("*", "Alt-X").expect("Pages: – → 1440")
    flow.press("Enter").expect("Imported")
    try flow.expect(sql: "SELECT author, pages FROM book WHERE pages IS NOT NULL", ["Tolstoy|1440"])
  }
}
