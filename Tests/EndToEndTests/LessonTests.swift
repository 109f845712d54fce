import Foundation
import TestSupport
import Testing

@Suite("The lesson: booklist demo compare and booklist demo check") struct LessonTests {
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

  /// Starts the program, which measures itself, with an empty folder for scratch folders, which it leaves empty.
  private func run(_ arguments: String...) throws -> Command.Outcome {
    let folder = try TemporaryFolder()
    let environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.path]) { $1 }
    let outcome = try Command.outcome(of: [Program.path, "demo"] + arguments, environment: environment)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    return outcome
  }

  @Test("With a latency the five strategies come in the order of the lesson, and every claim holds")
  func compare() throws {
    let outcome = try run("compare", "--script", "--json", "--books", "1000", "--latency", "2ms")
    let report = try JSONDecoder().decode(Report.self, from: outcome.output)
    #expect(report.latencyMicroseconds == 2_000)
    let strategies = report.strategies.sorted { $0.statements < $1.statements }
    #expect(strategies.map(\.name) == ["eager", "batches", "lazy", "budget", "n+1"])
    // Those two are so near each other that a busy machine may swap them.
    #expect(report.ranking.filter { $0 != "budget" } == ["eager", "batches", "lazy", "n+1"])
    #expect(report.ranking[2...3].contains("budget"))
    #expect(strategies.allSatisfy { $0.residentBytes > 1 << 20 && $0.microseconds >= $0.statements * 2_000 })
    #expect(report.claims.filter { !$0.holds }.map(\.claim) == [])
    #expect(report.holds && outcome.status == 0)
  }

  @Test("The figures of the lesson are those that are measured") func figures() throws {
    // With a latency, be it ever so small, each strategy runs once, and not as often as measuring its time would take.
    let outcome = try run("compare", "--script", "--json", "--latency", "1us")
    let report = try JSONDecoder().decode(Report.self, from: outcome.output)
    let lesson = try Repository.text("docs/lesson.md")
    let titles = ["n+1": "N+1", "budget": "lazy + budget"]
    for strategy in report.strategies {
      let line = try #require(
        lesson.split(separator: "\n").first { $0.hasPrefix("| \(titles[strategy.name] ?? strategy.name) |") })
      let cells = line.split(separator: "|").map { $0.filter { $0.isNumber } }
      #expect(cells.suffix(2) == ["\(strategy.statements)", "\(strategy.rows)"], "\(strategy.name)")
    }
  }

  @Test("The same as a table of at most 80 columns") func table() throws {
    let lines = try run("compare", "--script", "--books", "2000").text.split(separator: "\n").map(String.init)
    #expect(lines.first == "2,000 books · 200 looks · latency 0 µs")
    #expect(lines.contains { $0.hasPrefix("lazy + budget") })
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines.last == "All 20 claims hold.")
  }

  @Test("The worksheet has the lesson's exercises, which are solved once right and once wrong")
  func worksheet() throws {
    let desk = try CommandDesk()
    /// Exercise 5 kills the program itself.
    func check(_ words: [String]) throws -> Command.Outcome {
      words[0] == "5"
        ? try Command.outcome(of: [Program.path, "demo", "check"] + words, environment: desk.environment)
        : try desk.run(["demo", "check"] + words)
    }
    let lesson = try Repository.text("docs/lesson.md")
    for (number, (right, wrong)) in zip(
      1...,
      [
        ("1", "0"), ("10", "20"), ("2 3", "3 2"), ("old", "new"), ("0", "3"), ("2002", "2000"), ("2002", "2"),
        ("16", "64"),
      ])
    {
      let question = try desk.expect("demo check \(number)").text
      #expect(question.contains("Answer: booklist demo check \(number) "))
      #expect(try lesson.contains("### Exercise \(#require(question.split(separator: "\n").first))"))
      for (answer, said, status) in [(right, "Right: ", 0), (wrong, "Not yet: ", 1)]
        as [(String, String, Int32)]
      {
        let outcome = try check(["\(number)"] + answer.split(separator: " ").map(String.init))
        #expect(outcome.status == status && outcome.text.hasPrefix(said), "\(number): \(outcome)")
      }
    }
  }

  @Test("Arguments of the demonstration that make no sense are refused, with the bounds where there are some")
  func refused() throws {
    let desk = try CommandDesk()
    for line in [
      "check", "check 9", "check x", "compare --latency 2h", "compare --latency 2s", "compare --books 10",
      "compare --budget 1", "compare --budget 9223372036854775807", "check 1 --latency 2ms", "tour 1",
      "--json", "--books 9", "--script --latency 1ms", "--budget 9",
    ] { try desk.expect("demo \(line)", "", status: 64) }
    for (line, bound) in [
      ("--books 10000001", "10,000,000"), ("--books 99999999999999999999", "10,000,000"),
      ("--script --books 10000001", "10,000,000"), ("compare --books 1000001", "1,000,000"),
      ("compare --script --books 99999999999999999999", "1,000,000"),
    ] { try desk.expect("demo \(line)", "", says: "--books", "to \(bound)", status: 64) }
  }
}
