import Foundation

/// A program that runs beside the tests, and what came of it.
struct Command {
  /// What went wrong with it.
  enum Failure: Error {
    /// It ended with a status other than 0; `output` has standard output and standard error.
    case failed(command: String, status: Int32, output: String)
  }

  /// Runs a program that is looked up in PATH and returns its standard output.
  ///
  /// - Parameters:
  ///   - arguments: The program's name and its arguments.
  ///   - input: What it reads on standard input.
  ///   - environment: Its whole environment, or nil for that of the tests.
  /// - Throws: `Failure` where its status is not 0.
  @discardableResult
  static func run(_ arguments: [String], input: Data = Data(), environment: [String: String]? = nil) throws
    -> String
  {
    let folder = URL(filePath: "/tmp/booklist-command-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try input.write(to: folder.appending(path: "input"))
    let status = try spawn(
      ["sh", "-c", #"exec "$@" <"$0/input" >"$0/output" 2>"$0/errors""#, folder.path(percentEncoded: false)]
        + arguments,
      environment: environment ?? ProcessInfo.processInfo.environment)
    let output = try Data(contentsOf: folder.appending(path: "output"))
    guard status == 0 else {
      let errors = try Data(contentsOf: folder.appending(path: "errors"))
      throw Failure.failed(
        command: arguments.joined(separator: " "), status: status,
        output: String(decoding: output + errors, as: UTF8.self))
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Runs the system's shell and waits for this one process alone.
  ///
  /// Foundation's `Process` and pipes wait for descriptors to close, which a tmux server inherits and keeps open.
  private static func spawn(_ arguments: [String], environment: [String: String]) throws -> Int32 {
    var words = arguments.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in words + variables { free(pointer) } }
    var process: pid_t = 0
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The tests' threads block signals, which would be inherited down to the program in the pane.
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let error = posix_spawn(&process, "/bin/sh", nil, &attributes, &words, &variables)
    guard error == 0 else { throw Failure.failed(command: arguments[0], status: error, output: "") }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { throw Failure.failed(command: arguments[0], status: errno, output: "") }
    }
    // The low bits are the signal that ended it, the next eight its status.
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }
}

/// SQLite's own shell, as the second program that looks at a database.
enum SQLiteShell {
  /// Runs statements on a database and returns the rows, columns parted by `|`, without the last newline.
  ///
  /// - Throws: `Command.Failure` with SQLite's words.
  @discardableResult
  static func run(_ sql: String, on file: URL) throws -> String {
    let rows = try Command.run(
      ["sqlite3", "-batch", "-bail", file.path(percentEncoded: false)], input: Data(sql.utf8))
    return rows.hasSuffix("\n") ? String(rows.dropLast()) : rows
  }
}

/// The program under test.
enum Program {
  private final class Anchor {}

  /// The built command, which lies where the tests' own bundle does.
  static let path: String = {
    let places = [Bundle.main.bundleURL, Bundle(for: Anchor.self).bundleURL.deletingLastPathComponent()]
    let paths = places.map { $0.appending(path: "booklist").path(percentEncoded: false) }
    return paths.first { FileManager.default.isExecutableFile(atPath: $0) } ?? "booklist"
  }()
}
