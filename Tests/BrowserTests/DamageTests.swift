import Browser
import Cells
import Foundation
import Testing

/// A database of which a part can be read, as the person sees it.
@Suite("Damage") struct DamageTests {
  @Test("the list says where it ends, and the editing keys why they do not edit")
  func list() throws {
    let scratch = try Scratch(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
        INSERT INTO book SELECT i, 'Title ' || i, i, 'Author ' || i FROM n;
      """)
    let leaf = try scratch.sql(
      "SELECT pageno FROM dbstat WHERE name = 'book' AND pagetype = 'leaf' ORDER BY path LIMIT 1 OFFSET 90")
    let page = try #require(Int(leaf[0]))
    let url = URL(fileURLWithPath: scratch.path)
    var content = try Data(contentsOf: url)
    content.replaceSubrange((page - 1) * 4_096..<page * 4_096, with: Data(count: 4_096))
    try content.write(to: url)
    let terminal = ScriptedTerminal(columns: 160)
    terminal.waitFor("The database is damaged after row ")
    terminal.press(.character("G"))
    terminal.then { #expect(terminal.screen.contains("Title ")) }
    terminal.press(.enter, .character("e"))
    terminal.then { #expect(terminal.screen.contains("read-only")) }
    terminal.press(.escape)
    _ = Browser(store: try scratch.store(), terminal: terminal).run()
    #expect(try Data(contentsOf: url) == content)
  }

  @Test("an edit of before the damage was found can be kept, and is offered once the file is sound again")
  func keeping() throws {
    let scratch = try Scratch()
    let url = URL(fileURLWithPath: scratch.path)
    let sound = try Data(contentsOf: url)
    try disorder(scratch)
    let terminal = ScriptedTerminal(columns: 160)
    terminal.press(.enter, .enter, .end, .enter, .control("u"))
    terminal.type("Tolstoi")
    terminal.press(.enter, .escape, .escape, .end, .enter)
    terminal.waitFor("The database is damaged.")
    terminal.press(.escape, .character("q"))
    terminal.waitFor("[C]ancel  [T]ry again  [K]eep for later  [D]iscard")
    terminal.press(.character("k"))
    #expect(Browser(store: try scratch.store(), terminal: terminal).run() == .quit)
    try sound.write(to: url)
    let store = try scratch.store()
    #expect(try store.recovery.findAbandoned()?.count == 1)
    #expect(store.recovery.abandonedChanges(in: 0..<1).map(\.after) == ["Tolstoi"])
  }

  /// Gives the second of three books the key 9 in its page, so that the third is not found by its key.
  private func disorder(_ scratch: Scratch) throws {
    let root = try #require(
      Int(try scratch.sql("SELECT rootpage FROM sqlite_schema WHERE name = 'book'")[0]))
    var content = try Data(contentsOf: URL(fileURLWithPath: scratch.path))
    let page = (root - 1) * 4_096
    let cell = page + Int(content[page + 10]) << 8 + Int(content[page + 11])
    try #require(content[cell + 1] == 2)
    content[cell + 1] = 9
    try content.write(to: URL(fileURLWithPath: scratch.path))
  }
}
