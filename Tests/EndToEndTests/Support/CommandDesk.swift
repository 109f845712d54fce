import Foundation
import TestSupport

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

  /// Makes the library from a template.
  func make(_ template: String) throws {
    try Program.run(["new", library.path, "--template", template], environment: environment)
  }

  /// Runs SQL on the library, by SQLite's own shell.
  func sql(_ sql: String) throws { try SQLiteShell.run(sql, on: library) }

  /// The rows that a query gives.
  func query(_ sql: String) throws -> String { try SQLiteShell.run(sql, on: library) }

  /// Runs a command of the program inside the tests.
  @discardableResult
  func run(_ arguments: String..., input: Data = Data()) throws -> Command.Outcome {
    try Program.outcome(of: arguments, input: input, environment: environment)
  }

  /// Starts the program with a command, where it matters that it is a process of its own.
  func start(_ arguments: String..., input: Data = Data()) throws -> Command.Outcome {
    try Command.outcome(of: [Program.path] + arguments, input: input, environment: environment)
  }
}
