/// A running program that reads a file and whose output is collected.
package struct ProgramRun {
  package struct Outcome: Sendable {
    package var status: Int32
    package var output: [UInt8] = []
    package var errors: [UInt8] = []
    package var isTooLong = false

    package var exitStatus: Int32? { status & 0x7F == 0 ? (status >> 8) & 0xFF : nil }
    package var signal: Int32 { status & 0x7F }
  }

  private let process: SpawnedProcess
  private let pipes: [PipeEnds]
  private let maximum: Int

  /// - Parameters:
  ///   - input: The path of the file for standard input.
  ///   - maximum: The most bytes of output before the program is killed.
  package init(_ path: String, _ arguments: [String], input: String, maximum: Int) throws(SystemError) {
    let file = open(input, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw SystemError(path: input) }
    defer { close(file) }
    let output = try PipeEnds()
    let errors: PipeEnds
    do throws(SystemError) { errors = try PipeEnds() } catch {
      output.shut()
      throw error
    }
    defer { for pipe in [output, errors] { close(pipe.writing) } }
    do throws(SystemError) {
      process = try SpawnedProcess(
        path, arguments, input: file, output: output.writing, errors: errors.writing)
    } catch {
      for pipe in [output, errors] { close(pipe.reading) }
      throw error
    }
    (pipes, self.maximum) = ([output, errors], maximum)
  }

  /// Sends SIGTERM to the program and its children.
  package func askToEnd() { process.endGroup() }

  /// Collects the output until the program ends; kills it and its children when cancelled.
  package func wait(isCancelled: () -> Bool) -> Outcome {
    var outcome = Outcome(status: 0)
    defer { for pipe in pipes { close(pipe.reading) } }
    while !isCancelled(), !outcome.isTooLong {
      var polls = pipes.map { pollfd(fd: $0.reading, events: Int16(POLLIN), revents: 0) }
      let count = poll(&polls, 2, 10)
      if count > 0, collect(polls, into: &outcome) { continue }
      if process.hasEnded { break }
      if count > 0 { usleep(1_000) }
    }
    process.killGroup()
    outcome.status = process.wait()
    return outcome
  }

  private func collect(_ polls: [pollfd], into outcome: inout Outcome) -> Bool {
    var (buffer, hasRead) = ([UInt8](repeating: 0, count: 1 << 16), false)
    for (place, entry) in polls.enumerated() where entry.revents != 0 {
      let count = read(entry.fd, &buffer, buffer.count)
      guard count > 0 else { continue }
      hasRead = true
      if place == 0 { outcome.output += buffer[..<count] } else { outcome.errors += buffer[..<count] }
    }
    outcome.errors = Array(outcome.errors.suffix(Self.mostErrors))
    outcome.isTooLong = outcome.output.count > maximum
    return hasRead
  }

  private static let mostErrors = 4_096
}
