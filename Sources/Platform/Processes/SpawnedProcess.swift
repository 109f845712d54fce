/// A child process in its own session, without a terminal.
package struct SpawnedProcess: Sendable {
  package let id: pid_t

  /// Starts the program without input or output.
  package init(_ path: String, _ arguments: [String]) throws(SystemError) {
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard null >= 0 else { throw SystemError(path: "/dev/null") }
    defer { close(null) }
    try self.init(path, arguments, input: null, output: null)
  }

  /// Starts the program with default signal handling and no blocked signals.
  ///
  /// - Parameters:
  ///   - arguments: Those after the program's name, which is its path.
  ///   - errors: The descriptor for standard error; nil to discard it.
  ///   - keepsErrors: Whether to share this process's standard error.
  ///   - variables: The whole environment; nil for the command's.
  package init(
    _ path: String, _ arguments: [String], input: Int32, output: Int32, errors: Int32? = nil,
    keepsErrors: Bool = false, variables: [String: String]? = nil
  ) throws(SystemError) {
    #if canImport(Darwin)
      var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?)
    #else
      var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
    #endif
    posix_spawnattr_init(&attributes)
    posix_spawn_file_actions_init(&actions)
    defer {
      posix_spawnattr_destroy(&attributes)
      posix_spawn_file_actions_destroy(&actions)
    }
    Self.prepare(&attributes)
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    if let errors {
      posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
    } else if !keepsErrors {
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    }
    let words = ([path] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var id = pid_t()
    let error = Environment.withVariables(variables) {
      posix_spawn(&id, path, &actions, &attributes, words, $0)
    }
    guard error == 0 else { throw SystemError(error, path: path) }
    self.id = id
  }

  #if canImport(Darwin)
    private typealias Attributes = posix_spawnattr_t?
  #else
    private typealias Attributes = posix_spawnattr_t
  #endif

  /// POSIX_SPAWN_SETSID, which Linux headers define only for GNU programs; a session has its own group.
  #if canImport(Darwin)
    private static let newSession: Int32 = 0x400
  #else
    private static let newSession: Int32 = 0x80
  #endif

  private static func prepare(_ attributes: inout Attributes) {
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGXFSZ, SIGUSR1] {
      sigaddset(&signals, signal)
    }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | newSession
    posix_spawnattr_setflags(&attributes, Int16(flags))
  }

  /// Whether the program has ended; its process ID stays taken until `wait`.
  var hasEnded: Bool {
    var info = siginfo_t()
    return waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT | WNOHANG) == 0 && info.si_signo != 0
  }

  /// Sends SIGTERM to the program and everything it started.
  package func endGroup() { kill(-id, SIGTERM) }

  /// Sends SIGKILL to the program and everything it started.
  package func killGroup() { kill(-id, SIGKILL) }

  /// Waits for the program to end, killing it once `isOver`; returns the status as `waitpid` gives it.
  package func wait(until isOver: () -> Bool) -> Int32 {
    var status: Int32 = 0
    while waitpid(id, &status, WNOHANG) == 0 {
      if isOver() {
        killGroup()
        return wait()
      }
      usleep(1_000)
    }
    return status
  }

  /// Returns the status as `waitpid` gives it.
  package func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    return status
  }
}

/// A pipe that child processes inherit only if they are given an end.
package struct PipeEnds: Sendable {
  package let reading, writing: Int32

  package init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemError() }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (ends[0], ends[1])
  }

  package func shut() {
    close(reading)
    close(writing)
  }
}
