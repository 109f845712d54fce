import BookStore
import Browser
import Cells
import Foundation
import TestSupport
import Testing

/// Photos on the screen, and from files into the database and out again.
@Suite final class PhotoTests {
  let scratch: Scratch
  lazy var flow = open()
  /// A PNG of 16 pixels by 8, as far as its first bytes go.
  let png = Data([
    0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 16, 0, 0,
    0, 8, 1,
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

  /// A flow with a script in the place of chafa, or none.
  func open(
    _ script: String? = nil, limit: Duration = .seconds(600),
    terminal prepare: @escaping @Sendable (FlowTerminal) -> Void = { _ in }
  ) throws -> Flow {
    if let script {
      let file = folder.appending(path: "bin/chafa")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try TestScript.write(script, to: file)
    }
    return open(limit, terminal: prepare)
  }

  private func open(
    _ limit: Duration = .seconds(600), terminal prepare: @escaping @Sendable (FlowTerminal) -> Void = { _ in }
  ) -> Flow {
    let path = "bin::\(folder.path)/bin"
    return Flow(
      scratch, terminal: prepare,
      browser: {
        let maker = PictureMaker(searchPath: path, limit: limit)
        return Browser(store: $0, terminal: $1, settings: $2, pictureMaker: maker)
      })
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
    flow = try open(
      """
      echo "$@" >\(log); cat >\(log).bytes
      printf '\\033]0;evil title\\007\\033[2J\\033[38;5;9m▄▄▄\\033[1;1H\\n▄▄▄\\n'
      """)
    flow.press("Down", "Enter").expect("▄▄▄", "PNG, 16 × 8, 24 B", gone: "evil")
    #expect(Set(flow.frame.cells.compactMap(\.ink)) == [Ink(foreground: .palette(9))])
    #expect(try Data(contentsOf: URL(filePath: log + ".bytes")).count == 24)
    #expect(
      read("log")?.hasPrefix("--format symbols --size 16x4 --scale max --colors 240 --animate off") == true)
  }

  @Test("where the terminal has pixels, the picture is made of them, too, in the size of the cells")
  func pixels() throws {
    flow = try open(
      """
      echo "$@" >>\(log); cat >/dev/null
      test "$2" = symbols && printf '▄▄▄\\n▄▄▄\\n' || printf '\\033_Gf=32,s=1,v=1;AAAA\\033\\\\'
      """, terminal: { $0.pixels = PixelScreen(.kitty, cellWidth: 10, cellHeight: 20) })
    flow.press("Down", "Enter")
    flow.wait(for: "a picture") { flow.screen.contains("▄▄▄") && !flow.frame.visiblePictures.isEmpty }
    let pictures = flow.frame.visiblePictures
    #expect(pictures.map(\.pixels.format) == [.kitty])
    #expect(
      pictures.first.map { String(decoding: $0.pixels.bytes, as: UTF8.self) }?.contains("c=3,r=2") == true)
    #expect(read("log")?.contains("--format kitty --size 3x5 --scale max --stretch --animate off") == true)
    // As when the terminal's answer comes late, or its font becomes another.
    try flow.onLoop { _, terminal in terminal.pixels = nil }
    flow.press("Up", "Down")
    flow.wait(for: "cells alone") { flow.frame.visiblePictures.isEmpty }
  }

  @Test("a photo that is chosen for a new record is drawn at once") func drawingDraft() throws {
    flow = try open("cat >/dev/null; printf '▄▄▄\\n▄▄▄\\n'")
    flow.press("+", "Down", "Enter", "Tab")
    flow.type("\(folder.path)/lamp.png", "Enter").expect("New possession", "▄▄▄")
    try flow.expect(sql: "SELECT count(*) FROM possessions", ["2"])
  }

  @Test("where chafa is missing, the place of the picture says so") func missingProgram() throws {
    flow.press("Down", "Enter").expect("PNG, 16 × 8, 24 B", "To see pictures here, install chafa.")
    flow.press("Esc", "Up", "Enter").expect("Lamp", gone: "chafa")
  }

  @Test("what takes too long is killed with all that it began, and the sentence stays alone")
  func hanging() throws {
    flow = try open(
      "sleep 600 & echo $! >\(folder.path)/child; echo $$ >\(log); printf '▄▄▄'; wait",
      limit: .milliseconds(300))
    flow.press("Down", "Enter")
    flow.wait(for: "the start of chafa") { read("log")?.contains("\n") == true }
    flow.wait(for: "the end of chafa") { !isAlive(read("log") ?? "") && !isAlive(read("child") ?? "") }
    flow.expect("PNG, 16 × 8, 24 B", gone: "▄")
  }

  @Test(
    "what is not wanted any more is killed at once, also when the program ends", arguments: [true, false])
  func leaving(_ byKey: Bool) throws {
    flow = try open("echo $$ >\(log); exec sleep 600")
    flow.press("Down", "Enter")
    flow.wait(for: "the start of chafa") { read("log")?.contains("\n") == true }
    if byKey { flow.press("Esc") } else { flow.end() }
    flow.wait(for: "the end of chafa") { !isAlive(read("log") ?? "") }
  }

  @Test(
    "without chafa, and where it fails, floods or takes no input, the sentence is there alone",
    arguments: [nil, "exit 3", "printf '▄▄▄'; exit 1", "yes ▄", "exec 0<&-; exit 0", "kill -SEGV $$"])
  func failing(_ script: String?) throws {
    flow = try open(script, limit: .seconds(10))
    flow.press("Down", "Enter").expect("PNG, 16 × 8, 24 B")
    flow.press("Esc", "Enter").expect("PNG, 16 × 8, 24 B")
    flow.end()
    #expect(!flow.frames.contains { $0.textPlane.contains("▄") })
  }

  @Test("a gallery reads the covers that are in sight once the keys rest, and hydrates nothing")
  func gallery() throws {
    flow = try open("cat >/dev/null; printf '▄▄▄\\n▄▄▄\\n'")
    _ = scratch.trace.take()
    flow.press("W").expect("┌─", "Lamp", "Key", "▄▄▄")
    let statements = scratch.trace.take().filter { $0.contains("photo") }
    #expect(!statements.isEmpty && statements.count <= 4, "\(statements)")
    flow.press("Right", "Left", "Down", "End")
    #expect(try flow.counts.hydrated == 0)
    #expect(!scratch.trace.take().contains { $0.contains("photo") })
    flow.press("Enter").expect("PNG, 16 × 8, 24 B")
    flow.press("Esc").expect("┌─", "▄▄▄")
    flow.press("Esc").expect(selected: "Key").expect("Lamp", gone: "┌─")
  }

  @Test("without colours nothing is drawn, and a spine stands for a cover") func withoutColors() throws {
    flow = try open("touch \(log); printf '▄▄▄\\n▄▄▄\\n'", terminal: { $0.colors = 0 })
    flow.press("Down", "Enter").expect("PNG, 16 × 8, 24 B", gone: "chafa")
    flow.press("Esc", "W").expect("┌─", "Key")
    flow.end()
    #expect(read("log") == nil && !flow.frames.contains { $0.textPlane.contains("▄") })
  }

  @Test("a cover that is changed, and one that another program changes, is drawn anew")
  func galleryChanges() throws {
    flow = try open("wc -c | tr -d ' \\n' | tr '0-9' 'A-J'; echo")
    flow.press("W").expect("CE")
    try flow.change("UPDATE possessions SET photo = CAST(photo || x'000000' AS BLOB) WHERE id = 2")
    flow.expect("CH", gone: "CE")
    try flow.change("UPDATE possessions SET photo = NULL")
    flow.expect("Key", gone: "CH")
  }

  @Test("a photo is not read while it is not drawn") func lazily() throws {
    flow.press("Down", "Enter").expect("PNG, 16 × 8, 24 B")
    _ = scratch.trace.take()
    flow.press("Esc", "Enter").expect("PNG, 16 × 8, 24 B")
    #expect(!scratch.trace.take().contains { $0.contains("photo") })
  }
}
