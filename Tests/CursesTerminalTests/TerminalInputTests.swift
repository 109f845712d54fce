import CTorture
import Cells
import Foundation
import TestSupport
import Testing

@testable import CursesTerminal

@Suite("Waiting for input") struct TerminalInputTests {
  @Test("Keys are read whatever else there is, and do not wait until nobody is woken any more")
  func keysFirst() throws {
    let (keys, signals) = (Pipe(), Pipe())
    var input = TerminalInput(
      decoder(), keys: keys.fileHandleForReading.fileDescriptor,
      signals: signals.fileHandleForReading.fileDescriptor)
    try signals.fileHandleForWriting.write(contentsOf: [0])
    #expect(input.wait(until: nil) == .signal)
    try keys.fileHandleForWriting.write(contentsOf: Array("q".utf8))
    #expect(input.wait(until: nil) == .input)
    #expect(input.next() == .key(.character("q")))
    #expect(input.wait(until: nil) == .signal)
    try keys.fileHandleForWriting.close()
    #expect(input.wait(until: nil) == .closed)
  }

  // MARK: - What the terminal answers when it is left

  private static let answers = "␛[>1;4000;0c␛[?2026;2$y␛]11;rgb:1e1e/2020/ffff␛\\␛[?62;4c"
  private static let count = 4

  /// An input that awaits answers.
  private func asking(_ pair: PseudoPair) -> TerminalInput {
    var input = TerminalInput(decoder(), keys: pair.program, signals: pair.program)
    input.expectReplies()
    return input
  }

  @Test(
    "Answers that come while the terminal is left are read, in whatever pieces, and what follows them is left",
    arguments: [[64], [1, 5, 20], [12, 13, 14, 30], Array(1..<47)])
  func lateAnswers(_ cuts: [Int]) throws {
    let pair = try PseudoPair()
    var input = asking(pair)
    let bytes = Array(escaped(Self.answers).utf8)
    let bounds = [0] + cuts.filter { $0 < bytes.count } + [bytes.count]
    let pieces = zip(bounds, bounds.dropFirst()).map { Array(bytes[$0..<$1]) }
    let terminal = Thread {
      for piece in pieces { pair.answer(piece) }
      pair.answer(Array("ls\r".utf8))
    }
    terminal.start()
    input.finishReplies(within: patience)
    #expect(!input.awaitsReply && input.takeReplies().count == Self.count)
    #expect(pair.read(3) == Array("ls\r".utf8))
  }

  @Test("Answers without a last one are waited for no longer than that, and nothing of them is left")
  func missingAnswers() throws {
    for begin in ["", "␛", "␛[?2026;2$y␛]11;rgb:1e", "q␛[?2026"] {
      let pair = try PseudoPair()
      var input = asking(pair)
      pair.answer(Array(escaped(begin).utf8), waits: false)
      input.finishReplies(within: .milliseconds(1))
      #expect(input.awaitsReply && input.next() == nil && pair.waiting == 0, "\(begin)")
    }
  }

  @Test("Answers that have been read already are not waited for") func readAnswers() throws {
    let pair = try PseudoPair()
    var input = asking(pair)
    pair.answer(Array(escaped("q" + Self.answers).utf8), waits: false)
    #expect(input.wait(until: nil) == .input && input.next() == .key(.character("q")))
    pair.answer(Array("ls\r".utf8), waits: false)
    input.finishReplies(within: patience)
    #expect(!input.awaitsReply && pair.read(3) == Array("ls\r".utf8))
  }

  @Test("Where nothing was asked, or the terminal is gone, nothing is waited for and nothing is read")
  func nothingAsked() throws {
    let pair = try PseudoPair()
    var input = TerminalInput(decoder(), keys: pair.program, signals: pair.program)
    pair.answer(Array("ls\r".utf8), waits: false)
    input.finishReplies(within: patience)
    #expect(pair.read(3) == Array("ls\r".utf8))
    input.expectReplies()
    pair.goAway()
    input.finishReplies(within: patience)
    #expect(input.awaitsReply)
  }

  // MARK: - What has no end

  /// Waits for what was written to be read or given up.
  private func take(_ text: String, _ pipe: Pipe, _ input: inout TerminalInput) throws -> [Key] {
    try pipe.fileHandleForWriting.write(contentsOf: Array(escaped(text).utf8))
    var found: [Key] = []
    #expect(input.wait(until: nil) == .input)
    while case .key(let key)? = input.next() { found.append(key) }
    return found
  }

  @Test(
    "What has no end is given up after a time, however often more of it comes, and keys are keys again",
    arguments: ["␛]0;", "␛]11;rgb:", "␛P1$r", "␛_Gi=31;", "␛]52;c;"])
  func endless(_ begin: String) throws {
    let pipe = Pipe()
    let keys = pipe.fileHandleForReading.fileDescriptor
    var input = TerminalInput(decoder(), keys: keys, signals: keys, longest: .zero)
    input.expectReplies()
    for _ in 0..<3 {
      #expect(try take(begin, pipe, &input) == [])
      #expect(input.wait(until: nil) == .input)
      #expect(try take("q", pipe, &input) == [.character("q")])
    }
    // The rest of an answer that comes after all is not typed.
    _ = try take("␛]11;rgb:00/", pipe, &input)
    #expect(input.wait(until: nil) == .input)
    #expect(try take("00/00\u{7}", pipe, &input) == [])
    #expect(input.takeReplies() == [.background(red: 0, green: 0, blue: 0)])
  }

  @Test(
    "A sequence without an end takes one key with it at most", arguments: ["␛[1;", "␛[<0;1", "␛O1", "␛["])
  func endlessSequence(_ begin: String) throws {
    let pipe = Pipe()
    let keys = pipe.fileHandleForReading.fileDescriptor
    var input = TerminalInput(decoder(), keys: keys, signals: keys, longest: .zero)
    _ = try take(begin, pipe, &input)
    #expect(input.wait(until: nil) == .input)
    _ = input.next()
    _ = try take("q", pipe, &input)
    #expect(try take("q", pipe, &input) == [.character("q")])
  }

  @Test("A paste takes as long as more of it comes") func longPaste() throws {
    let pipe = Pipe()
    let keys = pipe.fileHandleForReading.fileDescriptor
    var input = TerminalInput(decoder(), keys: keys, signals: keys, longest: .zero)
    for piece in ["␛[200~a", "b", "c"] {
      #expect(try take(piece, pipe, &input) == [])
      #expect(input.wait(until: .now) == .timeIsOver)
    }
    try pipe.fileHandleForWriting.write(contentsOf: Array(escaped("␛[201~").utf8))
    #expect(input.wait(until: nil) == .input && input.next() == .paste("abc"))
  }
}

/// A pseudo terminal in this process, in raw mode: a terminal at one end and the program at the other.
private final class PseudoPair: Sendable {
  private let terminal: Int32
  let program: Int32

  init() throws {
    var ends: (Int32, Int32) = (-1, -1)
    let isOpen = open_terminal(&ends.0, &ends.1) == 0
    (terminal, program) = ends
    try #require(isOpen)
  }

  deinit {
    close(terminal)
    close(program)
  }

  /// Hangs up; the descriptor stays one that nothing comes from.
  func goAway() { dup2(open("/dev/null", O_RDONLY), terminal) }

  /// Has the terminal send bytes, and waits until they are read if that is wished.
  func answer(_ bytes: [UInt8], waits: Bool = true) {
    _ = write(terminal, bytes, bytes.count)
    let end = ContinuousClock.now + patience
    while waits, waiting > 0, ContinuousClock.now < end { sched_yield() }
  }

  /// How many bytes are there to be read.
  var waiting: Int {
    var count: Int32 = 0
    return ioctl(program, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
  }

  /// Reads some bytes.
  func read(_ count: Int) -> [UInt8] {
    var (bytes, found) = ([UInt8](repeating: 0, count: count), 0)
    while found < count {
      let more = bytes.withUnsafeMutableBytes {
        Foundation.read(program, $0.baseAddress?.advanced(by: found), count - found)
      }
      if more <= 0 { break }
      found += more
    }
    return Array(bytes.prefix(found))
  }
}
