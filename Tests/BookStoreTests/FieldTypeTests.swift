import Records
import Testing

@testable import BookStore

/// The kinds that a new field can have.
struct FieldTypeTests {
  private static let kinds: [String: Field.Kind] = [
    "text": .text, "text of several lines": .longText, "whole number": .integer, "decimal": .decimal,
    "number with a fraction": .real, "yes or no": .boolean, "date": .date(.isoText),
    "bytes of a file": .blob,
  ]

  @Test("a new field is of its kind by its definition alone", arguments: FieldType.all)
  func kinds(_ type: FieldType) throws {
    let scratch = try Scratch()
    let store = try scratch.loggedStore()
    let definition = type.hasChoices ? TableEditor.choice("it", among: ["a", "it's"]) : type.definition
    try store.fields.start(.addition(column: "it", definition: definition), of: store.schema.id).finish()
    let field = try #require(try scratch.store().schema.fields.last)
    #expect(field.column == "it")
    if let kind = Self.kinds[type.name] { #expect(field.kind == kind) }
  }

  @Test("a choice is none of the others' values")
  func choices() throws {
    let scratch = try Scratch()
    let store = try scratch.loggedStore()
    let definition = TableEditor.choice("order", among: NewField.choices(in: " it's; b c,, it's "))
    #expect(definition == "TEXT CHECK (\"order\" IN ('it''s', 'b c'))")
    try store.fields.start(.addition(column: "order", definition: definition), of: store.schema.id).finish()
    let opened = try store.reopened()
    try opened.set("x", at: 3, of: .rowid(1))
    #expect(opened.writeBack().isComplete == false)
    try opened.set("it's", at: 3, of: .rowid(1))
    #expect(opened.writeBack().isComplete)
  }
}
