import Browser
import Foundation
import Testing

/// A database of which a part can be read, as the person sees it.
@Suite("Damage") final class DamageTests {
  @Test("the list says where it ends, and the editing keys why they do not edit") func list() throws {
    let scratch = try Scratch(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
        INSERT INTO book SELECT i, 'Title ' || i, i, 'Author ' || i FROM n;
      """)
    let leaf = try scratch.sql(
      "SELECT pageno FROM dbstat WHERE name = 'book' AND pagetype = 'leaf' ORDER BY path LIMIT 1 OFFSET 90"
    )
    let page = try #require(Int(leaf[0]))
    let url = URL(fileURLWithPath: scratch.path)
    var content = try Data(contentsOf: url)
    content.replaceSubrange((page - 1) * 4_096..<page * 4_096, with: Data(count: 4_096))
    try content.write(to: url)
    let flow = Flow(scratch, Settings(isSplit: false), columns: 160)
    flow.expect("The database is damaged after row ")
    flow.press("G").expect("Title ")
    flow.press("Enter", "e").expect("read-only")
    flow.press("Esc")
    flow.end()
    #expect(try Data(contentsOf: url) == content)
  }

  @Test("an edit of before the damage was found can be kept, and is offered once the file is sound again")
  func keeping() throws {
    let scratch = try Scratch()
    let url = URL(fileURLWithPath: scratch.path)
    let sound = try Data(contentsOf: url)
    try disorder(scratch)
    let flow = Flow(scratch, Settings(isSplit: false), columns: 160)
    flow.press("Enter", "Enter", "End", "Enter").retype("Tolstoi")
    flow.press("Esc", "Esc", "End", "Enter").expect("The database is damaged.")
    flow.press("Esc", "q").expect("[Cancel]  [Try again]  [Keep for later]  [Discard]")
    #expect(flow.end(.key(.character("k"))) == .quit)
    try sound.write(to: url)
    let store = try scratch.store()
    #expect(try store.recovery.findAbandoned()?.count == 1)
    #expect(store.recovery.abandonedChanges(in: 0..<1).map(\.after) == ["Tolstoi"])
  }

  /// Gives the second of three books the key 9 in its page, so that the third is not found by its key.
  private func disorder(_ scratch: Scratch) throws {
    let root = try #require(Int(try scratch.sql("SELECT rootpage FROM sqlite_schema WHERE name = 'book'")[0]))
    var content = try Data(contentsOf: URL(fileURLWithPath: scratch.path))
    let page = (root - 1) * 4_096
    let cell = page + Int(content[page + 10]) << 8 + Int(content[page + 11])
    try #require(content[cell + 1] == 2)
    content[cell + 1] = 9
    try content.write(to: URL(fileURLWithPath: scratch.path))
  }
}
