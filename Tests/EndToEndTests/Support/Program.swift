import Foundation
import Platform
import TestSupport
import Testing

@testable import booklist

/// The program under test.
enum Program {
  private final class Anchor {}

  /// The built command, which lies where the tests' own bundle does, or the one that BOOKLIST_PROGRAM names.
  static let path: String = {
    if let named { return named }
    let places = [Bundle.main.bundleURL, Bundle(for: Anchor.self).bundleURL.deletingLastPathComponent()]
    let paths = places.map { $0.appending(path: "booklist").path(percentEncoded: false) }
    return paths.first { FileManager.default.isExecutableFile(atPath: $0) } ?? "booklist"
  }()

  /// The program that is tested in place of the built one.
  private static let named = ProcessInfo.processInfo.environment["BOOKLIST_PROGRAM"]

  /// Runs a command inside the tests, which takes a tenth of the time of a start; the program that BOOKLIST_PROGRAM names is
  /// started.
  ///
  /// Signals, pipes, relative paths and whatever belongs to a process need a start: `Command.outcome`.
  ///
  /// - Parameters:
  ///   - environment: The whole environment, or nil for that of the tests.
  ///   - output: A device for standard output, of which the outcome has nothing then.
  ///   - time: Seconds since 1970; a program that is started has the system's clock.
  ///   - isStopped: Whether it is asked to stop; a program that is started is not.
  static func outcome(
    of arguments: [String], input: Data = Data(), environment: [String: String]? = nil, output: String? = nil,
    time: (@Sendable () -> Double)? = nil, isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws -> Command.Outcome {
    if let named {
      let shell = output.map { ["sh", "-c", "exec \"$0\" \"$@\" >\($0)"] } ?? []
      return try Command.outcome(of: shell + [named] + arguments, input: input, environment: environment)
    }
    // A command that writes to a program that is gone would end the tests.
    signal(SIGPIPE, SIG_IGN)
    let files = try CommandFiles(input: input)
    let device = try output.map { try #require(FileHandle(forWritingAtPath: $0)) }
    let world = CommandWorld(
      input: files.input.fileDescriptor, output: (device ?? files.output).fileDescriptor,
      errors: files.errors.fileDescriptor, variables: environment ?? ProcessInfo.processInfo.environment,
      time: time, isStopped: isStopped)
    let status = CommandWorld.$current.withValue(world) { BookList.run(arguments) }
    return try files.outcome(status)
  }

  /// As `outcome(of:input:environment:)`, and returns standard output.
  ///
  /// - Throws: `Command.Failure` if the status is not 0.
  @discardableResult static func run(
    _ arguments: [String], input: Data = Data(), environment: [String: String]? = nil
  ) throws -> String {
    try outcome(of: arguments, input: input, environment: environment).successfulText(of: arguments)
  }
}

/// The files that a command inside the tests reads and writes.
private struct CommandFiles {
  let input, output, errors: FileHandle
  private let folder: TemporaryFolder

  init(input bytes: Data) throws {
    let temporary = try TemporaryFolder()
    func file(_ name: String, _ bytes: Data = Data()) throws -> FileHandle {
      let url = temporary.url.appending(path: name)
      try bytes.write(to: url)
      return try FileHandle(forUpdating: url)
    }
    (input, output, errors) = (try file("input", bytes), try file("output"), try file("errors"))
    folder = temporary
  }

  func outcome(_ status: Int32) throws -> Command.Outcome {
    func bytes(_ name: String) throws -> Data { try Data(contentsOf: folder.url.appending(path: name)) }
    return Command.Outcome(
      status: status, output: try bytes("output"),
      errors: String(decoding: try bytes("errors"), as: UTF8.self))
  }
}
