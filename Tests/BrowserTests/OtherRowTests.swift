import Browser
import TestSupport
import Testing

/// Another row gets the key of the one that the person has seen.
@Suite final class OtherRowTests {
  private let scratch: Scratch
  private lazy var flow = Flow(scratch)

  init() throws { scratch = try Scratch() }

  /// Another program gives the key of the Divine Comedy to the Kalevala.
  private func reuse() throws {
    try flow.change(
      "DELETE FROM book WHERE pk = 3;INSERT INTO book VALUES (3, 'Kalevala', NULL, 'Elias Lönnrot')"
    )
  }

  @Test("what was asked about is deleted and no other row", arguments: [true, false])
  func delete(isMarked: Bool) throws {
    flow.press("End")
    if isMarked { flow.press(" ", "End") }
    flow.press("-").expect("[Cancel]")
    try reuse()
    flow.press("Right", "Enter")
    flow.expect(
      (isMarked ? "Nothing was deleted. " : "")
        + "Another program put a different book in its place;")
    flow.expect("Kalevala")
    try flow.expect(atEnd: "SELECT title FROM book WHERE pk = 3", ["Kalevala"])
  }

  @Test(
    "what was changed in a row that is another one now is shown beside that one",
    arguments: [true, false])
  func settle(isKept: Bool) throws {
    flow.editAuthor()
    try reuse()
    flow.press("m").expect("1 row was replaced by another program meanwhile: press C.")
    flow.press("C")
    flow.expect(
      "Replaced, and changed here: The Divine Comedy · Copyright 1321-06-07", "Durante",
      "In its place: Kalevala · Copyright – · Author Elias Lönnrot")
    if !isKept { flow.press("Down") }
    flow.press("Enter").expect("All conflicts are settled", "Kalevala")
    flow.quit()
    try flow.expect(
      sql: "SELECT title, author FROM book WHERE pk > 2",
      ["Kalevala|Elias Lönnrot"] + (isKept ? ["The Divine Comedy|Durante"] : []))
  }

  @Test("what a dead session has left is not restored into another row", arguments: [true, false])
  func restore(isDiscarded: Bool) throws {
    try scratch.leaveEdit()
    try OtherProgram(scratch.path).run(
      "UPDATE book SET title = 'Kalevala', author = 'Elias Lönnrot' WHERE pk = 3")
    flow.expect("[Restore]")
    flow.press("Enter").expect("Not restored, and still offered: 1.")
    // It takes two lines.
    let words = flow.screen.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("was replaced: “Kalevala” has its key now."))
    flow.press("C").expect("Not restored: author “Durante”. The row “The Divine Comedy” was replaced")
    if isDiscarded { flow.press("Down") }
    flow.press("Enter")
    flow.expect(isDiscarded ? "All conflicts are settled." : "Kept. It is offered again at the next start.")
    flow.press("m")
    flow.quit()
    try flow.expect(author: "Elias Lönnrot")
    #expect(try (scratch.store().recovery.findAbandoned() == nil) == isDiscarded)
  }
}
