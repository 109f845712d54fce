import Foundation
import TestSupport
import Testing

@Suite("The lesson: booklist demo compare and booklist demo check")
struct LessonTests {
  /// What `demo compare --script --json` prints, as far as it is looked at.
  private struct Report: Decodable {
    struct Strategy: Decodable {
      let name: String
      let statements, rows, microseconds, residentBytes: Int
    }
    struct Claim: Decodable {
      let claim: String
      let holds: Bool
    }
    let latencyMicroseconds: Int
    let strategies: [Strategy]
    let ranking: [String]
    let claims: [Claim]
    let holds: Bool
  }

  /// Runs the program with an empty folder for scratch folders, which it leaves empty.
  private func run(_ arguments: String...) throws -> (text: String, status: Int32) {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(filePath: Program.path)
    process.arguments = ["demo"] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.path]) { $1 }
    let output = Pipe()
    (process.standardOutput, process.standardInput) = (output, FileHandle.nullDevice)
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    return (String(decoding: bytes, as: UTF8.self), process.terminationStatus)
  }

  @Test("With a latency the five strategies come in the order of the lesson, and every claim holds")
  func compare() throws {
    let (text, status) = try run(
      "compare", "--script", "--json", "--books", "1000", "--latency", "2ms")
    let report = try JSONDecoder().decode(Report.self, from: Data(text.utf8))
    #expect(report.latencyMicroseconds == 2_000)
    let strategies = report.strategies.sorted { $0.statements < $1.statements }
    #expect(strategies.map(\.name) == ["eager", "batches", "lazy", "budget", "n+1"])
    // Those two are so near each other that a busy machine may swap them.
    #expect(report.ranking.filter { $0 != "budget" } == ["eager", "batches", "lazy", "n+1"])
    #expect(report.ranking[2...3].contains("budget"))
    #expect(strategies.allSatisfy { $0.residentBytes > 1 << 20 && $0.microseconds >= $0.statements * 2_000 })
    #expect(report.claims.filter { !$0.holds }.map(\.claim) == [])
    #expect(report.holds && status == 0)
  }

  @Test("The figures of the lesson are those that are measured")
  func figures() throws {
    let text = try run("compare", "--script", "--json").text
    let report = try JSONDecoder().decode(Report.self, from: Data(text.utf8))
    let lesson = try Repository.text("docs/lesson.md")
    let titles = ["n+1": "N+1", "budget": "lazy + budget"]
    for strategy in report.strategies {
      let line = try #require(
        lesson.split(separator: "\n").first { $0.hasPrefix("| \(titles[strategy.name] ?? strategy.name) |") })
      let cells = line.split(separator: "|").map { $0.filter { $0.isNumber } }
      #expect(cells.suffix(2) == ["\(strategy.statements)", "\(strategy.rows)"], "\(strategy.name)")
    }
  }

  @Test("The same as a table of at most 80 columns")
  func table() throws {
    let lines = try run("compare", "--script", "--books", "2000").text.split(separator: "\n").map(String.init)
    #expect(lines.first == "2,000 books · 200 looks · latency 0 µs")
    #expect(lines.contains { $0.hasPrefix("lazy + budget") })
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines.last == "All 20 claims hold.")
  }

  @Test("On a terminal the strategies run side by side to their end, and keys change what is compared")
  func screen() async throws {
    let terminal = try await TmuxSession()
    try terminal.start("\(Program.path) demo compare --books 1000")
    try await terminal.waitUntil("all have ended") { $0.contains("1,144") && !$0.contains("…") }
    try terminal.press("]")
    try await terminal.waitUntil("the budget is larger") { $0.contains("Room for 64 records") }
    try terminal.press("l")
    try await terminal.waitUntil("there is a latency") { $0.contains("latency 2.0 ms") }
    try terminal.press("q")
    try await terminal.waitUntil("the screen is left") { !$0.contains("statements") }
  }

  @Test(
    "The worksheet is solved once right and once wrong",
    arguments: [
      ("1", ["1"], ["0"]), ("2", ["10"], ["20"]), ("3", ["2", "3"], ["3", "2"]), ("4", ["old"], ["new"]),
      ("5", ["0"], ["3"]), ("6", ["2002"], ["2000"]), ("7", ["2002"], ["2"]), ("8", ["16"], ["64"]),
    ])
  func worksheet(_ number: String, _ right: [String], _ wrong: [String]) throws {
    func check(_ answer: [String]) throws -> (text: String, status: Int32) {
      answer.count == 2
        ? try run("check", number, answer[0], answer[1]) : try run("check", number, answer[0])
    }
    let question = try run("check", number)
    #expect(question.status == 0 && question.text.contains("Answer: booklist demo check \(number) "))
    let rightly = try check(right)
    #expect(rightly.status == 0 && rightly.text.hasPrefix("Right: "), "\(rightly)")
    let wrongly = try check(wrong)
    #expect(wrongly.status == 1 && wrongly.text.hasPrefix("Not yet: "), "\(wrongly)")
    let lesson = try Repository.text("docs/lesson.md")
    let title = try #require(question.text.split(separator: "\n").first)
    #expect(lesson.contains("### Exercise \(title)"))
  }

  @Test(
    "Arguments that make no sense are refused",
    arguments: [
      ["check"], ["check", "9"], ["check", "x"], ["compare", "--latency", "2h"],
      ["compare", "--latency", "2s"],
      ["compare", "--books", "10"], ["compare", "--budget", "1"],
      ["compare", "--budget", "9223372036854775807"], ["check", "1", "--latency", "2ms"],
      ["tour", "1"],
    ])
  func refused(_ arguments: [String]) throws {
    let error = #expect(throws: Command.Failure.self) { try Command.run([Program.path, "demo"] + arguments) }
    guard case .failed(_, let status, _) = error else { return }
    #expect(status == 64)
  }
}
