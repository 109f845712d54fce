import Foundation
import TestSupport
import Testing

/// How the terminal is left: as it was found, and with nothing in it for the shell to read.
@Suite("The terminal is left as it was found") struct LeftTerminalTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(_ environment: [String] = []) async throws -> RawTerminal {
    try await .openBooks(in: folder, environment: environment)
  }

  /// The questions that are asked last, and what is sent when the program leaves.
  private static let mouseOff = "\u{1B}[?1002l"

  private static let answers = [
    "\u{1B}[?2004;2$y\u{1B}[>41;390;0c\u{1B}[?20", "26;2$y\u{1B}]11;rgb:ffff/ff",
    "ff/ffff\u{1B}\\\u{1B}[?62;4c",
  ]

  @Test(
    "What the terminal answers after the program has been left is not typed into the shell: late, in pieces, or in part",
    arguments: [
      (answers, nil), (Array(answers.prefix(2)), nil), ([answers.joined()], SIGTERM), ([], SIGTERM),
    ] as [([String], Int32?)])
  func lateAnswers(_ pieces: [String], _ signal: Int32?) async throws {
    let unread = try await unread(typing: pieces, status: signal.map { 128 + $0 } ?? 0) { terminal in
      if let signal { kill(terminal.process, signal) } else { terminal.type("q") }
    }
    #expect(unread == "")
  }

  @Test("What the mouse did while the program was left is not typed into the shell")
  func mouse() async throws {
    let pieces = ["\u{1B}[<0;3;3M", "\u{1B}[<0;3;3m\u{1B}[?62;4c"]
    let unread = try await unread(typing: pieces, status: 0) { $0.type("\u{1B}[?62;4c\u{1B}[<64;3;3Mq") }
    #expect(unread == "")
  }

  /// Leaves the program and types pieces while it waits for the terminal, which it does for 300 ms; on a busy machine they may
  /// come too late, and then it is done again.
  ///
  /// - Returns: What is left for the shell to read.
  private func unread(
    typing pieces: [String], status: Int32, leaving leave: (RawTerminal) -> Void
  ) async throws -> String {
    let giveUp = ContinuousClock.now + patience
    while ContinuousClock.now < giveUp {
      let terminal = try await open()
      let end = try terminal.openProgramEnd()
      // The program begins to wait later than this.
      let start = ContinuousClock.now
      leave(terminal)
      try await terminal.waitFor(Self.mouseOff)
      for piece in pieces {
        terminal.type(piece)
        try await terminal.waitUntilRead(at: end)
      }
      let isInTime = ContinuousClock.now - start < .milliseconds(300)
      #expect(try await terminal.exitStatus() == status)
      let unread = RawTerminal.unread(at: end)
      if isInTime || unread.isEmpty { return unread }
    }
    Issue.record("The pieces never came in time.")
    return ""
  }

  /// The modes that the program changes.
  private static let changedModes = [1, 25, 1000, 1002, 1003, 1006, 1049, 2004, 2031]

  /// The modes that are set after some bytes.
  private static func setModes(_ start: Set<Int>, after bytes: [UInt8]) -> Set<Int> {
    String(decoding: bytes, as: UTF8.self).matches(of: /\u{1B}\[\?([0-9;]+)([hl])/).reduce(into: start) {
      set, match in
      for number in match.1.split(separator: ";").compactMap({ Int($0) }) {
        if match.2 == "h" { set.insert(number) } else { set.remove(number) }
      }
    }
  }

  @Test(
    "Modes that were on when the program began are on when it ends, and the others are off, also after a crash",
    arguments: [
      ([], nil), ([1, 25, 1000, 2004], nil), ([1002, 1006, 1049, 2031], nil), ([], SIGUSR2),
      ([25, 2004], SIGUSR2), (changedModes, SIGUSR2),
    ] as [([Int], Int32?)])
  func foundModes(_ found: [Int], _ signal: Int32?) async throws {
    let terminal = try await open()
    let reports = Self.changedModes.map { "\u{1B}[?\($0);\(found.contains($0) ? 1 : 2)$y" }
    terminal.type(reports.joined() + "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}[?62;4c")
    // Whatever else the program says, the theme changes when it has read all of it.
    try await terminal.waitFor("\u{1B}[38;5;")
    if let signal { kill(terminal.process, signal) } else { terminal.type("q") }
    #expect(try await terminal.exitStatus() == signal.map { 128 + $0 } ?? 0)
    let left = Self.setModes(Set(found), after: terminal.wholeOutput)
    #expect(left.intersection(Self.changedModes) == Set(found))
  }

  @Test("Where the terminal does not say how it was found, everything is as a shell has it")
  func unknown() async throws {
    let terminal = try await open()
    terminal.type("\u{1B}[?62;4cq")
    #expect(try await terminal.exitStatus() == 0)
    #expect(Self.setModes([25], after: terminal.wholeOutput).intersection(Self.changedModes) == [25])
    let sent = terminal.sent
    #expect(sent.contains("\u{1B}[?2004$p") && sent.contains("\u{1B}[c"))
  }

  @Test("Neither the look of the cursor nor the palette is changed", arguments: ["xterm-256color", "linux"])
  func looks(_ name: String) async throws {
    guard (try? Command.run(["infocmp", name])) != nil else { return }
    let terminal = try await open(["TERM=\(name)"])
    terminal.type("/war\rq")
    #expect(try await terminal.exitStatus() == 0)
    let sent = terminal.sent
    #expect(sent.contains("\u{1B}[?25l") && sent.contains("\u{1B}[?25h"))
    for change in ["\u{1B}[?12", "\u{1B}[34", "\u{1B}[?0c", "\u{1B}[?1c", "\u{1B}]104", " q"] {
      #expect(!sent.contains(change), "\(change)")
    }
  }

  @Test("Terminal.app, which shows the end of a question for a mode, is not asked one")
  func apple() async throws {
    let terminal = try await open(["TERM_PROGRAM=Apple_Terminal"])
    try await terminal.quit()
    let sent = terminal.sent
    #expect(!sent.contains("$p") && !sent.contains("\u{1B}_G") && sent.contains("\u{1B}[c"))
  }

  // MARK: - Multiplexers

  private static let tmuxSays = "\u{1B}[>84;0;0c\u{1B}[?2026;2$y\u{1B}[?1;2;4c"
  private static let xtermSays = "\u{1B}[>41;390;0c\u{1B}[?2026;2$y\u{1B}[?1;2;4c"

  @Test(
    "Frames are marked where the terminal says that it can, but not in tmux and screen, unless the setting says so",
    arguments: [
      (["TERM=xterm-256color"], xtermSays, true), (["TERM=xterm-256color"], tmuxSays, false),
      (["TMUX=/tmp/x,1,0"], xtermSays, false), (["STY=1.x"], xtermSays, false),
      (["TMUX=/tmp/x,1,0", "BOOKLIST_SYNCHRONIZED_OUTPUT=yes"], tmuxSays, true),
      (["BOOKLIST_SYNCHRONIZED_OUTPUT=no"], xtermSays, false),
    ])
  func frameMarks(_ environment: [String], _ answers: String, _ isMarked: Bool) async throws {
    let terminal = try await open(environment)
    terminal.type(answers + "/")
    try await terminal.waitFor("\u{1B}[?25h")
    terminal.type("\u{3}q")
    #expect(try await terminal.exitStatus() == 0)
    let sent = terminal.sent
    let marks = sent.matches(of: /\e\[\?2026([hl])/)
    let letters = marks.map { String($0.output.1) }
    #expect(letters.contains("h") == isMarked && letters.contains("l") == isMarked)
    // Each frame is between its marks, and no mark comes after the screen.
    #expect(letters == letters.indices.map { $0.isMultiple(of: 2) ? "h" : "l" })
    let end = try #require(sent.ranges(of: "\u{1B}[?1049l").last)
    #expect(marks.allSatisfy { $0.range.upperBound <= end.lowerBound })
  }

  @Test(
    "In GNU screen a copy goes through it to the terminal",
    arguments: [(["TERM=screen", "STY=1.x"], ""), (["TERM=screen"], "\u{1B}[>83;40900;0c\u{1B}[?1;2c")])
  func screenCopies(_ environment: [String], _ answers: String) async throws {
    let terminal = try await open(environment + ["PATH=\(folder.path)"])
    terminal.type(answers + "y")
    try await terminal.waitFor("through the terminal.")
    try await terminal.quit()
    let sent = terminal.sent
    #expect(sent.contains("\u{1B}P\u{1B}]52;c;V2FyIGFuZCBQZWFjZQ==\u{7}\u{1B}\\"))
  }

  // MARK: - Keys by their place

  @Test(
    "A terminal with kitty's protocol names the place of each key where none types, and types text otherwise")
  func kitty() async throws {
    let terminal = try await open()
    terminal.type("\u{1B}[?0u\u{1B}[?62c")
    try await terminal.waitFor("\u{1B}[>29u")
    // Georgian: no table knows it.
    terminal.type("\u{1B}[4335::106;;4335u\u{1B}[47;;47u")
    try await terminal.waitFor("\u{1B}[=5u")
    terminal.type("\u{1B}[27u")
    try await terminal.waitFor("\u{1B}[=29u")
    terminal.type("\u{1B}[4327::121;;4327u")
    try await terminal.waitFor("Mac OS X Internals” through")
    terminal.type("\u{1B}[4325::113;;4325u")
    #expect(try await terminal.exitStatus() == 0)
    #expect(terminal.sent.contains("\u{1B}[<u"))
  }

  @Test(
    "Where there is no full screen, what works without one is named",
    arguments: [
      ("TERM=dumb", "“dumb”, a terminal that cannot show a full screen"),
      ("TERM=nonsense", "no terminfo entry here"), ("TERM=", "TERM is not set"),
    ])
  func noScreen(_ variable: String, _ reason: String) async throws {
    let terminal = try RawTerminal(["books.sqlite"], in: folder, environment: [variable])
    try await terminal.waitFor(reason)
    #expect(try await terminal.exitStatus() == 2)
    #expect(terminal.sent.contains(" use --plain, which shows line by line."))
  }
}
