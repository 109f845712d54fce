import Platform

/// Runs git without hooks, prompts or background work.
///
/// Only commands that talk to a place read the person's own configuration: addresses, credentials, proxies and ssh.
struct GitProgram {
  private let path: String
  let version: [Int]
  private let isUnwanted: @Sendable () -> Bool

  private static let oldest = [2, 30]
  private static let limit = Duration.seconds(3_600)
  /// The largest file in bytes that git may write.
  static let mostBytes = 2 << 30

  init(isUnwanted: @escaping @Sendable () -> Bool) throws(SyncError) {
    guard let path = Environment.program("git") else { throw .noGit }
    let program = GitProgram(path, [], isUnwanted)
    let outcome = try program.outcome(of: try program.start(["--version"]), upTo: 1_000)
    // On a Mac without developer tools, git only says that they are missing.
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

  /// Runs git in a repository, and returns its output.
  ///
  /// - Parameters:
  ///   - place: The place that git talks to, reading the person's configuration; nil for none.
  ///   - ssh: The ssh command; nil for the person's.
  ///   - input: The descriptor for standard input, instead of bytes.
  ///   - output: The descriptor for standard output.
  func run(
    _ arguments: [String], in repository: String, at place: String? = nil, ssh: String? = nil,
    feeding bytes: [UInt8] = [], input: Int32? = nil, output: Int32? = nil
  ) throws(SyncError) -> [UInt8] {
    // With an explicit folder, git does not check its owner.
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
      // A write beyond the limit fails; git then reports it and cleans up.
      return try PipedProgram(
        "/bin/sh",
        ["-c", "trap '' XFSZ; ulimit -f \(Self.mostBytes / 512); exec \"$0\" \"$@\"", path] + arguments,
        variables: variables, input: input, output: output, limit: Self.limit, isCancelled: isUnwanted)
    } catch { throw .file(path: path, error) }
  }

  func outcome(
    of program: PipedProgram, feeding bytes: [UInt8] = [], upTo maximum: Int = mostOutput
  ) throws(SyncError) -> (status: Int32, output: [UInt8]) {
    let outcome: PipedProgram.Outcome
    do throws(SystemError) {
      outcome = try program.exchange(bytes, upTo: maximum)
    } catch { throw failure(error) }
    if outcome.isTooLong { throw .tooLarge(name: "An answer of git") }
    return (outcome.status, outcome.output)
  }

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

  private static let personal = [
    "GIT_SSH", "GIT_SSL_", "GIT_HTTP_", "GIT_PROXY_", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM",
    "GIT_CONFIG_NOSYSTEM",
  ]

  private static let always = [
    // Failures are recognized by their English messages.
    "LC_ALL": "C", "LANGUAGE": "",
    "GIT_TERMINAL_PROMPT": "0", "GIT_ASKPASS": "", "SSH_ASKPASS_REQUIRE": "never", "GCM_INTERACTIVE": "never",
    "GIT_NO_REPLACE_OBJECTS": "1", "GIT_NO_LAZY_FETCH": "1", "GIT_ATTR_NOSYSTEM": "1",
    // git's largest allocation: a foreign pack can claim any number of objects.
    "GIT_ALLOC_LIMIT": "256m",
  ]

  /// Makes git hold whole objects in memory, so that it refuses those above its memory limit.
  static let holdingAll = ["-c", "core.bigFileThreshold=100g"]

  /// Before 2.32, git finds the person's configuration only through HOME.
  private static let alone = [
    "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "HOME": "/dev/null",
    "XDG_CONFIG_HOME": "/dev/null",
  ]
}
