import BookStore
import Browser
import Foundation
import TestSupport
import Testing

/// The pane that shows a record in memory and in the database, over a store; a second connection reads what is in the file.
@Suite final class ComparisonTests {
  private let scratch: Scratch
  private lazy var flow = Flow(scratch, Settings(isSplit: false), columns: 160, rows: 50)

  init() throws { scratch = try Scratch() }

  /// Waits until the pane has a value right of the line between its two sides.
  private func expect(_ label: String, _ value: String, sourceLocation: SourceLocation = #_sourceLocation) {
    flow.wait(for: "“\(value)” as the \(label) in the database", sourceLocation) {
      inDatabase(label) == value
    }
  }

  /// What the pane has right of the line between its two sides, for a field.
  private func inDatabase(_ label: String) -> String? {
    for line in flow.screen.split(separator: "\n") {
      let parts = line.split(separator: "│", omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      let text = parts[2].trimmingCharacters(in: .whitespaces)
      if text.hasPrefix(label) {
        return String(text.dropFirst(label.count)).trimmingCharacters(in: .whitespaces)
      }
    }
    return nil
  }

  @Test("The two sides differ exactly while the record is dirty, as a second reader of the file confirms")
  func dirty() throws {
    let author = "SELECT author FROM book WHERE pk = 1"
    flow.press("d", "Enter")
    expect("Author", "Leo Tolstoy")
    flow.expect("in memory  ● hydrated", "Nothing would be written.")
    flow.press("Enter", "End", "Enter").retype("Lev Tolstoi").expect("in memory  ◆ dirty")
    expect("Author", "Leo Tolstoy")
    flow.expect("◆ Author     Lev Tolstoi", "UPDATE book SET author = 'Lev Tolstoi' WHERE")
    try flow.expect(sql: author, ["Leo Tolstoy"])
    flow.press("Esc", "m")
    expect("Author", "Lev Tolstoi")
    try flow.expect(sql: author, ["Lev Tolstoi"])
    flow.expect("Nothing would be written.")
  }

  @Test("Looking at memory hydrates nothing, and its statements are in no count") func unnoticed() throws {
    flow.press("Down", "Up")
    let count = try flow.counts.statementCount
    _ = scratch.trace.take()
    flow.press("d", "Down")
    expect("Author", "Amit Singh")
    flow.expect("in memory  key and title", "Author     ·····")
    #expect(scratch.trace.take().filter { !$0.hasPrefix("PRAGMA") } == [])
    try flow.onLoop { store, _ in
      #expect(store.counts.hydrated == 0)
      #expect(store.counts.statementCount == count)
      #expect(store.account.statementCount == count)
      #expect(store.observation.statements() == [])
    }
  }

  @Test("It is no use of the record: the least recently used one stays that") func uses() throws {
    try flow.onLoop { store, _ in for key in 1...2 { _ = try store.record(.rowid(Int64(key))) } }
    flow.press("d")
    expect("Author", "Leo Tolstoy")
    let next = try flow.onLoop { store, _ in store.observation.nextToGo(2).map(\.id) }
    #expect(next == [.rowid(1), .rowid(2)])
  }

  @Test(
    "What another program writes appears, also while a value is typed, and so does that it deletes the row"
  )
  func others() throws {
    flow.press("d", "Enter", "Enter", "End", "Enter")
    expect("Author", "Leo Tolstoy")
    try OtherProgram(scratch.path).run("UPDATE book SET author = 'Theirs' WHERE pk = 1")
    flow.send(.woken)
    expect("Author", "Theirs")
    try OtherProgram(scratch.path).run("DELETE FROM book WHERE pk = 1")
    flow.send(.woken).expect("in the database  no such row")
  }

  @Test("While another program has the database locked, what was read last stays, and that is said")
  func locked() throws {
    flow.press("d", "Enter")
    expect("Author", "Leo Tolstoy")
    let other = try scratch.lock("EXCLUSIVE")
    flow.send(.woken).expect("locked, as of ")
    expect("Author", "Leo Tolstoy")
    try other.run("ROLLBACK")
    flow.send(.woken).expect(gone: "locked, as of ")
  }

  @Test("Any table's values are shown: NULL, blobs, invalid UTF-8, long texts") func values() throws {
    try OtherProgram(scratch.path).run(
      """
      CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT, bytes BLOB, bad TEXT, long TEXT, none);
      INSERT INTO thing VALUES (1, 'One', x'00FF', CAST(x'61FF62' AS TEXT), printf('%.*c', 100000, 'x'), NULL);
      DROP TABLE book;
      """)
    flow.press("d", "Enter")
    expect("Name", "One")
    expect("Bad", "a\u{FFFD}b")
    expect("None", "–")
    #expect(inDatabase("Bytes")?.hasPrefix("Blob, 2 B") == true)
    #expect(inDatabase("Long")?.hasPrefix("97.6 KB: xxx") == true)
    flow.expect("Nothing would be written.")
  }

  /// A flow whose looks at records that are not held take so long.
  private func slow(_ latency: Duration, isSplit: Bool = false) -> Flow {
    var settings = Settings(isSplit: isSplit)
    settings.lookLatency = latency
    return Flow(scratch, settings, columns: 160, rows: 50)
  }

  @Test("Slow looks show faults first, and keys are answered meanwhile", arguments: [false, true])
  func latency(isSplit: Bool) throws {
    flow = slow(.seconds(600), isSplit: isSplit)
    if !isSplit { flow.press("Enter") }
    flow.expect("·····", "Waiting for the fields", gone: "Leo Tolstoy")
    flow.press("?").expect("Keys: ")
    flow.press("Esc").expect("·····")
    #expect(try flow.counts.hydrated == 0)
  }

  @Test("Their fields come by themselves, those of the next record, too", arguments: [false, true])
  func lateFields(isSplit: Bool) throws {
    flow = slow(.milliseconds(100), isSplit: isSplit)
    flow.press(isSplit ? "Home" : "Enter").expect("Leo Tolstoy", gone: "·····")
    flow.press(isSplit ? "Down" : "n").expect("Mac OS X Internals", "Amit Singh", gone: "·····")
    #expect(try flow.counts.hydrated == 2)
    #expect(flow.frames.contains { $0.textPlane.contains("·····") })
  }

  @Test("Going on to the next record waits as well, and one that is held does not")
  func lateNeighbor() throws {
    flow = slow(.seconds(600))
    try flow.onLoop { store, _ in _ = try store.record(.rowid(1)) }
    flow.press("Enter").expect("Leo Tolstoy")
    flow.press("n").expect("·····")
    #expect(try flow.counts.hydrated == 1)
    flow.press("p").expect("Leo Tolstoy", gone: "·····")
  }

  @Test("A look that nobody waits for any more is dropped, and a second look does not wait")
  func droppedLook() throws {
    flow = slow(.seconds(2))
    flow.press("Enter", "Esc", "Down", "Enter").expect("Amit Singh")
    flow.press("Esc", "Enter").expect("Amit Singh", gone: "·····")
    #expect(try flow.counts.hydrated == 1)
  }

  @Test("After a memory warning the inspector says what the sample would have written")
  func account() throws {
    flow.press("i", "Enter", "n", "Enter", "End", "Enter")
    flow.type("!", "Enter", "Esc", "Esc", "m").expect("(2008: 8) · written: 1 (2008: 2)")
    flow.press("a")
    flow.expect("On the last warning it would have written 2 rows", "would have run 8: 1 for all keys, 3 for")
  }
}
