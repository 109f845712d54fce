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
}
