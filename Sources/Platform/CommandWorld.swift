import Synchronization

/// A command's surroundings: its input and outputs, environment variables, clock, and stop request.
///
/// Tests give each command its own, so that commands can run side by side in one process. Threads that a command starts see the
/// process's world, so a command reads what they need beforehand.
package struct CommandWorld: Sendable {
  /// The world of the running command; by default that of the process.
  @TaskLocal package static var current = CommandWorld()

  package let input: Int32
  package let output, errors: CommandOutput
  /// Whether the command should stop; callable on any thread.
  package let isStopped: @Sendable () -> Bool
  /// Whether this is the process's own world, whose signals a command may handle.
  let isProcess: Bool
  /// The environment; nil for the process's.
  let variables: [String: String]?
  let time: (@Sendable () -> Double)?

  private init() {
    (input, output, errors) = (STDIN_FILENO, CommandOutput(STDOUT_FILENO), CommandOutput(STDERR_FILENO))
    isStopped = { Interruption.hasSignal }
    (isProcess, variables, time) = (true, nil, nil)
  }

  /// Creates a world for a command inside another program; the descriptors stay open.
  ///
  /// - Parameters:
  ///   - variables: The whole environment.
  ///   - time: Seconds since 1970; nil for the system's clock.
  package init(
    input: Int32, output: Int32, errors: Int32, variables: [String: String],
    time: (@Sendable () -> Double)? = nil, isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    (self.input, self.output, self.errors) = (input, CommandOutput(output), CommandOutput(errors))
    (self.variables, self.time, self.isStopped, isProcess) = (variables, time, isStopped, false)
  }
}

/// A descriptor that a command writes to; it remembers the first failure.
package final class CommandOutput: Sendable {
  package let descriptor: Int32
  private let firstFailure = Atomic<Int32>(0)

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Writes all of a text at once; `failure` keeps the error, if any.
  package func write(_ text: String) {
    do throws(SystemError) { try DescriptorBytes.writeAll(text.utf8, to: descriptor) } catch {
      _ = firstFailure.compareExchange(expected: 0, desired: error.number, ordering: .relaxed)
    }
  }

  /// The first write error; nil if everything was written.
  package var failure: SystemError? {
    let number = firstFailure.load(ordering: .relaxed)
    return number == 0 ? nil : SystemError(number)
  }

  package var isTerminal: Bool { isatty(descriptor) == 1 }
}
