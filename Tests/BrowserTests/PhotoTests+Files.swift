import Browser
import Cells
import Foundation
import Testing

/// From files into the database, and out again.
extension PhotoTests {
  /// From the list to the files for the lamp's photo, in the scratch folder.
  private func choose() {
    flow.press("Enter", "e", "End", "Enter").expect("../")
    flow.press("/", "^U").type(folder.path + "/").expect("lamp.png")
  }

  @Test("a file that is chosen becomes the photo, which is written to another file and cleared")
  func file() throws {
    choose()
    flow.type("lamp", "Tab").expect("/lamp.png")
    flow.press("Enter").expect("PNG, 16 × 8, 27 B")
    flow.press("^T").expect("books.sqlite", "Lamp.png")
    flow.press("Enter").expect("Wrote “Lamp.png”.")
    flow.press("Esc", "m").expect("wrote 1 possession")
    try flow.expect(sql: "SELECT hex(photo) FROM possessions WHERE id = 1", [hex])
    flow.press("e", "^X").expect("–")
    flow.press("Esc", "m").expect("wrote 1 possession")
    flow.end()
    #expect(try Data(contentsOf: folder.appending(path: "Lamp.png")) == png)
    try flow.expect(sql: "SELECT typeof(photo) FROM possessions WHERE id = 1", ["null"])
  }

  private var hex: String { png.map { String(format: "%02X", $0) }.joined() }

  @Test("a file that is there is replaced only after a question, and as a whole") func replacing() throws {
    let file = folder.appending(path: "Key.png")
    try Data("old".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    flow.press("Down", "Enter", "w").expect("Key.png")
    flow.press("^U").type(file.path).press("Enter").expect("“Key.png” already exists. Replace it?")
    let bytes = try Data(contentsOf: file)
    #expect(bytes == Data("old".utf8))
    // The first answer is the chosen one.
    flow.expect("[Cancel]  [Replace]")
    // Enter alone replaces nothing.
    flow.press("Enter", "Enter").expect("already exists")
    flow.press("Right", "Enter").expect("Wrote “Key.png”.")
    flow.end()
    #expect(try Data(contentsOf: file).count == 24)
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.contains { $0.contains("booklist-new") })
  }

  @Test("files that cannot be taken say why") func refusals() throws {
    _ = mkfifo(folder.appending(path: "pipe").path, 0o600)
    choose()
    for (name, sentence) in [
      ("none", "There is no “none”."), ("pipe", "“pipe” is not an ordinary file."),
    ] {
      flow.press("^U").type(folder.path + "/" + name).press("Enter").expect(sentence)
    }
  }

  /// The open database by several names, and what is said of each.
  private func ownNames() throws -> [(name: String, sentence: String)] {
    try #require(link(folder.path + "/books.sqlite", folder.path + "/hard.png") == 0)
    try #require(symlink("books.sqlite", folder.path + "/soft.png") == 0)
    return ["books.sqlite", "hard.png", "soft.png"].map { ($0, "“\($0)” is the open database.") }
      + ["-wal", "-journal", "-shm"].map {
        ("books.sqlite\($0)", "“books.sqlite\($0)” belongs to the open database.")
      }
  }

  @Test("the open database is neither read nor replaced, and it is said why", arguments: [true, false])
  func own(_ isReading: Bool) throws {
    let names = try ownNames()
    let before = try Data(contentsOf: folder.appending(path: "books.sqlite"))
    if isReading {
      choose()
    } else {
      flow.press("Down", "Enter", "w").expect("Key.png")
    }
    for (name, sentence) in names {
      flow.press("^U").type(folder.path + "/" + name).press("Enter").expect(sentence)
    }
    flow.end()
    #expect(try Data(contentsOf: folder.appending(path: "books.sqlite")) == before)
  }

  @Test("a file that is no picture is taken, and said to be none") func noPicture() throws {
    try Data("words".utf8).write(to: folder.appending(path: "words.txt"))
    choose()
    flow.type("words.txt", "Enter").expect("not in a known picture format", "Blob, 5 B")
    flow.press("m")
    try flow.expect(atEnd: "SELECT hex(photo) FROM possessions WHERE id = 1", ["776F726473"])
  }

  @Test("a large file asks first, and is read away from the keys") func large() throws {
    let file = folder.appending(path: "large.png")
    try png.write(to: file)
    try #require(truncate(file.path, 65 << 20) == 0)
    choose()
    flow.type("large.png", "Enter").expect("“large.png” has 65 MB.")
    flow.press("Enter").expect("PNG, 16 × 8, 65 MB")
    try flow.expect(atEnd: "SELECT length(photo) FROM possessions WHERE id = 1", ["\(65 << 20)"])
  }

  @Test("names that are not UTF-8 are walked through and read, and the folder is remembered")
  func bytes() throws {
    let path = Array(folder.path.utf8) + [0x2F, 0xFF, 0xFE]
    let name = path.map { CChar(bitPattern: $0) }
    try #require(mkdir(name + [0], 0o700) == 0)
    let inner = name + "/a.png".utf8.map { CChar(bitPattern: $0) } + [0]
    let source = folder.appending(path: "lamp.png").path
    try #require(link(source, inner) == 0)
    choose()
    flow.press("Esc").expect("��/")
    flow.press("End", "Home", "Down")
    // Folders come first: sub, then the one whose name is no text.
    flow.press("Down", "Enter").expect("a.png")
    flow.press("Down", "Enter").expect("PNG, 16 × 8, 27 B")
    flow.press("Enter").expect("a.png")
  }
}
