import Platform

/// git as a program: it runs no hooks, asks nothing, and leaves nothing running in the background.
///
/// Only what talks to a place reads the person's own configuration: addresses, credentials, proxies and ssh.
struct GitProgram {
  private let path: String
  let version: [Int]
  private let isUnwanted: @Sendable () -> Bool

  private static let oldest = [2, 30]
  /// The longest that one call may take.
  private static let limit = Duration.seconds(3_600)
  /// The largest file that git may write, in bytes.
  static let mostBytes = 2 << 30

  init(isUnwanted: @escaping @Sendable () -> Bool) throws(SyncError) {
    guard let path = Environment.program("git") else { throw .noGit }
    let program = GitProgram(path, [], isUnwanted)
    let outcome = try program.outcome(of: try program.start(["--version"]), upTo: 1_000)
    // Without its developer tools, a Mac has a git that only says that they are missing.
    let words = String(decoding: outcome.output, as: UTF8.self).split { $0 == " " || $0 == "\n" }
    guard outcome.status == 0, words.count > 2 else { throw .noGit }
    let version = words[2].split(separator: ".").prefix(2).map { Int($0) ?? 0 }
    if version.lexicographicallyPrecedes(Self.oldest) { throw .oldGit(version: String(words[2])) }
    self = GitProgram(path, version, isUnwanted)
  }

  private init(_ path: String, _ version: [Int], _ isUnwanted: @escaping @Sendable () -> Bool) {
    (self.path, self.version, self.isUnwanted) = (path, version, isUnwanted)
  }

  func isAtLeast(_ major: Int, _ minor: Int) -> Bool {
    !version.lexicographicallyPrecedes([major, minor])
  }

  // MARK: Running

  /// Runs git in a repository to its end, and returns what it puts out.
  ///
  /// - Parameters:
  ///   - place: The place that it talks to; then it reads the person's configuration.
  ///   - ssh: The command for ssh, if it is not the person's.
  ///   - bytes: What it reads on standard input.
  ///   - input: The descriptor that becomes standard input instead.
  ///   - output: The descriptor that becomes standard output.
  func run(
    _ arguments: [String], in repository: String, at place: String? = nil, ssh: String? = nil,
    feeding bytes: [UInt8] = [], input: Int32? = nil, output: Int32? = nil
  ) throws(SyncError) -> [UInt8] {
    // With its folder named, git does not ask whose it is.
    let program = try start(
      ["--git-dir=\(repository)"] + arguments, isPersonal: place != nil, ssh: ssh, input: input,
      output: output)
    let outcome = try outcome(of: program, feeding: bytes)
    guard outcome.status == 0 else {
      throw GitFailure.error(program.errors + outcome.output, place: place, repository: repository)
    }
    return outcome.output
  }

  private static let mostOutput = 1 << 26

  /// Starts git in a repository, to talk to it by turns.
  func start(_ arguments: [String], in repository: String) throws(SyncError) -> PipedProgram {
    try start(["--git-dir=\(repository)"] + arguments)
  }

  private func start(
    _ arguments: [String], isPersonal: Bool = false, ssh: String? = nil, input: Int32? = nil,
    output: Int32? = nil
  ) throws(SyncError) -> PipedProgram {
    var variables = variables(isPersonal)
    if let ssh { variables["GIT_SSH_COMMAND"] = ssh }
    do throws(SystemError) {
      // A write beyond the limit fails, and git says so and removes what it has begun.
      return try PipedProgram(
        "/bin/sh",
        ["-c", "trap '' XFSZ; ulimit -f \(Self.mostBytes / 512); exec \"$0\" \"$@\"", path] + arguments,
        variables: variables, input: input, output: output, limit: Self.limit, isCancelled: isUnwanted)
    } catch { throw .file(path: path, error) }
  }

  /// Writes a program's input, and collects its output until it ends.
  func outcome(
    of program: PipedProgram, feeding bytes: [UInt8] = [], upTo maximum: Int = mostOutput
  ) throws(SyncError) -> (status: Int32, output: [UInt8]) {
    var output: [UInt8] = []
    do throws(SystemError) {
      // If git ends before it has read everything, its errors say why.
      do throws(SystemError) { try program.put(bytes) } catch { if error.number != EPIPE { throw error } }
      program.closeInput()
      while output.count <= maximum {
        let bytes = try program.get()
        if bytes.isEmpty { return (try program.finish(), output) }
        output += bytes
      }
    } catch { throw failure(error) }
    throw .tooLarge(name: "An answer of git")
  }

  /// The error that stands for a failed exchange with git.
  func failure(_ error: SystemError) -> SyncError {
    error.number == EINTR ? .cancelled : .file(path: path, error)
  }

  // MARK: The environment

  private func variables(_ isPersonal: Bool) -> [String: String] {
    let kept = isPersonal ? Self.personal : []
    var result = Environment.variables.filter { name, _ in
      !["GIT_", "SSH_ASKPASS"].contains(where: name.hasPrefix) || kept.contains(where: name.hasPrefix)
    }
    result.merge(isPersonal ? Self.always : Self.always.merging(Self.alone) { $1 }) { $1 }
    return result
  }

  /// Variables by which a person says how places are reached.
  private static let personal = [
    "GIT_SSH", "GIT_SSL_", "GIT_HTTP_", "GIT_PROXY_", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM",
    "GIT_CONFIG_NOSYSTEM",
  ]

  private static let always = [
    // Failures are recognised by their English words.
    "LC_ALL": "C", "LANGUAGE": "",
    "GIT_TERMINAL_PROMPT": "0", "GIT_ASKPASS": "", "SSH_ASKPASS_REQUIRE": "never", "GCM_INTERACTIVE": "never",
    "GIT_NO_REPLACE_OBJECTS": "1", "GIT_NO_LAZY_FETCH": "1", "GIT_ATTR_NOSYSTEM": "1",
    // The largest piece of memory that git may ask for: a stranger's pack can claim any number of objects.
    "GIT_ALLOC_LIMIT": "256m",
  ]

  /// The option by which git takes no object that is larger than its limit of memory.
  static let holdingAll = ["-c", "core.bigFileThreshold=100g"]

  /// Before 2.32, git knows only HOME to tell it where the person's configuration is.
  private static let alone = [
    "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "HOME": "/dev/null",
    "XDG_CONFIG_HOME": "/dev/null",
  ]
}
