import Browser
import Foundation
import TestSupport
import Testing

/// A way through each of the four samples: look, edit every field, add, delete, warn, quit, open again.
@Suite struct SampleTests {
  struct Sample: CustomTestStringConvertible, Sendable {
    let file: String
    let singular: String
    /// The fields with what is typed into those of the first row.
    let edits: [(label: String, text: String)]
    /// What is typed into the same fields of a new row.
    let draft: [String]
    /// A query, and what it answers about the first row, the second one, which is deleted, and the new one.
    let query: String
    let rows: [String]
    var saveOn = SaveMoment.pressure

    var testDescription: String { file }
  }

  private static let samples = [
    Sample(
      file: "books", singular: "book",
      edits: [("Title", "Peace and War"), ("Copyright", "1869-01-02"), ("Author", "Лев Толстой")],
      draft: ["Emma", "23 Dec 1815", "Jane O'Austen"],
      query:
        "SELECT pk, title, date(copyright, 'unixepoch'), typeof(copyright), author FROM book WHERE pk IN (1, 2, 4)",
      rows: ["1|Peace and War|1869-01-02|real|Лев Толстой", "4|Emma|1815-12-23|real|Jane O'Austen"]),
    Sample(
      file: "coffee", singular: "coffee", edits: [("Name", "Espresso doppio"), ("Price", "3.60")],
      draft: ["Flat white", "4.05"],
      query: "SELECT *, typeof(Price) FROM coffee WHERE CoffeeID IN (1, 2, 13)",
      rows: ["1|Espresso doppio|3.6|real", "13|Flat white|4.05|real"]),
    Sample(
      file: "possessions", singular: "possession",
      edits: [("Name", "Reading lamp"), ("Description", "A blue shade.")],
      draft: ["Clock", "It is slow.\nIt is loud."],
      query:
        "SELECT id, name, replace(description, char(10), '/'), length(photo) FROM possessions WHERE id IN (1, 2, 8)",
      rows: ["1|Reading lamp|A blue shade.|118", "8|Clock|It is slow./It is loud.|NULL"]),
    Sample(
      file: "contacts", singular: "contact",
      edits: [("First name", "Augusta"), ("Last name", "O'King"), ("Phone", "+44 20 7946 0000")],
      draft: ["Zoe", "Muster", "555-0111"], query: "SELECT * FROM Contacts WHERE idx IN (1, 2, 12)",
      rows: ["1|Augusta|O'King|+44 20 7946 0000", "12|Zoe|Muster|555-0111"], saveOn: .edit),
  ]

  @Test(
    "a sample is edited, added to, deleted from and written, by what its file alone says", arguments: samples)
  func walk(_ sample: Sample) throws {
    let scratch = try Scratch("DROP TABLE book; " + Repository.text("Fixtures/\(sample.file).sql"))
    var flow = Flow(scratch, Settings(saveOn: sample.saveOn))
    func open(_ field: Int) {
      flow.press("Home")
      for _ in 0..<field { flow.press("Down") }
      flow.press("Enter")
    }
    flow.press("Enter", "e")
    for (place, edit) in sample.edits.enumerated() {
      open(place)
      flow.retype(edit.text)
      flow.expect(sample.saveOn == .edit ? "Saved \(edit.label)." : "\(edit.label) changed, not yet written.")
    }
    flow.press("^S", "Esc", "+").expect("New \(sample.singular)")
    for (place, text) in sample.draft.enumerated() {
      open(place)
      for (number, line) in text.split(separator: "\n").enumerated() {
        if number > 0 { flow.press("^J") }
        flow.type(String(line))
      }
      flow.press("Enter")
    }
    flow.press("^S").expect("Added the \(sample.singular).")
    flow.press("Esc", "Home", "Down", "-").expect("Delete “")
    flow.press("Right", "Enter").expect("Deleted the \(sample.singular).")
    flow.press("m").expect("Memory warning: wrote")
    try flow.expect(sql: sample.query, sample.rows)
    flow.quit()
    flow = Flow(scratch)
    flow.expect(sample.draft[0])
    flow.quit()
  }

  @Test("what another program writes, and that the file is gone, shows without a key") func unasked() throws {
    let scratch = try Scratch()
    let flow = Flow(scratch)
    try OtherProgram(scratch.path).run("UPDATE book SET title = 'La Commedia' WHERE pk = 3")
    flow.expect("La Commedia")
    let away = scratch.path + ".away"
    try FileManager.default.moveItem(atPath: scratch.path, toPath: away)
    flow.expect("The database was moved,")
    try FileManager.default.moveItem(atPath: away, toPath: scratch.path)
    flow.quit()
  }
}
