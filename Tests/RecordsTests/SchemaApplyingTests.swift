import Records
import Testing

@Suite("Schemas changed by hand") struct SchemaApplyingTests {
  @Test("A title and kinds are set on columns in any case") func applying() throws {
    let schema = try Schema.books.applying(
      title: "AUTHOR", kinds: [("Copyright", "integer"), ("copyright", "Julian"), ("title", "long")])
    #expect(schema.titleFields == [2])
    #expect(schema.fields.map(\.kind) == [.longText, .date(.julianDay), .text])
  }

  @Test(
    "Names are the same as SQLite compares them, by the case of ASCII letters only",
    arguments: [
      ("Title", "tITLE", true), ("été", "ÉTÉ", false), ("été", "éTé", true), ("a", "a ", false),
      ("K", "\u{212A}", false), ("_1", "_1", true), ("[", "{", false), ("", "", true),
    ])
  func names(_ left: String, _ right: String, areSame: Bool) {
    #expect(left.isSameName(as: right) == areSame && right.isSameName(as: left) == areSame)
  }

  @Test("What is not there is told") func errors() {
    #expect(throws: SchemaError.noSuchColumn("x")) { try Schema.books.applying(title: "x", kinds: []) }
    #expect(throws: SchemaError.noSuchColumn("y")) {
      try Schema.books.applying(title: nil, kinds: [("y", "text")])
    }
    #expect(throws: SchemaError.noSuchKind("no")) {
      try Schema.books.applying(title: nil, kinds: [("title", "no")])
    }
  }

  @Test("Each kind has a name that leads back to it") func names() {
    for (name, kind) in Field.Kind.names {
      #expect(Field.Kind(name: name) == kind)
      #expect(kind.name == name)
    }
    #expect(Set(Field.Kind.names.map(\.kind)).count == 14 + 2 * Field.DateForm.allCases.count)
  }
}
