import Foundation
import Testing

@Suite("booklist demo in a terminal")
struct DemoTourTests {
  /// A step's title, and what the strip says when it is done.
  private static let steps = [
    ("Look at a book", "ran     hydrate 1"), ("Look again", "ran     no statement"),
    ("Edit one", "1 dirty"), ("Set one field", "501 hydrated · 501 dirty"),
    ("A memory warning", "BEGIN 1 · UPDATE 501 · columns 501"), ("The same under a budget", "500 dirty"),
    ("Kill and recover", "BEGIN 1 · UPDATE 3"),
  ]

  @Test("The tour goes to its end by one key", arguments: [(160, 50), (100, 30), (80, 24)])
  func walk(columns: Int, rows: Int) async throws {
    let terminal = try await open(columns: columns, rows: rows)
    for (title, figures) in Self.steps {
      try terminal.press(".")
      try await terminal.waitUntil("\(title) begins") { $0.contains(title) && $0.contains(". presses") }
      try terminal.press(".")
      try await terminal.waitUntil("\(title) is done", limit: .seconds(60)) {
        $0.contains(figures) && ($0.contains(". next step") || $0.contains(". ends the tour"))
      }
    }
    try terminal.press(".")
    try await terminal.waitUntil("the tour is over") { !$0.contains("ran  ") && $0.contains("0 dirty") }
    try terminal.press("q")
    #expect(try await terminal.exitStatus() == 0)
    #expect(try left(terminal) == [])
  }

  @Test("The person presses the keys, quits when they like, and nothing is left")
  func keys() async throws {
    let terminal = try await open(columns: 80, rows: 24)
    try terminal.press(".")
    try await terminal.waitUntil("the step begins") { $0.contains("Look at a book") }
    try terminal.press("Down", "Enter")
    try await terminal.waitUntil("it is done") { $0.contains(". next step") && $0.contains("1 hydrated") }
    try terminal.resize(columns: 39, rows: 10)
    try await terminal.waitUntil("there is no strip") { !$0.contains("Look at") && $0.contains("Author") }
    kill(try await terminal.processIdentifier(), SIGTERM)
    #expect(try await terminal.exitStatus() == 128 + SIGTERM)
    #expect(try left(terminal) == [])
  }

  @Test("A signal ends the script, and nothing is left", arguments: [SIGINT, SIGTERM, SIGHUP])
  func interrupted(_ number: Int32) async throws {
    let terminal = try await home(columns: 80, rows: 24)
    // Beside the script, not in the test, which may come to its turn only after the script's end.
    let killer = "(until [ -n \"$(ls \"$HOME/tmp\")\" ]; do :; done; kill -\(number) $$) &"
    try terminal.start("sh -c '\(killer) exec \(Program.path) demo --script --books 5000000'")
    #expect(try await terminal.exitStatus() == 128 + number)
    #expect(try left(terminal) == [])
  }

  private func home(columns: Int, rows: Int) async throws -> TmuxSession {
    let terminal = try await TmuxSession(columns: columns, rows: rows)
    try FileManager.default.createDirectory(
      at: terminal.home.appending(path: "tmp"), withIntermediateDirectories: true)
    try terminal.run("export TMPDIR=\"$HOME/tmp\"")
    return terminal
  }

  private func open(columns: Int, rows: Int) async throws -> TmuxSession {
    let terminal = try await home(columns: columns, rows: rows)
    try terminal.start("\(Program.path) demo --books 5000")
    try await terminal.waitUntil("the list is there", limit: .seconds(30)) {
      $0.contains("The list only") && $0.contains("5,000 books")
    }
    return terminal
  }

  /// What the program has left in the folder for temporary files, and in those of a person.
  private func left(_ terminal: TmuxSession) throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: terminal.home.path(percentEncoded: false))
    let temporary = try FileManager.default.contentsOfDirectory(
      atPath: terminal.home.appending(path: "tmp").path(percentEncoded: false))
    return temporary + names.filter { ["data", "state", "config", "cache", ".local"].contains($0) }
  }
}
