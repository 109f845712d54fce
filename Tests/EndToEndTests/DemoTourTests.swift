import Foundation
import TestSupport
import Testing

@Suite("booklist demo in a terminal") struct DemoTourTests {
  /// How many of 5,000 books have the word that the larger steps seek: every tenth.
  private static let sought = 500
  /// The statements that read them, which is 256 at a time.
  private static let reads = 2

  @Test(
    "The tour goes to its end by one key, and its figures are those of the file and of the system",
    arguments: [(160, 50), (80, 24)])
  func walk(columns: Int, rows: Int) async throws {
    let terminal = try await open(columns: columns, rows: rows)
    let file = try library(terminal)
    try await walk(terminal, "Look at a book") {
      $0.hydrated == 1 && $0.dirty == 0 && $0.ran == ["hydrate": 1]
    }
    try await walk(terminal, "Look again") { $0.hydrated == 1 && $0.ran == [:] }
    try await walk(terminal, "Edit one") { $0.hydrated == 1 && $0.dirty == 1 && $0.ran == [:] }
    #expect(try authors(in: file) == "0|0|0|0")
    let all = Self.sought + 1
    try await walk(terminal, "Set one field") {
      $0.hydrated == all && $0.dirty == all && $0.ran["hydrate"] == Self.reads && $0.ran["UPDATE"] == nil
    }
    #expect(try authors(in: file) == "0|0|0|0")
    try await walk(terminal, "A memory warning") {
      $0.hydrated == 0 && $0.dirty == 0 && $0.ran["BEGIN"] == 1 && $0.ran["UPDATE"] == all
        && $0.ran["columns"] == all && $0.ran["hydrate"] == nil
    }
    #expect(try authors(in: file) == "1|500|0|0")
    try await walk(terminal, "The same under a budget") { screen in
      let written = screen.ran["UPDATE"] ?? 0
      return try screen.ran["hydrate"] == Self.reads && screen.dirty + written == Self.sought
        && authors(in: file) == "1|\(Self.sought - written)|\(written)|0"
    }
    try await walk(terminal, "Kill and recover") {
      $0.dirty == 0 && $0.ran["hydrate"] == 3 && $0.ran["BEGIN"] == 1 && $0.ran["UPDATE"] == 3
        && $0.ran["columns"] == 3
    }
    #expect(try authors(in: file) == "0|0|500|3")
    try terminal.press(".")
    try await terminal.waitUntil("the tour is over") { !$0.contains("ran  ") && $0.contains("0 dirty") }
    try terminal.press("q")
    // Three runs of the program, each of which the sample would have begun with all titles. It has no budget, so it would
    // not have read again what the step with one evicted.
    try await terminal.waitUntil("the account is printed") {
      let text = $0.replacing("\n", with: " ")
      return text.contains("This session ran ") && text.contains("The 2008 sample would have run at most ")
        && text.contains("3 for all keys, 15,000 for titles")
    }
    #expect(try await terminal.exitStatus() == 0)
    #expect(try left(terminal) == [])
  }

  @Test("The tour asks, waits for a look as long as the latency, stops, and prints the score at the end")
  func quiz() async throws {
    let terminal = try await open(columns: 100, rows: 30, books: 400, options: "--quiz --latency 1s")
    // tmux ends a command at a bare semicolon.
    try terminal.press("\\;", ".")
    try await terminal.waitUntil("it asks") { $0.contains("will this step run? _") }
    let start = ContinuousClock.now
    try terminal.press("1", "Enter", ".")
    try await terminal.waitUntil("it stops") {
      $0.contains("hydrate: SELECT title, copyright, author FROM book WHERE pk = ?")
        && $0.contains(". goes on")
    }
    #expect(ContinuousClock.now - start >= .seconds(1))
    try terminal.press(".")
    try await terminal.waitUntil("the fields are there, and the guess is right") {
      $0.contains("1 hydrated") && $0.contains("You guessed 1, and 1 ran:")
    }
    try terminal.press("q", "q")
    try await terminal.waitUntil("the score is printed") {
      $0.contains("You guessed the statements of 1 of 1 steps right.")
    }
    #expect(try await terminal.exitStatus() == 0)
  }

  /// Goes through a step, until the strip and the inspector show what they must and what the system says.
  private func walk(
    _ terminal: TmuxSession, _ title: String, isDone: (TourScreen) throws -> Bool
  ) async throws {
    let process = try await terminal.processIdentifier()
    try terminal.press(".")
    try await terminal.waitUntil("\(title) begins") { $0.contains(title) && $0.contains(". presses") }
    try terminal.press(".")
    var seen = "no figures"
    do {
      try await terminal.waitUntil("\(title) is done") {
        guard let screen = TourScreen($0) else { return false }
        let system = try megabytes(of: process)
        seen = "\(screen), \(system) MB by the system, done: \(try isDone(screen))"
        // After its edit the tour compares the record, where the inspector shows its figures otherwise.
        return try $0.contains(/\. (?:next step|ends the tour)/) && isDone(screen)
          && screen.anonymous.count == (title == "Edit one" ? 1 : 2)
          && screen.anonymous.allSatisfy { abs($0 - system.anonymous) <= system.resident * 0.03 }
          && screen.resident.allSatisfy { abs($0 - system.resident) <= system.resident * 0.03 }
      }
    } catch {
      Issue.record("\(title): \(seen)")
      throw error
    }
  }

  @Test("The tour goes back to the start and forward again, and each step does the same")
  func twice() async throws {
    let terminal = try await open(columns: 100, rows: 30)
    let first = try await figures(terminal)
    try terminal.press("<")
    try await terminal.waitUntil("the tour is at its start") {
      $0.contains("1 of 8  The list only") && $0.contains("The database stays as it is.")
        && $0.contains(". next step")
    }
    #expect(try await figures(terminal) == first)
    #expect(first.map(\.ran) == [["hydrate": 1], [:], [:], first[3].ran, first[4].ran])
    // One step back: as it was before the warning.
    try terminal.press(".")
    try await terminal.waitUntil("the next step begins") { $0.contains("7 of 8") && $0.contains(". presses") }
    try terminal.press(",")
    let all = Self.sought + 1
    try await terminal.waitUntil("what was dirty is so again") {
      $0.contains("6 of 8") && $0.contains(". presses") && TourScreen($0)?.dirty == all
    }
    try terminal.press("q")
    #expect(try await terminal.exitStatus() == 0)
    #expect(try left(terminal) == [])
  }

  /// What a step has done, but for what depends on how fast somebody types.
  private struct Figures: Equatable {
    let hydrated, dirty: Int
    let ran: [String: Int]
  }

  /// Goes through the steps from the second to the memory warning.
  private func figures(_ terminal: TmuxSession) async throws -> [Figures] {
    var figures: [Figures] = []
    for number in 2...6 {
      try await play(terminal, step: number)
      var last: Figures?
      try await terminal.waitUntil("step \(number) is done") {
        guard $0.contains(". next step"), let screen = TourScreen($0) else { return false }
        let ran = screen.ran.filter { $0.key != "list" && $0.key != "count" }
        last = Figures(hydrated: screen.hydrated, dirty: screen.dirty, ran: ran)
        return true
      }
      figures.append(try #require(last))
    }
    return figures
  }

  private func play(_ terminal: TmuxSession, step number: Int) async throws {
    try terminal.press(".")
    try await terminal.waitUntil("step \(number) begins") {
      $0.contains("\(number) of 8") && $0.contains(". presses")
    }
    try terminal.press(".")
    try await terminal.waitUntil("step \(number) is done") { $0.contains(". next step") }
  }

  @Test("The person presses the keys, quits when they like, and nothing is left") func keys() async throws {
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
  func interrupted(_ number: Int32) throws {
    let folder = try TemporaryFolder()
    // Beside the script, not in the test, which may come to its turn only after the script's end.
    let killer = "(until [ -n \"$(ls \"$TMPDIR\")\" ]; do :; done; kill -\(number) $$) &"
    let environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.path]) { $1 }
    let outcome = try Command.outcome(
      of: ["sh", "-c", "\(killer) exec \"$0\" demo --script --books 5000000", Program.path],
      environment: environment)
    #expect(outcome.status == 128 + number)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  private func open(columns: Int, rows: Int, books: Int = 5_000, options: String = "") async throws
    -> TmuxSession
  {
    let terminal = try await TmuxSession(columns: columns, rows: rows)
    try FileManager.default.createDirectory(
      at: terminal.home.appending(path: "tmp"), withIntermediateDirectories: true)
    try terminal.run("export TMPDIR=\"$HOME/tmp\"")
    try terminal.start("\(Program.path) demo --pace 10ms --books \(books) \(options)")
    try await terminal.waitUntil("the list is there") {
      $0.contains("The list only") && $0.contains(books == 400 ? "400 books" : "5,000 books")
    }
    return terminal
  }

  /// The scratch library, which another program reads meanwhile.
  private func library(_ terminal: TmuxSession) throws -> URL {
    let folder = terminal.home.appending(path: "tmp")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
    return folder.appending(path: try #require(names.first)).appending(path: "books.sqlite")
  }

  /// How many books of the file have each of the authors that the tour sets, in its order.
  private func authors(in file: URL) throws -> String {
    let names = ["Somebody Else", "Various Authors", "Sundry Hands", "Somebody Who Was Killed"]
    let counts = names.map { "(SELECT count(*) FROM book WHERE author = '\($0)')" }.joined(separator: ", ")
    return try SQLiteShell.run("SELECT \(counts)", on: file)
  }

  /// What the system says of a process: its anonymous and its resident memory in megabytes.
  private func megabytes(of process: Int32) throws -> (anonymous: Double, resident: Double) {
    let lines = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8).split(separator: "\n")
    func value(_ name: String) throws -> Double {
      let line = try #require(lines.first { $0.hasPrefix(name) })
      let kilobytes = Double(String(line.filter(\.isNumber)))
      return try #require(kilobytes) / 1_024
    }
    return (try value("RssAnon:"), try value("VmRSS:"))
  }

  /// What the program has left in the folder for temporary files, and in those of a person.
  private func left(_ terminal: TmuxSession) throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: terminal.home.path(percentEncoded: false))
    let temporary = try FileManager.default.contentsOfDirectory(
      atPath: terminal.home.appending(path: "tmp").path(percentEncoded: false))
    return temporary + names.filter { ["data", "state", "config", "cache", ".local"].contains($0) }
  }
}

/// What the strip of the demonstration and its inspector say on a screen.
struct TourScreen {
  /// The line of the figures of the moment.
  let hydrated, dirty: Int
  /// The statements of the step so far, by their names in the strip; those that did not run are not there.
  let ran: [String: Int]
  /// The megabytes that the process has taken for itself, by the strip and, if it is there, by the inspector.
  let anonymous: [Double]
  /// The megabytes of the process that are in memory, by the strip, if there is room, and by the inspector.
  let resident: [Double]

  /// Reads a screen; nil where the strip is not there as a whole.
  init?(_ screen: String) {
    let figures =
      /now +([\d,]+) hydrated · ([\d,]+) dirty · .* held · ([\d.]+) MB anonymous(?: · ([\d.]+) MB resident)?/
    guard let now = screen.firstMatch(of: figures), let line = screen.firstMatch(of: /\n *ran +(.*)/),
      let inStrip = Double(now.3)
    else { return nil }
    (hydrated, dirty) = (Self.number(now.1), Self.number(now.2))
    let counts = line.1.matches(of: /([A-Za-z]+) ([\d,]+)/).map { (String($0.1), Self.number($0.2)) }
    ran = Dictionary(counts) { first, _ in first }
    let below = screen[line.range.upperBound...]
    func inInspector(_ pattern: Regex<(Substring, Substring)>) -> [Double] {
      [below.firstMatch(of: pattern).flatMap { Double($0.1) }].compactMap { $0 }
    }
    anonymous = [inStrip] + inInspector(/anonymous +([\d.]+) MB/)
    resident = [now.4.flatMap { Double($0) }].compactMap { $0 } + inInspector(/resident +([\d.]+) MB/)
  }

  private static func number(_ text: Substring) -> Int { Int(text.filter(\.isNumber)) ?? 0 }
}
