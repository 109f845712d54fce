import Records
import TestSupport
import Testing

@testable import BookStore

/// Rows that were added and edited before fields changed are undone behind that.
@Suite("Undo behind changes of fields")
struct FieldUndoTests {
  @Test("An edit that was written is undone before it is written again, and then the row that it was of")
  func plain() throws {
    let scratch = try Scratch("CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, place TEXT)")
    let store = try scratch.loggedStore()
    _ = try store.insert([nil, "a", nil])
    try store.set("here", at: 2, of: 1)
    store.writeBack()
    #expect(try store.undo() != nil)
    #expect(try store.undo() != nil)
    store.writeBack()
    #expect(try scratch.rows("SELECT * FROM item").isEmpty)
    #expect(try store.redo() != nil)
    #expect(try store.redo() != nil)
    store.writeBack()
    #expect(try scratch.rows("SELECT * FROM item") == ["1|a|here"])
  }

  @Test(arguments: [true, false])
  func rowsBeforeFields(isWritten: Bool) throws {
    let scratch = try Scratch("CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, place TEXT)")
    var store = try scratch.loggedStore()
    for name in ["a", "b"] as [Value] { _ = try store.insert([nil, name, nil]) }
    try store.set("here", at: 2, of: 2)
    if isWritten { store.writeBack() }
    try store.fields.start(.addition(column: "more", definition: "TEXT"), of: store.schema.id).finish()
    store = try store.reopened()
    var undone: [UndoneStep] = []
    while let step = try store.undo() {
      undone.append(step)
      if step.fieldChange != nil {
        store.writeBack()
        store = try store.reopened()
      }
    }
    #expect(undone.count == 4)
    store.writeBack()
    #expect(try scratch.rows("SELECT * FROM item").isEmpty)
  }
}
