import TestSupport
import Testing

/// Two machines of one person that sync on the screens.
@Suite("Syncs on the screens") final class SyncFlowTests {
  private let (hall, desk): (Scratch, Scratch)
  private let place: TemporaryFolder

  init() throws {
    (hall, desk, place) = (try Scratch(), try Scratch(), try TemporaryFolder())
    try OtherProgram(hall.path).run(
      "INSERT INTO book (title, author) VALUES ('Emma', 'Jane Austen'), ('Ulysses', 'James Joyce')")
  }

  /// Both machines have changed the author of one book.
  private func conflict() throws -> Flow {
    let first = Flow(hall).command("sync \(place.path)").expect("This is the first machine.")
    let second = Flow(desk).command("sync \(place.path)").expect("joined with the library", "Emma")
    try OtherProgram(hall.path).run("UPDATE book SET author = 'J. Austen' WHERE title = 'Emma'")
    try OtherProgram(desk.path).run("UPDATE book SET author = 'Austen, Jane' WHERE title = 'Emma'")
    first.press("X").expect("1 sent.").end()
    second.press("X").expect("1 conflict to settle. C shows them.", "1 to settle")
    return second
  }

  @Test("What both have changed is settled by the key to the conflicts, and the next sync tells the other")
  func settled() throws {
    let flow = try conflict()
    flow.press("C").expect("Author of “Emma”", "Austen, Jane", "J. Austen", "Original", "Jane Austen")
    flow.press("Down", "Enter").expect("Settled. The next sync tells the others.", gone: "1 to settle")
    try desk.expect("SELECT author FROM book WHERE title = 'Emma'", ["J. Austen"])
    flow.press("X").expect("1 sent.")
    Flow(hall).press("X").expect("1 arrived.").press("C").expect("There are no conflicts")
  }

  @Test("Conflicts with another program and with another machine are in one list") func both() throws {
    let flow = try conflict()
    flow.editAuthor()
    try flow.change("UPDATE book SET author = 'Boccaccio' WHERE title = 'Ulysses'")
    flow.press("C").expect("Author of “Ulysses”", "Boccaccio", "Author of “Emma”", "J. Austen")
    flow.press("T").expect("Author of “Emma”", gone: "Boccaccio")
    flow.press("Enter").expect("Settled.")
  }
}
