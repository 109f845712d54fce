import CTorture
import Foundation
import TestSupport
import Testing

/// A pseudo terminal of its own with the program on it, for what tmux does not do: be of any size, stop reading, go away.
final class RawTerminal {
  let process: pid_t
  /// What the program has sent since it was forgotten last.
  private(set) var output: [UInt8] = []
  private(set) var wholeOutput: [UInt8] = []
  private var descriptor: Int32
  private var status: Int32?

  /// Starts the program in a folder that is its HOME, too, by a script of the shell.
  init(
    _ arguments: [String] = [], in folder: TemporaryFolder, columns: Int = 80, rows: Int = 24,
    environment: [String] = [], by script: String = "exec \"$0\" \"$@\""
  ) throws {
    var words = ["/bin/sh", "-c", "cd; " + script, Program.path] + arguments
    words += ["--pressure", "off"]
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    let variables = [
      "PATH=\(path)", "HOME=\(folder.path)", "TERM=xterm-256color", "LANG=C.UTF-8",
      "SWIFT_BACKTRACE=enable=no",
    ]
    let others = variables.filter { variable in
      !environment.contains { $0.prefix { $0 != "=" } == variable.prefix { $0 != "=" } }
    }
    let (argv, envp) = (words.map { strdup($0) } + [nil], (environment + others).map { strdup($0) } + [nil])
    defer { (argv + envp).forEach { free($0) } }
    var descriptor: Int32 = -1
    process = argv.withUnsafeBufferPointer { argv in
      envp.withUnsafeBufferPointer { envp in
        spawn_on_terminal(
          words[0], argv.baseAddress, envp.baseAddress, Int32(columns), Int32(rows), &descriptor)
      }
    }
    self.descriptor = descriptor
    try #require(process > 0)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  deinit {
    if status == nil {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    goAway()
  }

  /// Has the terminal be of a size, which the program is told.
  func resize(columns: Int, rows: Int) { _ = resize_terminal(descriptor, Int32(columns), Int32(rows)) }

  /// Types a text, as far as it is taken.
  func type(_ text: String) { type(Array(text.utf8)) }

  func type(_ bytes: [UInt8]) { _ = write(descriptor, bytes, bytes.count) }

  /// Whether the terminal hands on every byte as it is typed.
  var isRaw: Bool {
    modes.map { $0.local & tcflag_t(ICANON) == 0 && $0.input & tcflag_t(ICRNL) == 0 } ?? false
  }

  /// Whether the terminal edits lines, and neither echoes nor makes signals of keys, as the program found it.
  var isAsFound: Bool {
    let local = tcflag_t(ICANON | IEXTEN | ECHO | ISIG)
    return modes.map {
      $0.local & local == tcflag_t(ICANON | IEXTEN) && $0.input & tcflag_t(ICRNL) != 0
        && $0.output & tcflag_t(OPOST) != 0
    } ?? false
  }

  private var modes: (input: tcflag_t, output: tcflag_t, local: tcflag_t)? {
    var modes = termios()
    return tcgetattr(descriptor, &modes) == 0 ? (modes.c_iflag, modes.c_oflag, modes.c_lflag) : nil
  }

  /// The most memory that the program has had so far, in bytes (proc_pid_status(5), VmHWM).
  func largestMemory() throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(Int(line.filter(\.isNumber))) * 1024
  }

  /// Opens the program's end, and keeps what is sent to the program when it has ended.
  func openProgramEnd() throws -> FileHandle {
    let end = open_program_end(descriptor)
    try #require(end >= 0)
    return FileHandle(fileDescriptor: end, closeOnDealloc: true)
  }

  /// What was sent to the program and not read by it: what a shell would read.
  static func unread(at end: FileHandle) -> String {
    _ = make_raw(end.fileDescriptor)
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Foundation.read(end.fileDescriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  /// Waits until the program has read everything that was sent to it.
  func waitUntilRead(at end: FileHandle) async throws {
    try await waitUntil("everything is read") {
      var count: Int32 = 0
      return ioctl(end.fileDescriptor, UInt(FIONREAD), &count) == 0 && count == 0
    }
  }

  func goAway() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  /// Reads until the program has sent a text since the last time.
  ///
  /// - Returns: The number of bytes that it has sent since the last time.
  @discardableResult func waitFor(
    _ text: String, limit: Duration = patience, at location: SourceLocation = #_sourceLocation
  ) async throws -> Int {
    try await waitUntil("\(text) is sent", limit: limit, at: location) {
      read()
      return String(decoding: output, as: UTF8.self).contains(text)
    }
    defer { output = [] }
    return output.count
  }

  /// Waits, without reading, until the program can send nothing more.
  func waitUntilBlocked() async throws {
    try await waitUntil("the program is blocked") { is_terminal_full(descriptor) == 1 }
  }

  /// Waits for the program's end: its status, or 128 and the number of the signal that ended it.
  func exitStatus(isReading: Bool = true, limit: Duration = patience) async throws -> Int32 {
    var code: Int32 = 0
    try await waitUntil("the program has ended", limit: limit) {
      if isReading { read() }
      return waitpid(process, &code, WNOHANG) == process
    }
    status = code
    read()
    return ProcessStatus.code(of: code)
  }

  /// Takes what was sent.
  private func read() {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while descriptor >= 0 {
      let count = Foundation.read(descriptor, &bytes, bytes.count)
      guard count > 0 else { return }
      output += bytes.prefix(count)
      wholeOutput += bytes.prefix(count)
    }
  }

  /// Waits until something is so.
  func waitUntil(
    _ what: String, limit: Duration = patience, at location: SourceLocation = #_sourceLocation,
    _ condition: () throws -> Bool
  ) async throws {
    let end = ContinuousClock.now + limit
    while try !condition() {
      if ContinuousClock.now >= end {
        let sent = String(decoding: output.suffix(2_000), as: UTF8.self)
        throw TmuxSession.WaitedInVain(what: what, screen: sent.debugDescription, location: location)
      }
      try await Task.sleep(for: .milliseconds(5))
    }
  }
}

extension RawTerminal {
  /// The sample in a folder.
  static func books(in folder: TemporaryFolder) -> URL { folder.url.appending(path: "books.sqlite") }

  /// Makes the sample in a folder, also in the place of an earlier one.
  @discardableResult static func makeBooks(in folder: TemporaryFolder) throws -> URL {
    try? FileManager.default.removeItem(at: books(in: folder))
    try SQLiteShell.run(Repository.text("Fixtures/books.sql"), on: books(in: folder))
    return books(in: folder)
  }

  /// The same, and starts the program on it; returns when the list is there.
  static func openBooks(
    in folder: TemporaryFolder, _ arguments: [String] = [], columns: Int = 80, rows: Int = 24,
    environment: [String] = [], by script: String = "exec \"$0\" \"$@\""
  ) async throws -> RawTerminal {
    try makeBooks(in: folder)
    let terminal = try RawTerminal(
      ["books.sqlite", "--write-after", "3600"] + arguments, in: folder, columns: columns, rows: rows,
      environment: environment, by: script)
    try await terminal.waitFor("Comedy")
    return terminal
  }

  func editAuthor() async throws {
    type("\u{1B}[F\r")
    try await waitFor("Dante Alighieri")
    type("e")
    try await waitFor("Done")
    type("\u{1B}[F\r")
    try await waitFor("add another")
  }

  func changeAuthor() async throws {
    try await editAuthor()
    type("\u{15}Durante\r")
    try await waitFor("Author changed, not yet written.")
  }

  /// Leaves the list.
  func quit() async throws {
    type("q")
    #expect(try await exitStatus() == 0)
  }

  var sent: String { String(decoding: wholeOutput, as: UTF8.self) }
}
