import Synchronization

/// A command's surroundings: its input and outputs, environment variables, clock, and whether it should stop.
///
/// The program has one for the whole process. A test gives a command another one, so that commands can run side by side in
/// one process. A thread that the command starts sees the process's, so a command reads what the thread needs beforehand.
public struct CommandWorld: Sendable {
  /// The world of the command that runs; that of the process where none was given.
  @TaskLocal public static var current = CommandWorld()

  /// The descriptor that is read as standard input.
  public let input: Int32
  /// Where results go.
  public let output: CommandOutput
  /// Where messages go.
  public let errors: CommandOutput
  /// Whether the work is no longer wanted, as any thread may ask.
  public let isStopped: @Sendable () -> Bool
  /// Whether this is the process's own world, whose signals a command may handle.
  let isProcess: Bool
  /// The variables of the environment; nil for those of the process.
  let variables: [String: String]?
  /// Seconds since 1970; nil for the system's clock.
  let time: (@Sendable () -> Double)?

  /// The world of the process.
  private init() {
    (input, output, errors) = (STDIN_FILENO, CommandOutput(STDOUT_FILENO), CommandOutput(STDERR_FILENO))
    isStopped = { Interruption.hasSignal }
    (isProcess, variables, time) = (true, nil, nil)
  }

  /// A world for a command inside another program.
  ///
  /// - Parameters:
  ///   - input, output, errors: Open descriptors, which stay open.
  ///   - variables: The whole environment.
  ///   - time: Seconds since 1970; nil for the system's clock.
  ///   - isStopped: Whether the command is to end, as if a signal had asked for that.
  public init(
    input: Int32, output: Int32, errors: Int32, variables: [String: String],
    time: (@Sendable () -> Double)? = nil, isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    (self.input, self.output, self.errors) = (input, CommandOutput(output), CommandOutput(errors))
    (self.variables, self.time, self.isStopped, isProcess) = (variables, time, isStopped, false)
  }
}

/// A descriptor that a command writes to; it remembers the first failure.
public final class CommandOutput: Sendable {
  /// The descriptor.
  public let descriptor: Int32
  private let firstFailure = Atomic<Int32>(0)

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Writes all of a text at once; a failure shows in `failure`.
  public func write(_ text: String) {
    do throws(SystemError) { try DescriptorBytes.writeAll(text.utf8, to: descriptor) } catch {
      _ = firstFailure.compareExchange(expected: 0, desired: error.number, ordering: .relaxed)
    }
  }

  /// Why something could not be written; nil if everything was.
  public var failure: SystemError? {
    let number = firstFailure.load(ordering: .relaxed)
    return number == 0 ? nil : SystemError(number)
  }

  /// Whether a person reads it.
  public var isTerminal: Bool { isatty(descriptor) == 1 }
}
