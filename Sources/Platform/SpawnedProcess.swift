/// Another program that this one has started, in a session of its own, so that it has no terminal.
public struct SpawnedProcess: Sendable {
  /// The number of the process and of its group.
  public let id: pid_t

  /// Starts the program at a path, which gets no input and whose output nobody gets.
  public init(_ path: String, _ arguments: [String]) throws(SystemError) {
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard null >= 0 else { throw SystemError(path: "/dev/null") }
    defer { close(null) }
    try self.init(path, arguments, input: null, output: null)
  }

  /// Starts the program at a path, with no signal blocked or ignored, whatever this one and its threads do.
  ///
  /// - Parameters:
  ///   - arguments: Those after the program's name, which is its path.
  ///   - input: The descriptor that becomes its standard input.
  ///   - output: The descriptor that becomes its standard output.
  ///   - errors: The descriptor that becomes its standard error; nil if nobody gets what it says there.
  ///   - keepsErrors: Whether its standard error is ours.
  public init(
    _ path: String, _ arguments: [String], input: Int32, output: Int32, errors: Int32? = nil,
    keepsErrors: Bool = false
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
    let error = Environment.withVariables { posix_spawn(&id, path, &actions, &attributes, words, $0) }
    guard error == 0 else { throw SystemError(error, path: path) }
    self.id = id
  }

  #if canImport(Darwin)
    private typealias Attributes = posix_spawnattr_t?
  #else
    private typealias Attributes = posix_spawnattr_t
  #endif

  /// POSIX_SPAWN_SETSID, which the headers of Linux have for GNU programs alone; a session has a group of its own.
  #if canImport(Darwin)
    private static let newSession: Int32 = 0x400
  #else
    private static let newSession: Int32 = 0x80
  #endif

  /// Has the program begin in a session of its own and the signals as they are by default.
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

  /// Asks the program and all that it has started to end, by SIGTERM.
  public func endGroup() { kill(-id, SIGTERM) }

  /// Ends the program, and all that it has started, by SIGKILL.
  public func killGroup() { kill(-id, SIGKILL) }

  /// Waits for the end of the program, which is killed if it takes longer.
  ///
  /// - Returns: The status as `waitpid` gives it; that of the signal if it was killed.
  public func wait(for patience: Duration) -> Int32 {
    let end = ContinuousClock.now + patience
    return wait { ContinuousClock.now >= end }
  }

  /// Waits for the end of the program, which is killed if something is so before.
  ///
  /// - Returns: As `wait(for:)`.
  public func wait(until isOver: () -> Bool) -> Int32 {
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

  /// Waits for the end of the program.
  ///
  /// - Returns: The status as `waitpid` gives it.
  public func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    return status
  }
}
