import Records
import Testing

/// A part of a list, replaced.
@Suite struct ListPartTests {
  private let field = Field(column: "tags", label: "Tags", kind: .list)

  @Test(
    "A part is replaced where it stands, and nothing else becomes another part",
    arguments: [
      ("sf; long", "sf", "fiction", "fiction; long"), ("sf, long", "sf", "fiction", "fiction, long"),
      ("Doe, Jane; Smith, John", "Doe, Jane", "Doe, Joan", "Doe, Joan; Smith, John"),
      ("x; Doe, Jane", "x", nil, "Doe, Jane;"), ("sf", "sf", nil, nil), ("a; b", "a", "b", "b"),
      ("a, b", "a", "x; y", "x; y; b"), ("a; b", "c", "d", "a; b"),
      ("\u{E9}; e\u{301}", "x", "y", "\u{E9}; e\u{301}"),
    ])
  func replacing(_ list: String, _ old: String, _ new: String?, _ expected: String?) {
    let value = { (text: String?) in text.map { Value.text(Text($0)) } ?? .null }
    let made = field.replacing(value(old), by: value(new), in: value(list))
    #expect(made == value(expected))
    guard case .text(let text) = made else { return }
    #expect(Field.parts(of: text.string).count == Set(Field.parts(of: text.string).map { Text($0) }).count)
  }

  @Test("A list holds its parts, and itself")
  func holds() {
    #expect(field.holds("sf", in: "sf; long") && field.holds("sf; long", in: "sf; long"))
    #expect(
      !field.holds("s", in: "sf; long") && !field.holds("sf", in: .null) && field.holds(.null, in: .null))
  }
}
