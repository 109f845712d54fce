import Synchronization

/// A command's surroundings: input and outputs, environment, clock, and stop request.
///
/// Tests give each command its own, to run commands side by side in one process. Threads started by a command see the
/// process's world, so a command reads what they need beforehand.
package struct CommandWorld: Sendable {
  /// By default the world of the process.
  @TaskLocal package static var current = CommandWorld()

  package let input: Int32
  package let output, errors: CommandOutput
  /// Callable on any thread.
  package let isStopped: @Sendable () -> Bool
  /// Whether this is the process's own world, where commands may handle signals.
  let isProcess: Bool
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

  package func write(_ text: String) {
    do throws(SystemError) { try DescriptorBytes.writeAll(text.utf8, to: descriptor) } catch {
      _ = firstFailure.compareExchange(expected: 0, desired: error.number, ordering: .relaxed)
    }
  }

  package var failure: SystemError? {
    let number = firstFailure.load(ordering: .relaxed)
    return number == 0 ? nil : SystemError(number)
  }

  package var isTerminal: Bool { isatty(descriptor) == 1 }
}
