import Browser
import Cells
import Records
import Testing

/// Another row gets the key of the one that the person has seen.
@Suite struct OtherRowTests {
  private let net: SafetyNet
  private var terminal: ScriptedTerminal { net.terminal }

  init() throws {
    net = try SafetyNet()
  }

  /// Another program gives the key of the Divine Comedy to the Kalevala.
  private func reuse() {
    net.change(
      "DELETE FROM book WHERE pk = 3;INSERT INTO book VALUES (3, 'Kalevala', NULL, 'Elias Lönnrot')"
    )
  }

  @Test("what was asked about is deleted and no other row", arguments: [true, false])
  func delete(isMarked: Bool) throws {
    terminal.press(.end)
    if isMarked { terminal.press(.character(" "), .end) }
    terminal.press(.character("-"))
    terminal.waitFor("[C]ancel")
    reuse()
    terminal.press(.right, .enter)
    terminal.waitFor(
      (isMarked ? "Nothing was deleted. " : "") + "Another program put a different book in its place;")
    terminal.waitFor("Kalevala")
    try net.run()
    try net.scratch.expect("SELECT title FROM book WHERE pk = 3", ["Kalevala"])
  }

  @Test(
    "what was changed in a row that is another one now is shown beside that one",
    arguments: [true, false])
  func settle(isKept: Bool) throws {
    net.editAuthor()
    reuse()
    terminal.press(.character("m"))
    terminal.waitFor("1 row was replaced by another program meanwhile: press C.")
    terminal.press(.character("C"))
    terminal.waitFor("Replaced, and changed here: The Divine Comedy · 1321-06-07 · Durante")
    terminal.waitFor("In its place: Kalevala · Elias Lönnrot")
    if !isKept { terminal.press(.down) }
    terminal.press(.enter)
    terminal.waitFor("All conflicts are settled")
    terminal.waitFor("Kalevala")
    terminal.press(.character("q"))
    #expect(try net.run() == .quit)
    try net.scratch.expect(
      "SELECT title, author FROM book WHERE pk > 2",
      ["Kalevala|Elias Lönnrot"] + (isKept ? ["The Divine Comedy|Durante"] : []))
  }

  @Test("what a dead session has left is not restored into another row", arguments: [true, false])
  func restore(isDiscarded: Bool) throws {
    try net.leaveEdit()
    _ = try net.scratch.sql(
      "UPDATE book SET title = 'Kalevala', author = 'Elias Lönnrot' WHERE pk = 3")
    terminal.waitFor("[R]estore")
    terminal.press(.enter)
    terminal.waitFor("Not restored, and still offered: 1.")
    terminal.then {
      // It takes two lines.
      let words = terminal.screen.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains("was replaced: “Kalevala” has its key now."))
    }
    terminal.press(.character("C"))
    terminal.waitFor("Not restored: author “Durante”. The row “The Divine Comedy” was replaced")
    if isDiscarded { terminal.press(.down) }
    terminal.press(.enter)
    terminal.waitFor(
      isDiscarded ? "All conflicts are settled." : "Kept. It is offered again at the next start.")
    terminal.press(.character("m"), .character("q"))
    #expect(try net.run() == .quit)
    try net.expect(author: "Elias Lönnrot")
    #expect(try (net.scratch.store().recovery.findAbandoned() == nil) == isDiscarded)
  }
}
