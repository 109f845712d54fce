import Foundation
import TestSupport
import Testing

/// A library in a folder of its own, and the commands that are run on it.
struct CommandDesk {
  private let temporary: TemporaryFolder
  let library: URL

  init() throws {
    temporary = try TemporaryFolder()
    library = temporary.url.appending(path: "library.sqlite")
  }

  var folder: URL { temporary.url }

  /// The environment: the library is named in it, and the edit log is in the folder.
  var environment: [String: String] {
    [
      "BOOKLIST_FILE": library.path, "HOME": folder.path, "XDG_STATE_HOME": folder.path + "/state",
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "LANG": "C.UTF-8",
    ]
  }

  func make(_ template: String) throws {
    try Program.run(["new", library.path, "--template", template], environment: environment)
  }

  func sql(_ sql: String) throws { try SQLiteShell.run(sql, on: library) }

  func query(_ sql: String) throws -> String { try SQLiteShell.run(sql, on: library) }

  /// Runs a command of the program inside the tests.
  @discardableResult func run(_ arguments: String..., input: Data = Data()) throws -> Command.Outcome {
    try Program.outcome(of: arguments, input: input, environment: environment)
  }

  @discardableResult func run(_ arguments: [String], input: Data = Data()) throws -> Command.Outcome {
    try Program.outcome(of: arguments, input: input, environment: environment)
  }

  /// Runs a line, and expects what it ends with, what it prints, and what its messages contain.
  ///
  /// - Parameters:
  ///   - line: The words, parted by blanks; what is between single quotes is one word.
  ///   - output: All of standard output, or nil for whatever it is.
  @discardableResult func expect(
    _ line: String, _ output: String? = nil, says: String..., status: Int32 = 0, input: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Command.Outcome {
    let words = line.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap {
      place, part in place.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [String(part)]
    }
    let outcome = try run(words, input: Data(input.utf8))
    #expect(outcome.status == status, "\(line): \(outcome.errors)", sourceLocation: sourceLocation)
    if let output { #expect(outcome.text == output, "\(line)", sourceLocation: sourceLocation) }
    for text in says {
      #expect(outcome.errors.contains(text), "\(line): \(outcome.errors)", sourceLocation: sourceLocation)
    }
    return outcome
  }

  /// Writes a file in the folder, and returns its path.
  func write(_ text: String, to name: String) throws -> String {
    let file = folder.appending(path: name)
    try Data(text.utf8).write(to: file)
    return file.path
  }
}
