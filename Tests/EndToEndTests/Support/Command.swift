import Foundation

/// A program that runs beside the tests, and what came of it.
struct Command {
  /// What went wrong with it.
  enum Failure: Error {
    /// It ended with a status other than 0; `output` has standard output and standard error.
    case failed(command: String, status: Int32, output: String)
  }

  /// Runs a program that is looked up in PATH and returns its standard output.
  ///
  /// - Parameters:
  ///   - arguments: The program's name and its arguments.
  ///   - input: What it reads on standard input.
  ///   - environment: Its whole environment, or nil for that of the tests.
  /// - Throws: `Failure` where its status is not 0.
  @discardableResult
  static func run(_ arguments: [String], input: Data = Data(), environment: [String: String]? = nil) throws
    -> String
  {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    if let environment { process.environment = environment }
    // Files, not pipes: a server that another test starts at the same time could inherit a pipe's end and keep it open.
    let folder = URL(filePath: "/tmp/booklist-command-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let names = ["input", "output", "errors"].map { folder.appending(path: $0) }
    try input.write(to: names[0])
    for name in names[1...] { try Data().write(to: name) }
    process.standardInput = try FileHandle(forReadingFrom: names[0])
    process.standardOutput = try FileHandle(forWritingTo: names[1])
    process.standardError = try FileHandle(forWritingTo: names[2])
    try process.run()
    process.waitUntilExit()
    let text = String(decoding: try Data(contentsOf: names[1]), as: UTF8.self)
    guard process.terminationStatus == 0 else {
      let complaint = String(decoding: try Data(contentsOf: names[2]), as: UTF8.self)
      throw Failure.failed(
        command: arguments.joined(separator: " "), status: process.terminationStatus, output: text + complaint
      )
    }
    return text
  }
}

/// SQLite's own shell, as the second program that looks at a database.
enum SQLiteShell {
  /// Runs statements on a database and returns the rows, columns parted by `|`, without the last newline.
  ///
  /// - Throws: `Command.Failure` with SQLite's words.
  @discardableResult
  static func run(_ sql: String, on file: URL) throws -> String {
    let rows = try Command.run(
      ["sqlite3", "-batch", "-bail", file.path(percentEncoded: false)], input: Data(sql.utf8))
    return rows.hasSuffix("\n") ? String(rows.dropLast()) : rows
  }
}

/// The program under test.
enum Program {
  private final class Anchor {}

  /// The built command, which lies where the tests' own bundle does.
  static let path: String = {
    let places = [Bundle.main.bundleURL, Bundle(for: Anchor.self).bundleURL.deletingLastPathComponent()]
    let paths = places.map { $0.appending(path: "booklist").path(percentEncoded: false) }
    return paths.first { FileManager.default.isExecutableFile(atPath: $0) } ?? "booklist"
  }()
}
