import Foundation

/// A program that runs beside the tests, and what came of it.
package struct Command {
  /// What went wrong with it.
  package enum Failure: Error {
    /// It ended with a status other than 0; `output` has standard output and standard error.
    case failed(command: String, status: Int32, output: String)
    /// It is not there or may not be run; `errno` says why.
    case cannotStart(command: String, errno: Int32)
  }

  /// What a program put out, and what it ended with.
  package struct Outcome {
    package let status: Int32
    package let output: Data
    package let errors: String

    package init(status: Int32, output: Data, errors: String) {
      (self.status, self.output, self.errors) = (status, output, errors)
    }

    /// Standard output as a text.
    package var text: String { String(decoding: output, as: UTF8.self) }

    /// Standard output of a command that must have succeeded, as a text.
    ///
    /// - Throws: `Failure` if the status is not 0.
    package func successfulText(of arguments: [String]) throws -> String {
      guard status == 0 else {
        throw Failure.failed(
          command: arguments.joined(separator: " "), status: status, output: text + errors)
      }
      return text
    }
  }

  /// Runs a program that is looked up in PATH and returns its standard output.
  ///
  /// - Parameters:
  ///   - arguments: The program's name and its arguments.
  ///   - input: What it reads on standard input.
  ///   - environment: Its whole environment, or nil for that of the tests.
  /// - Throws: `Failure` if its status is not 0.
  @discardableResult package static func run(
    _ arguments: [String], input: Data = Data(), environment: [String: String]? = nil
  ) throws -> String {
    try outcome(of: arguments, input: input, environment: environment).successfulText(of: arguments)
  }

  /// Runs a program that is looked up in PATH to its end, whatever its status.
  package static func outcome(
    of arguments: [String], input: Data = Data(), environment: [String: String]? = nil
  ) throws -> Outcome {
    // Files, not pipes: a server that another test starts at the same time could inherit a pipe's end and keep it open.
    let folder = try TemporaryFolder()
    let names = ["input", "output", "errors"].map { folder.url.appending(path: $0) }
    try input.write(to: names[0])
    for name in names[1...] { try Data().write(to: name) }
    let status = ProcessStatus.wait(
      for: try spawn(arguments, files: names.map { $0.path(percentEncoded: false) }, environment))
    let errors = String(decoding: try Data(contentsOf: names[2]), as: UTF8.self)
    return Outcome(status: status, output: try Data(contentsOf: names[1]), errors: errors)
  }

  /// Whether a program of this name is in PATH.
  package static func isInstalled(_ name: String) -> Bool {
    (try? run(["/bin/sh", "-c", "command -v \"$0\"", name])) != nil
  }

  /// Starts a program with files as its standard input, output and error.
  ///
  /// Not Foundation's `Process`: on Linux that takes a program to run for as long as anybody has a socket of its open,
  /// and tmux's server inherits the socket.
  private static func spawn(_ arguments: [String], files: [String], _ environment: [String: String]?) throws
    -> pid_t
  {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The threads of the tests block signals, and a shell may have begun the tests with some of them ignored.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGPIPE] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (descriptor, file) in files.enumerated() {
      posix_spawn_file_actions_addopen(
        &actions, Int32(descriptor), file, descriptor == 0 ? O_RDONLY : O_WRONLY, 0)
    }
    let variables = environment ?? ProcessInfo.processInfo.environment
    var process = pid_t()
    let name = arguments[0]
    let error = withCStrings(arguments) { arguments in
      withCStrings(variables.map { "\($0.key)=\($0.value)" }) { variables in
        posix_spawnp(&process, name, &actions, &attributes, arguments, variables)
      }
    }
    guard error == 0 else {
      throw Failure.cannotStart(command: arguments.joined(separator: " "), errno: error)
    }
    return process
  }

  private static func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return body(copies + [nil])
  }
}

/// How another process ended, by the numbers that shells have for it.
package enum ProcessStatus {
  /// The exit status, or 128 and the number of the signal that ended the process.
  ///
  /// - Parameter status: What `waitpid` has given (POSIX, sys/wait.h; the bits are those of Linux and of macOS).
  package static func code(of status: Int32) -> Int32 {
    status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
  }

  /// Waits for the end of a child; the code of its status.
  package static func wait(for process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return code(of: status)
  }
}
