import BookStore
import Browser
import Cells
import Foundation
import TestSupport
import Testing

/// Photos on the screen, and from files into the database and out again.
@Suite struct PhotoTests {
  let scratch: Scratch
  let terminal = ScriptedTerminal()
  /// A PNG of 16 pixels by 8, as far as its first bytes go.
  let png = Data([
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

  var folder: URL { scratch.folder }

  func run(script: String? = nil, limit: Duration = .seconds(10)) throws {
    if let script {
      let file = folder.appending(path: "bin/chafa")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try TestScript.write(script, to: file)
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

  @Test("where the terminal has pixels, the picture is made of them, too, in the size of the cells")
  func pixels() throws {
    terminal.pixels = PixelScreen(.kitty, cellWidth: 10, cellHeight: 20)
    terminal.press(.down, .enter)
    terminal.waitFor("▄▄▄")
    terminal.then { [self] in
      let pictures = terminal.frames.last?.visiblePictures ?? []
      #expect(pictures.map(\.pixels.format) == [.kitty])
      #expect(
        pictures.first.map { String(decoding: $0.pixels.bytes, as: UTF8.self) }?.contains("c=3,r=2") == true)
      // As when the terminal's answer comes late, or its font becomes another.
      terminal.pixels = nil
    }
    terminal.press(.up, .down)
    terminal.waitUntil { [self] in terminal.frames.last?.visiblePictures.isEmpty == true }
    try run(
      script: """
        echo "$@" >>\(log); cat >/dev/null
        test "$2" = symbols && printf '▄▄▄\\n▄▄▄\\n' || printf '\\033_Gf=32,s=1,v=1;AAAA\\033\\\\'
        """)
    #expect(read("log")?.contains("--format kitty --size 3x5 --scale max --stretch --animate off") == true)
  }

  @Test("a photo that is chosen for a new record is drawn at once")
  func drawingDraft() throws {
    terminal.press(.character("+"), .down, .enter)
    terminal.press(.tab)
    terminal.type("\(folder.path)/lamp.png")
    terminal.press(.enter)
    terminal.waitFor("New possession")
    terminal.waitFor("▄▄▄")
    terminal.then { try scratch.expect("SELECT count(*) FROM possessions", ["2"]) }
    try run(script: "cat >/dev/null; printf '▄▄▄\\n▄▄▄\\n'")
  }

  @Test("where chafa is missing, the place of the picture says so")
  func missingProgram() throws {
    terminal.press(.down, .enter)
    terminal.waitFor("PNG, 16 × 8, 24 B")
    terminal.waitFor("To see pictures here, install chafa.")
    terminal.press(.escape, .up, .enter)
    terminal.waitFor("Lamp")
    terminal.then { #expect(!terminal.screen.contains("chafa")) }
    try run()
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
}
