import Platform
import Records
import Screens

/// Puts texts on the person's clipboard, and says which way they went.
final class Clipboard {
  private unowned let workspace: Workspace
  private let givenWays: [ClipboardWay]?
  /// The ways that there are; PATH is searched when something is copied first.
  private lazy var ways = givenWays ?? ClipboardWay.all()
  /// The program that is taking a text, what is copied, and the ways that are left if it does not.
  private var current: (errand: Errand<Bool>, text: [UInt8], name: String, ways: ArraySlice<ClipboardWay>)?

  /// How long a program may take.
  private static let patience = Duration.seconds(2)

  /// Makes a clipboard.
  ///
  /// - Parameter ways: The ways to it, or nil for those that the environment leads to.
  init(_ workspace: Workspace, ways: [ClipboardWay]?) { (self.workspace, givenWays) = (workspace, ways) }

  /// Copies a text; the status line says what became of it, perhaps in a moment.
  ///
  /// - Parameter name: What is copied, as the sentence about it names it.
  func put(_ text: String, named name: String) { put(Array(text.utf8), name, ways[...]) }

  private func put(_ text: [UInt8], _ name: String, _ ways: ArraySlice<ClipboardWay>) {
    guard let way = ways.first, !text.isEmpty else {
      return workspace.stack.message = Wording.nothingToCopy
    }
    guard text.count <= way.limit else {
      return workspace.stack.message = StoreWording.tooMuchToCopy(text.count, limit: way.limit)
    }
    switch way {
    case .terminal where !workspace.terminal.hasClipboard:
      workspace.stack.message = StoreWording.noClipboard
    case .terminal:
      workspace.terminal.send(.setClipboard(base64: Base64.text(text)))
      workspace.stack.message = StoreWording.copied(name, by: way)
    case .program(let path, let arguments):
      let errand = Errand(workspace.terminal.waker) { errand in
        Self.give(text, to: path, arguments) { errand.isCancelled }
      }
      current = (errand, text, name, ways)
    }
  }

  /// Says what became of the text that a program was given; another way is tried if it did not take it.
  func takeResult() {
    guard let (errand, text, name, ways) = current, let isTaken = errand.take() else { return }
    current = nil
    if isTaken, let way = ways.first {
      workspace.stack.message = StoreWording.copied(name, by: way)
    } else {
      put(text, name, ways.dropFirst())
    }
  }

  /// Ends a program that is taking a text, because the loop ends.
  func cancel() { current?.errand.cancelAndWait() }

  /// Gives a program its input, and says whether it took it; one that takes too long is killed.
  ///
  /// What it starts to hold the text stays, also after this program has ended.
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
    // A program that reads nothing is not waited for.
    _ = fcntl(ends.writing, F_SETFL, O_NONBLOCK)
    let end = ContinuousClock.now + patience
    let isOver = { isCancelled() || ContinuousClock.now >= end }
    let isWritten = (try? DescriptorBytes.writeAll(text, to: ends.writing, isCancelled: isOver)) != nil
    close(ends.writing)
    return process.wait(until: isOver) == 0 && isWritten
  }
}
