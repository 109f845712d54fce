import Foundation
import Synchronization
import TestSupport
import Testing

/// A terminal of its own for one test: tmux with one pane in which an interactive shell waits at the prompt `$ `.
///
///     let terminal = try await TmuxSession(columns: 80, rows: 24)
///     try terminal.start("\(Program.path) books.sqlite")
///     try await terminal.waitUntil("the list is there") { $0.contains("War and Peace") }
///     try terminal.press("Down", "Enter")
///     try await terminal.waitUntil("the detail is there") { $0.contains("Leo Tolstoy") }
///     try terminal.press("q")
///     #expect(try await terminal.exitStatus() == 0)
///
/// Nothing of the person's is used: HOME and the XDG folders lie in `home`, a temporary folder that is also the shell's
/// working folder and goes away with the session. Nothing ever sleeps for a fixed time: whatever a test waits for, it
/// waits for with `waitUntil`.
final class TmuxSession {
  /// The folder that is HOME and where the shell starts; relative paths in `start` begin here.
  var home: URL { folder.url }

  private let folder: TemporaryFolder
  private let socket: String
  private let environment: [String: String]

  /// How many commands' statuses were asked for; the answers before the last may be on the screen still.
  private var statusCount = 0

  private static let count = Atomic(0)

  /// Opens a terminal and waits for the shell's prompt.
  ///
  /// - Parameters:
  ///   - columns: The width in cells.
  ///   - rows: The height in cells.
  ///   - environment: What is set beside, or instead of, what the harness sets, such as `LANG` or `TERM`.
  init(columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]) async throws {
    let number = Self.count.add(1, ordering: .relaxed).newValue
    let name = "booklist-test-\(ProcessInfo.processInfo.processIdentifier)-\(number)"
    socket = name
    // Not the system's folder for temporary files: a socket's path may have only about a hundred bytes.
    folder = try TemporaryFolder(at: URL(filePath: "/tmp/\(name)", directoryHint: .isDirectory))
    // Of all variables PATH is the one that tmux takes from whoever makes the session, not from what is set for it.
    self.environment = Self.environment(home: folder.url.path(percentEncoded: false)).merging(
      environment.filter { $0.key == "PATH" }
    ) { $1 }
    let settings = """
      set -g status off
      set -g default-terminal screen-256color
      set -s escape-time 0
      """
    try settings.write(to: home.appending(path: "tmux.conf"), atomically: true, encoding: .utf8)
    let variables = environment.flatMap { ["-e", "\($0.key)=\($0.value)"] }
    // tmux itself decides about TERM in a pane, so what the test wants is set by `env`.
    let shell = ["env"] + environment.filter { $0.key == "TERM" }.map { "TERM=\($0.value)" } + ["sh", "-i"]
    try tmux(
      ["new-session", "-d", "-c", home.path(percentEncoded: false), "-x", "\(columns)", "-y", "\(rows)"]
        + variables + shell)
    try await waitUntil("the shell is ready") { $0.contains("$") }
  }

  deinit { _ = try? tmux(["kill-server"]) }

  private static func environment(home: String) -> [String: String] {
    [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin",
      "HOME": home, "PWD": home, "TMUX_TMPDIR": home, "TMPDIR": "/tmp",
      "XDG_DATA_HOME": home + "data", "XDG_STATE_HOME": home + "state", "XDG_CONFIG_HOME": home + "config",
      "XDG_CACHE_HOME": home + "cache",
      "LANG": "C.UTF-8", "SHELL": "/bin/sh", "PS1": "$ ", "SWIFT_BACKTRACE": "enable=no",
      // Tests read the figures beside messages of any length.
      "BOOKLIST_METER": "long",
    ]
  }

  @discardableResult private func tmux(_ arguments: [String], input: Data = Data()) throws -> String {
    let conf = home.appending(path: "tmux.conf").path(percentEncoded: false)
    return try Command.run(
      ["tmux", "-u", "-L", socket, "-f", conf] + arguments, input: input, environment: environment)
  }

  // MARK: Running

  /// Types a line at the shell's prompt and presses Enter.
  func run(_ line: String) throws {
    try type(line)
    try press("Enter")
  }

  /// Starts a command in the foreground, so that `processIdentifier()` is its own.
  func start(_ command: String) throws {
    let script = "echo $$ >\"$HOME/.pid\"\nexec \(command)\n"
    try? FileManager.default.removeItem(at: pidFile)
    try script.write(to: home.appending(path: ".run"), atomically: true, encoding: .utf8)
    try run("sh \"$HOME/.run\"")
  }

  private var pidFile: URL { home.appending(path: ".pid") }

  /// The process of the command that was started last.
  func processIdentifier() async throws -> Int32 {
    var number: Int32?
    try await waitUntil("the command has begun") { _ in
      let text = try? String(contentsOf: pidFile, encoding: .utf8)
      number = text.flatMap { Int32($0.trimmingCharacters(in: .newlines)) }
      return number != nil
    }
    return try #require(number)
  }

  /// Waits until the shell is back at its prompt and asks it how the last command ended.
  ///
  /// - Returns: The status; 128 and the signal's number where a signal ended or stopped the command.
  func exitStatus() async throws -> Int32 {
    try await waitForShell()
    statusCount += 1
    let name = "status \(statusCount)="
    try run("status=$?; clear; echo \"\(name)$status.\"")
    var status: Int32?
    try await waitUntil("the shell tells the status") { screen in
      status = screen.split(separator: "\n").compactMap { Self.status($0, name) }.last
      return status != nil
    }
    return try #require(status)
  }

  private static func status(_ line: Substring, _ name: String) -> Int32? {
    let line = line.drop { $0 == " " }
    guard line.hasPrefix(name), line.hasSuffix(".") else { return nil }
    return Int32(line.dropFirst(name.utf8.count).dropLast())
  }

  /// Waits until the program has left the full screen and the shell shows its prompt.
  func waitForShell() async throws {
    // Where a program left raw modes behind, the prompt does not begin at the left edge.
    try await waitUntil("the shell is back") { screen in
      try !isFullScreen() && screen.split(separator: "\n").last?.drop { $0 == " " } == "$"
    }
  }

  // MARK: Keys

  /// Presses keys by tmux's names: `Up`, `Enter`, `Escape`, `C-s`, `M-b`, `BSpace`, `DC`, `PPage`, or a character.
  ///
  /// After `Escape` wait for what it does before the next key: together they are Alt with that key.
  func press(_ keys: String...) throws { try tmux(["send-keys", "--"] + keys) }

  /// Types text, each character as its key.
  func type(_ text: String) throws { try tmux(["send-keys", "-l", "--", text]) }

  func paste(_ text: String) throws {
    try tmux(["load-buffer", "-"], input: Data(text.utf8))
    try tmux(["paste-buffer", "-p", "-d"])
  }

  func resize(columns: Int, rows: Int) throws {
    try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  // MARK: What can be seen

  /// The rows of the screen, without the blanks at their ends, parted by newlines.
  ///
  /// - Parameter styled: Whether the escape sequences for colours and attributes are in it.
  func screen(styled: Bool = false) throws -> String {
    try tmux(["capture-pane", "-p"] + (styled ? ["-e"] : []))
      .split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast()
      .map { row in row.lastIndex { $0 != " " }.map { row[...$0] } ?? "" }
      .joined(separator: "\n")
  }

  func isCursorVisible() throws -> Bool { try ask("cursor_flag") == "1" }

  /// Whether a program has taken the full screen, that is, the alternate one.
  func isFullScreen() throws -> Bool { try ask("alternate_on") == "1" }

  /// The modes of the terminal, as `stty -a` prints them; the size is in it.
  func modes() throws -> String { try Command.run(["sh", "-c", "stty -a <\(try ask("pane_tty"))"]) }

  private func ask(_ variable: String) throws -> String {
    try tmux(["display-message", "-p", "#{\(variable)}"]).trimmingCharacters(in: .newlines)
  }

  // MARK: Waiting

  /// Looks at the screen again and again until the condition holds.
  ///
  /// - Parameters:
  ///   - what: What is waited for, as the end of the sentence "Waited in vain until ...".
  ///   - limit: After which time the test fails, with the last screen in the message.
  ///   - condition: Gets the screen's text.
  func waitUntil(
    _ what: String, limit: Duration = patience, at location: SourceLocation = #_sourceLocation,
    _ condition: (String) throws -> Bool
  ) async throws {
    let end = ContinuousClock.now + limit
    // Each poll starts a process. If many tests poll without a pause, that takes the time that the programs need.
    var pause = Duration.milliseconds(5)
    while true {
      let screen = try screen()
      if try condition(screen) { return }
      if ContinuousClock.now >= end { throw WaitedInVain(what: what, screen: screen, location: location) }
      try await Task.sleep(for: pause)
      pause = min(pause * 1.5, .milliseconds(100))
    }
  }

  /// A condition that did not come true in time.
  struct WaitedInVain: Error, CustomStringConvertible {
    let what: String
    let screen: String
    let location: SourceLocation

    var description: String { "Waited in vain until \(what) (\(location)). The screen:\n\(screen)" }
  }
}
