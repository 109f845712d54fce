import Platform
import Records
import Screens

final class Clipboard {
  private unowned let workspace: Workspace
  private let givenWays: [ClipboardWay]?
  private lazy var ways = givenWays ?? ClipboardWay.all()
  private let thread: ThreadErrand

  private static let patience = Duration.seconds(2)

  init(_ workspace: Workspace, ways: [ClipboardWay]?) {
    (self.workspace, givenWays) = (workspace, ways)
    thread = ThreadErrand(.clipboard, workspace)
  }

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
      thread.start(nil, asksBeforeLeaving: false) { thread in
        Self.give(text, to: path, arguments) { thread.isCancelled }
      } end: { [unowned self] isTaken in
        if isTaken {
          workspace.stack.message = BrowserWording.copied(name, by: way)
        } else {
          put(text, name, ways.dropFirst())
        }
        return nil
      }
    }
  }

  /// Returns whether the program took its input; kills a program that takes too long, but not its children.
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
    // Writing to a program that does not read must not block.
    _ = fcntl(ends.writing, F_SETFL, O_NONBLOCK)
    let end = ContinuousClock.now + patience
    let isOver = { isCancelled() || ContinuousClock.now >= end }
    let isWritten = (try? DescriptorBytes.writeAll(text, to: ends.writing, isCancelled: isOver)) != nil
    close(ends.writing)
    return process.wait(until: isOver) == 0 && isWritten
  }
}

enum ClipboardWay: Hashable {
  case program(path: String, arguments: [String])
  /// An escape sequence, so the terminal may be on another computer.
  case terminal

  /// In bytes; terminals and multiplexers accept sequences of 100,000 bytes, including the text in base64.
  var limit: Int {
    switch self {
    case .program: 16 << 20
    case .terminal: 74_994
    }
  }

  /// Best first: a multiplexer knows its terminals; a system program takes texts of any length, but only on this computer.
  static func all(
    variable: (String) -> String? = Environment.value,
    program: (String) -> String? = { Environment.program($0) }
  ) -> [ClipboardWay] {
    func way(_ name: String, _ arguments: [String] = []) -> ClipboardWay? {
      program(name).map { .program(path: $0, arguments: arguments) }
    }
    func isSet(_ name: String) -> Bool { variable(name)?.isEmpty == false }
    let isRemote = isSet("SSH_CONNECTION") || isSet("SSH_TTY")
    var ways: [ClipboardWay?] = []
    #if canImport(Darwin)
      if !isRemote { ways.append(way("pbcopy")) }
    #endif
    if !isRemote, isSet("WAYLAND_DISPLAY") { ways.append(way("wl-copy")) }
    if !isRemote, isSet("DISPLAY") {
      ways.append(way("xclip", ["-selection", "clipboard"]) ?? way("xsel", ["--clipboard", "--input"]))
    }
    if isSet("TMUX") { ways.append(way("tmux", ["load-buffer", "-w", "-"])) }
    return ways.compactMap(\.self) + [.terminal]
  }
}

extension BrowserWording {
  static func copied(_ name: String, by way: ClipboardWay) -> Message {
    switch way {
    case .program(let path, _): Message("Copied \(name) with \(path.split(separator: "/").last ?? "").")
    case .terminal: Message("Copied \(name) through the terminal.")
    }
  }

  static let noClipboard = Message.problem(
    "Not copied: this terminal has no clipboard. Install wl-copy, xclip or xsel, or copy in tmux.")

  static func tooMuchToCopy(_ byteCount: Int, limit: Int) -> Message {
    .problem(
      "Not copied: it is \(Wording.bytes(byteCount)), and the clipboard takes \(Wording.bytes(limit)). :export writes a file."
    )
  }
}
