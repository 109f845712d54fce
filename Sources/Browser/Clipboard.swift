import Platform
import Records
import Screens

/// Copies texts to the clipboard, and reports which way they went.
final class Clipboard: Errand {
  private unowned let workspace: Workspace
  private let givenWays: [ClipboardWay]?
  /// The available ways; PATH is searched on the first copy.
  private lazy var ways = givenWays ?? ClipboardWay.all()
  /// The program that is taking a text, the text and its name, and the ways left to try if it fails.
  private var current:
    (errand: ErrandThread<Bool>, text: [UInt8], name: String, ways: ArraySlice<ClipboardWay>)?

  /// How long a program may take.
  private static let patience = Duration.seconds(2)

  var kind: ErrandKind { .clipboard }
  var isOver: Bool { current == nil }

  /// Makes a clipboard.
  ///
  /// - Parameter ways: The ways to use, or nil for those that the environment offers.
  init(_ workspace: Workspace, ways: [ClipboardWay]?) { (self.workspace, givenWays) = (workspace, ways) }

  /// Copies a text; the status line reports the result, possibly a moment later.
  ///
  /// - Parameter name: What is copied, as named in the message.
  func put(_ text: String, named name: String) { put(Array(text.utf8), name, ways[...]) }

  private func put(_ text: [UInt8], _ name: String, _ ways: ArraySlice<ClipboardWay>) {
    guard let way = ways.first, !text.isEmpty else {
      return workspace.stack.message = Wording.nothingToCopy
    }
    guard text.count <= way.limit else {
      return workspace.stack.message = BrowserWording.tooMuchToCopy(text.count, limit: way.limit)
    }
    switch way {
    case .terminal where !workspace.terminal.hasClipboard:
      workspace.stack.message = BrowserWording.noClipboard
    case .terminal:
      workspace.terminal.send(.setClipboard(base64: Base64.text(text)))
      workspace.stack.message = BrowserWording.copied(name, by: way)
    case .program(let path, let arguments):
      let errand = ErrandThread(workspace.terminal.waker) { errand in
        Self.give(text, to: path, arguments) { errand.isCancelled }
      }
      current = (errand, text, name, ways)
      workspace.errands.begin(self)
    }
  }

  /// Reports whether the program has taken the text; if it has not, tries the next way.
  func takeNews() -> ErrandNews? {
    guard let (errand, text, name, ways) = current, let isTaken = errand.take() else { return nil }
    current = nil
    if isTaken, let way = ways.first {
      workspace.stack.message = BrowserWording.copied(name, by: way)
    } else {
      put(text, name, ways.dropFirst())
    }
    return nil
  }

  /// Kills the program that is taking a text, because the loop ends.
  func end() { current?.errand.cancelAndWait() }

  /// Passes a program its input, and returns whether it took it; a program that takes too long is killed.
  ///
  /// A process that it starts to hold the text keeps running, even after this program has exited.
  private static func give(
    _ text: [UInt8], to path: String, _ arguments: [String], isCancelled: @escaping () -> Bool
  ) -> Bool {
    guard let ends = try? PipeEnds() else { return false }
    let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
    let process = try? SpawnedProcess(path, arguments, input: ends.reading, output: null)
    close(null)
    close(ends.reading)
    defer { if process == nil { close(ends.writing) } }
    guard let process else { return false }
    // A program that does not read its input must not block.
    _ = fcntl(ends.writing, F_SETFL, O_NONBLOCK)
    let end = ContinuousClock.now + patience
    let isOver = { isCancelled() || ContinuousClock.now >= end }
    let isWritten = (try? DescriptorBytes.writeAll(text, to: ends.writing, isCancelled: isOver)) != nil
    close(ends.writing)
    return process.wait(until: isOver) == 0 && isWritten
  }
}
