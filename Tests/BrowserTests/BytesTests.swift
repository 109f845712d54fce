import BookStore
import Browser
import Cells
import Foundation
import Testing

/// Bytes in columns that are not called BLOB, from the database to files and back.
@Suite struct BytesTests {
  let scratch: Scratch
  let terminal = ScriptedTerminal()
  let bytes = Data((0..<93).map { UInt8($0 * 2) })

  init() throws {
    scratch = try Scratch(
      """
      DROP TABLE book;
      CREATE TABLE places (id INTEGER PRIMARY KEY, name TEXT, shape GEOMETRY, code GUID, note TEXT);
      INSERT INTO places VALUES (1, 'Home', zeroblob(93), x'00112233445566778899AABBCCDDEEFF',
        CAST(x'4DFC6E6368656E' AS TEXT)), (2, 'Work', NULL, 7, 'plain');
      """)
    try bytes.write(to: scratch.folder.appending(path: "shape.bin"))
  }

  private func run() throws { _ = Browser(store: try scratch.store(), terminal: terminal).run() }

  private func choose(_ name: String) {
    terminal.waitFor("../")
    terminal.press(.character("/"), .control("u"))
    terminal.type(scratch.folder.appending(path: name).path)
    terminal.waitFor(name)
    terminal.press(.enter)
  }

  /// Writes the chosen bytes to a file of the name that is offered, in the scratch folder.
  private func write(_ name: String) {
    terminal.press(.control("t"))
    terminal.waitFor(name)
    terminal.press(.control("u"))
    terminal.type(scratch.folder.appending(path: name).path)
    terminal.press(.enter)
  }

  private static let rows = """
    SELECT id, name, hex(shape), typeof(shape), hex(code), hex(note), typeof(note) FROM places WHERE id = 1
    """

  @Test("bytes are shown, left as they are, taken from a file and written to one")
  func bytesInOtherColumns() throws {
    let old = try scratch.sql(Self.rows)
    terminal.press(.enter)
    terminal.waitFor("Blob, 93 B, x'00000000000000000000000000000000…'")
    terminal.then {
      #expect(terminal.screen.contains("Blob, 16 B, x'00112233445566778899aabbccddeeff'"))
    }
    // Through all fields: an editor is opened and saved, the choice of a file is opened and left.
    terminal.press(.character("e"), .home, .down, .enter, .enter)
    for _ in 0..<3 {
      terminal.press(.down, .enter)
      terminal.waitFor("../")
      terminal.press(.escape)
    }
    terminal.press(.escape, .character("m"), .character("e"))
    terminal.then { try scratch.expect(Self.rows, old) }
    terminal.press(.home, .down, .down, .enter)
    choose("shape.bin")
    terminal.waitFor("Blob, 93 B, x'00020406080a0c0e10121416181a1c1e…'")
    terminal.press(.down)
    write("Home.bin")
    terminal.waitFor("Wrote “Home.bin”.")
    terminal.press(.escape, .character("m"))
    try run()
    let hex = bytes.map { String(format: "%02X", $0) }.joined()
    try scratch.expect("SELECT hex(shape), typeof(shape) FROM places WHERE id = 1", [hex + "|blob"])
    let written = try Data(contentsOf: scratch.folder.appending(path: "Home.bin"))
    #expect(written == Data((0..<16).map { UInt8($0 * 17) }))
  }

  @Test("a text that is not UTF-8 goes to a file and comes back as a text")
  func textsThatAreNone() throws {
    try Data("München".utf8).write(to: scratch.folder.appending(path: "note.txt"))
    terminal.press(.enter, .character("e"), .end)
    write("Home.txt")
    terminal.waitFor("Wrote “Home.txt”.")
    terminal.press(.enter)
    terminal.waitFor("Note is not UTF-8")
    choose("note.txt")
    terminal.waitFor("München")
    terminal.press(.escape, .character("m"))
    try run()
    #expect(
      try Data(contentsOf: scratch.folder.appending(path: "Home.txt"))
        == Data([0x4D, 0xFC, 0x6E, 0x63, 0x68, 0x65, 0x6E]))
    try scratch.expect("SELECT note, typeof(note) FROM places WHERE id = 1", ["München|text"])
  }
}
