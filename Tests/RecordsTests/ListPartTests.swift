import Records
import Testing

/// A part of a list, replaced.
@Suite struct ListPartTests {
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
    let made = ListText.replacing(value(old), by: value(new), in: value(list))
    #expect(made == value(expected))
    guard case .text(let text) = made else { return }
    #expect(
      ListText.parts(of: text.string).count == Set(ListText.parts(of: text.string).map { Text($0) }).count)
  }

  @Test("A list holds its parts, and itself") func holds() {
    #expect(ListText.holds("sf", in: "sf; long") && ListText.holds("sf; long", in: "sf; long"))
    #expect(
      !ListText.holds("s", in: "sf; long") && !ListText.holds("sf", in: .null)
        && ListText.holds(.null, in: .null))
  }
}
