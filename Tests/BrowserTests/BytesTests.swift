import BookStore
import Browser
import Foundation
import Testing

/// Bytes in columns that are not called BLOB, from the database to files and back.
@Suite final class BytesTests {
  let scratch: Scratch
  lazy var flow = Flow(scratch)
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

  private func choose(_ name: String) {
    flow.expect("../")
    flow.press("/", "^U").type(scratch.folder.appending(path: name).path).expect(name)
    flow.press("Enter")
  }

  /// Writes the chosen bytes to a file of the name that is offered, in the scratch folder.
  private func write(_ name: String) {
    flow.press("^T").expect(name)
    flow.press("^U").type(scratch.folder.appending(path: name).path)
    flow.press("Enter")
  }

  private static let rows = """
    SELECT id, name, hex(shape), typeof(shape), hex(code), hex(note), typeof(note) FROM places WHERE id = 1
    """

  @Test("bytes are shown, left as they are, taken from a file and written to one")
  func bytesInOtherColumns() throws {
    let old = try scratch.sql(Self.rows)
    flow.press("Enter")
    flow.expect(
      "Blob, 93 B, x'00000000000000000000000000000000…'",
      "Blob, 16 B, x'00112233445566778899aabbccddeeff'")
    // Through all fields: an editor is opened and saved, the choice of a file is opened and left.
    flow.press("e", "Home", "Down", "Enter", "Enter")
    for _ in 0..<3 {
      flow.press("Down", "Enter").expect("../")
      flow.press("Esc")
    }
    flow.press("Esc", "m", "e")
    try flow.expect(sql: Self.rows, old)
    flow.press("Home", "Down", "Down", "Enter")
    choose("shape.bin")
    flow.expect("Blob, 93 B, x'00020406080a0c0e10121416181a1c1e…'")
    flow.press("Down")
    write("Home.bin")
    flow.expect("Wrote “Home.bin”.")
    flow.press("Esc", "m")
    flow.end()
    let hex = bytes.map { String(format: "%02X", $0) }.joined()
    try flow.expect(sql: "SELECT hex(shape), typeof(shape) FROM places WHERE id = 1", [hex + "|blob"])
    let written = try Data(contentsOf: scratch.folder.appending(path: "Home.bin"))
    #expect(written == Data((0..<16).map { UInt8($0 * 17) }))
  }

  @Test("a text that is not UTF-8 goes to a file and comes back as a text") func textsThatAreNone() throws {
    try Data("München".utf8).write(to: scratch.folder.appending(path: "note.txt"))
    flow.press("Enter", "e", "End")
    write("Home.txt")
    flow.expect("Wrote “Home.txt”.")
    flow.press("Enter").expect("Note is not UTF-8")
    choose("note.txt")
    flow.expect("München")
    flow.press("Esc", "m")
    flow.end()
    #expect(
      try Data(contentsOf: scratch.folder.appending(path: "Home.txt"))
        == Data([0x4D, 0xFC, 0x6E, 0x63, 0x68, 0x65, 0x6E]))
    try flow.expect(sql: "SELECT note, typeof(note) FROM places WHERE id = 1", ["München|text"])
  }
}
