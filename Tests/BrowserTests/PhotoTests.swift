import BookStore
import Browser
import Cells
import Foundation
import Testing

/// Photos from files into the database, onto the screen and out again.
@Suite struct PhotoTests {
  private let scratch: Scratch
  private let terminal = ScriptedTerminal()
  /// A PNG of 16 pixels by 8, as far as its first bytes go.
  private let png = Data([
    0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 16, 0, 0, 0, 8, 1,
    2, 3,
  ])

  init() throws {
    scratch = try Scratch(
      """
      DROP TABLE book;
      CREATE TABLE possessions (id INTEGER PRIMARY KEY, name TEXT, photo BLOB);
      INSERT INTO possessions VALUES (1, 'Lamp', NULL), (2, 'Key', x'89504E470D0A1A0A0000000D494844520000001000000008');
      """)
    try png.write(to: folder.appending(path: "lamp.png"))
    try FileManager.default.createDirectory(
      at: folder.appending(path: "sub"), withIntermediateDirectories: true)
  }

  private var folder: URL { scratch.folder }

  private func run(script: String? = nil, limit: Duration = .seconds(10)) throws {
    if let script {
      let file = folder.appending(path: "bin/chafa")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try "#!/bin/sh\n\(script)\n".write(to: file, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }
    let maker = PictureMaker(searchPath: "bin::\(folder.path)/bin", limit: limit)
    _ = try Browser(store: scratch.store(), terminal: terminal, pictureMaker: maker).run()
  }

  /// What chafa was told and given, and who it is; the script writes it down.
  private var log: String { "\(folder.path)/log" }

  private func isAlive(_ id: String) -> Bool {
    Int32(id.trimmingCharacters(in: .whitespacesAndNewlines)).map { kill($0, 0) == 0 } ?? false
  }

  private func read(_ name: String) -> String? {
    try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  // MARK: Pictures

  @Test(
    "a photo is drawn from its bytes as large as there is room for, and nothing but cells comes of the output"
  )
  func drawing() throws {
    terminal.press(.down, .enter)
    terminal.waitFor("▄▄▄")
    terminal.then {
      #expect(terminal.screen.contains("PNG, 16 × 8, 24 B"))
      #expect(!terminal.screen.contains("evil"))
      let inks = Set(terminal.frames.last?.cells.compactMap(\.ink) ?? [])
      #expect(inks == [Ink(foreground: .palette(9))])
    }
    try run(
      script: """
        echo "$@" >\(log); cat >\(log).bytes
        printf '\\033]0;evil title\\007\\033[2J\\033[38;5;9m▄▄▄\\033[1;1H\\n▄▄▄\\n'
        """)
    #expect(try Data(contentsOf: URL(filePath: log + ".bytes")).count == 24)
    #expect(
      read("log")?.hasPrefix("--format symbols --size 16x4 --scale max --colors 240 --animate off") == true)
  }

  @Test("what takes too long is killed with all that it began, and the sentence stays alone")
  func hanging() throws {
    terminal.press(.down, .enter)
    terminal.waitUntil { [self] in read("log")?.contains("\n") == true }
    terminal.waitUntil { [self] in !isAlive(read("log") ?? "") && !isAlive(read("child") ?? "") }
    terminal.then { #expect(terminal.screen.contains("PNG, 16 × 8, 24 B")) }
    try run(
      script: "sleep 600 & echo $! >\(folder.path)/child; echo $$ >\(log); printf '▄▄▄'; wait",
      limit: .milliseconds(300))
    #expect(!terminal.screen.contains("▄"))
  }

  @Test(
    "what is not wanted any more is killed at once, also when the program ends", arguments: [true, false])
  func leaving(_ byKey: Bool) throws {
    terminal.press(.down, .enter)
    terminal.waitUntil { [self] in read("log")?.contains("\n") == true }
    if byKey {
      terminal.press(.escape)
      terminal.waitUntil { [self] in !isAlive(read("log") ?? "") }
    }
    try run(script: "echo $$ >\(log); exec sleep 600", limit: .seconds(600))
    let id = try #require(read("log"))
    #expect(!isAlive(id))
  }

  @Test(
    "without chafa, and where it fails, floods or takes no input, the sentence is there alone",
    arguments: [nil, "exit 3", "printf '▄▄▄'; exit 1", "yes ▄", "exec 0<&-; exit 0", "kill -SEGV $$"])
  func failing(_ script: String?) throws {
    terminal.press(.down, .enter)
    terminal.waitFor("PNG, 16 × 8, 24 B")
    terminal.press(.escape, .enter)
    terminal.waitFor("PNG, 16 × 8, 24 B")
    try run(script: script.map { $0 + "; echo done >\(log)" })
    #expect(!terminal.screen.contains("▄"))
  }

  @Test("a photo is not read while it is not drawn")
  func lazily() throws {
    terminal.press(.down, .enter)
    terminal.waitFor("PNG, 16 × 8, 24 B")
    terminal.then { _ = scratch.trace.take() }
    terminal.press(.escape, .enter)
    terminal.waitFor("PNG, 16 × 8, 24 B")
    terminal.then { #expect(!scratch.trace.take().contains { $0.contains("photo") }) }
    try run()
  }

  // MARK: Files

  /// From the list to the files for the lamp's photo, in the scratch folder.
  private func choose() {
    terminal.press(.enter, .character("e"), .end, .enter)
    terminal.waitFor("../")
    terminal.press(.character("/"))
    terminal.press(.control("u"))
    terminal.type(folder.path + "/")
    terminal.waitFor("lamp.png")
  }

  @Test("a file that is chosen becomes the photo, which is written to another file and cleared")
  func file() throws {
    choose()
    terminal.type("lamp")
    terminal.press(.tab)
    terminal.waitFor("/lamp.png")
    terminal.press(.enter)
    terminal.waitFor("PNG, 16 × 8, 27 B")
    terminal.press(.character("w"))
    terminal.waitFor("books.sqlite")
    terminal.waitFor("Lamp.png")
    terminal.press(.enter)
    terminal.waitFor("Wrote “Lamp.png”.")
    terminal.press(.character("m"))
    terminal.waitFor("wrote 1 possession")
    terminal.then { try scratch.expect("SELECT hex(photo) FROM possessions WHERE id = 1", [hex]) }
    terminal.press(.character("x"))
    terminal.waitFor("NULL")
    terminal.press(.character("m"))
    terminal.waitFor("wrote 1 possession")
    try run()
    #expect(try Data(contentsOf: folder.appending(path: "Lamp.png")) == png)
    try scratch.expect("SELECT typeof(photo) FROM possessions WHERE id = 1", ["null"])
  }

  private var hex: String { png.map { String(format: "%02X", $0) }.joined() }

  @Test("a file that is there is replaced only after a question, and as a whole")
  func replacing() throws {
    let file = folder.appending(path: "Key.png")
    try Data("old".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    terminal.press(.down, .enter, .character("w"))
    terminal.waitFor("Key.png")
    terminal.press(.control("u"))
    terminal.type(file.path)
    terminal.press(.enter)
    terminal.waitFor("“Key.png” exists already. Replace it?")
    terminal.then {
      let bytes = try Data(contentsOf: file)
      #expect(bytes == Data("old".utf8))
      // The first answer is the chosen one.
      #expect(terminal.screen.contains("[ Cancel ]  [ Replace ]"))
    }
    // Enter alone replaces nothing.
    terminal.press(.enter, .enter)
    terminal.waitFor("exists already")
    terminal.press(.right, .enter)
    terminal.waitFor("Wrote “Key.png”.")
    try run()
    #expect(try Data(contentsOf: file).count == 24)
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.contains { $0.contains("booklist-new") })
  }

  @Test("files that cannot be taken say why")
  func refusals() throws {
    _ = mkfifo(folder.appending(path: "pipe").path, 0o600)
    choose()
    for (name, sentence) in [("none", "There is no “none”."), ("pipe", "“pipe” is not an ordinary file.")] {
      terminal.press(.control("u"))
      terminal.type(folder.path + "/" + name)
      terminal.press(.enter)
      terminal.waitFor(sentence)
    }
    try run()
  }

  @Test("a file that is no picture is taken, and said to be none")
  func noPicture() throws {
    try Data("words".utf8).write(to: folder.appending(path: "words.txt"))
    choose()
    terminal.type("words.txt")
    terminal.press(.enter)
    terminal.waitFor("no picture of a known form")
    terminal.waitFor("Blob, 5 B")
    terminal.press(.character("m"))
    try run()
    try scratch.expect("SELECT hex(photo) FROM possessions WHERE id = 1", ["776F726473"])
  }

  @Test("a large file asks first, and is read away from the keys")
  func large() throws {
    let file = folder.appending(path: "large.png")
    try png.write(to: file)
    try #require(truncate(file.path, 65 << 20) == 0)
    choose()
    terminal.type("large.png")
    terminal.press(.enter)
    terminal.waitFor("“large.png” has 65 MB.")
    terminal.press(.enter)
    terminal.waitFor("PNG, 16 × 8, 65 MB")
    try run()
    try scratch.expect("SELECT length(photo) FROM possessions WHERE id = 1", ["\(65 << 20)"])
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
    terminal.press(.escape)
    terminal.waitFor("��/")
    terminal.press(.end, .home, .down)
    // Folders come first: sub, then the one whose name is no text.
    terminal.press(.down, .enter)
    terminal.waitFor("a.png")
    terminal.press(.down, .enter)
    terminal.waitFor("PNG, 16 × 8, 27 B")
    terminal.press(.enter)
    terminal.waitFor("a.png")
    try run()
  }
}
