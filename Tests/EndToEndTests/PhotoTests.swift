import Foundation
import TestSupport
import Testing

@Suite("Photos in a real terminal") struct PhotoTests {
  private let home: TemporaryFolder
  private var folder: URL { home.url }
  private let file: URL

  init() throws {
    home = try TemporaryFolder()
    file = home.url.appending(path: "possessions.sqlite")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "bin"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: Repository.fixtures.appending(path: "possessions.sqlite"), to: file)
    try TestScript.write(Self.pixelStub, to: folder.appending(path: "bin/chafa"))
  }

  /// A script in chafa's place, which prints the picture's format in characters or a picture of one pixel.
  private static let pixelStub = """
    cat >/dev/null
    case "$2" in
    symbols) printf '\\033[31;44m▄▄▄▄\\n▄▄▄▄\\033[0m\\n' ;;
    kitty) printf '\\033_Ga=T,f=32,s=1,v=1,c=9,r=9,m=1\\033\\\\\\033_Gm=0;AAAA\\033\\\\' ;;
    iterm) printf '\\033]1337;File=inline=1;width=9:QUJD\\007' ;;
    esac

    """

  /// Opens the lamp's detail on a terminal of our own, which answers so.
  private func openRaw(answer: String, _ environment: [String] = []) async throws -> RawTerminal {
    let terminal = try RawTerminal(
      [file.path], in: home, environment: ["PATH=\(folder.path)/bin:/usr/bin:/bin"] + environment)
    try await terminal.waitFor("\u{1B}[c")
    terminal.type(answer)
    terminal.type("\r")
    return terminal
  }

  /// Waits for a picture, and opens the detail again where the stub was not done in the time that chafa is given.
  private func waitForPicture(_ text: String, on terminal: RawTerminal) async throws {
    for _ in 0..<3 {
      if (try? await terminal.waitFor(text, limit: .seconds(20))) != nil { return }
      terminal.type("q")
      try await terminal.waitFor("Bicycle")
      terminal.type("\r")
    }
    try await terminal.waitFor(text)
  }

  @Test(
    "Where kitty's graphics are known, the picture is drawn once over its cells, and taken off with the detail"
  )
  func kitty() async throws {
    let terminal = try await openRaw(answer: "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;c")
    try await waitForPicture("a=T,f=32,s=1,v=1,c=4,r=2,C=1,q=2,m=0;AAAA\u{1B}\\", on: terminal)
    terminal.type("q")
    try await terminal.waitFor("\u{1B}_Ga=d,d=A,q=2\u{1B}\\")
    terminal.type("q")
    #expect(try await terminal.exitStatus() == 0)
    #expect(!String(decoding: terminal.output, as: UTF8.self).contains("\u{1B}_G"))
  }

  @Test(
    "Where iTerm2's images are known, the picture is drawn over its cells, which are written again after it")
  func iterm() async throws {
    let terminal = try await openRaw(answer: "\u{1B}[?62;c", ["TERM_PROGRAM=WezTerm"])
    try await waitForPicture("inline=1;width=4;height=2;preserveAspectRatio=0:QUJD\u{7}", on: terminal)
    terminal.type("q")
    try await terminal.waitFor("Bicycle")
    terminal.type("\r")
    try await terminal.waitFor("preserveAspectRatio=0:QUJD\u{7}")
    terminal.type("q")
    try await terminal.waitFor("Bicycle")
    terminal.type("q")
    #expect(try await terminal.exitStatus() == 0)
  }

  @Test(
    "Pictures stay characters if a setting says so or nobody answers, and where there are to be no colours, there are none",
    arguments: [(true, true), (false, true), (false, false)])
  func cells(_ isChosen: Bool, _ hasNoColors: Bool) async throws {
    let terminal = try await openRaw(
      answer: isChosen ? "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;4c" : "",
      (hasNoColors ? ["NO_COLOR=1"] : []) + (isChosen ? ["BOOKLIST_PHOTOS=cells"] : []))
    if hasNoColors {
      try await terminal.waitFor("PNG")
    } else {
      try await waitForPicture("▄▄▄▄", on: terminal)
    }
    terminal.type("qq")
    #expect(try await terminal.exitStatus() == 0)
    #expect(!terminal.sent.contains("\u{1B}_Ga=T"))
    #expect(terminal.sent.contains("▄") != hasNoColors)
    #expect(terminal.sent.matches(of: /\[(?:[34][0-8]|9[0-7]|10[0-7])[;m]/).isEmpty == hasNoColors)
  }
}
