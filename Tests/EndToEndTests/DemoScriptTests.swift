import Foundation
import TestSupport
import Testing

@Suite("booklist demo --script") struct DemoScriptTests {
  /// The report as a reader of the JSON knows it.
  private struct Report: Decodable {
    struct Figures: Decodable {
      let statements, hydrated, dirty, heldBytes, anonymousBytes, residentBytes: Int
    }
    struct Ran: Decodable {
      let listQueries, countQueries, hydrations, transactions, updates, columns, others: Int
    }
    struct Step: Decodable {
      let name, title: String
      let before, after: Figures
      let height: Figures?
      let ran: Ran
      let written, freedBytes: Int?
    }
    struct Claim: Decodable {
      let promise: Int
      let claim, expected, measured: String
      let holds: Bool
    }
    struct Account: Decodable {
      let statements, titles, records, written, sampleStatements, sampleTitles, sampleWritten: Int
      let isExact: Bool
    }
    let books: Int
    let account: Account
    let steps: [Step]
    let claims: [Claim]
    let holds: Bool

    func step(_ name: String) throws -> Step { try #require(steps.first { $0.name == name }) }
  }

  /// Starts the program, which measures its process; everything that it could find the person's files by leads to an empty
  /// folder, which it leaves empty.
  private func run(_ arguments: String...) throws -> String {
    let folder = try TemporaryFolder()
    var environment = ProcessInfo.processInfo.environment
    for name in ["HOME", "TMPDIR", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
      environment[name] = folder.path
    }
    let text = try Command.run([Program.path, "demo", "--script"] + arguments, environment: environment)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    return text
  }

  @Test("Every figure is what is promised, and nothing is left behind") func json() throws {
    let report = try JSONDecoder().decode(Report.self, from: Data(run("--json", "--books", "20000").utf8))
    #expect(report.books == 20_000)
    try checkOneBook(report)
    try checkManyBooks(report)
    // The rules of docs/hydration.md: all keys, each title, each record, each write.
    #expect(report.account.sampleStatements == 1 + 20_000 + 10_000 + 10_000)
    #expect(report.account.sampleWritten == 10_000 && report.account.written == 10_000)
    #expect(try report.account.statements == report.step("warning").after.statements)
    let recovery = try report.step("recovery")
    #expect(recovery.after.dirty == 3 && recovery.after.hydrated == 3)
    #expect(recovery.ran.hydrations == 3 && recovery.ran.updates == 0)
    #expect(report.holds)
    #expect(report.claims.allSatisfy { $0.holds && !$0.claim.isEmpty && !$0.expected.isEmpty })
    #expect(Set(report.claims.map(\.promise)).isSuperset(of: 1...9))
  }

  private func checkOneBook(_ report: Report) throws {
    let list = try report.step("list")
    #expect(list.title == "The list only")
    #expect(list.before.statements == 0 && list.before.residentBytes > list.before.anonymousBytes)
    #expect(list.ran.listQueries == 1 && list.ran.hydrations == 0)
    #expect(list.ran.others > 0 && list.after.statements > 0)
    #expect(list.after.hydrated == 0 && list.after.heldBytes == 0)
    let look = try report.step("look")
    #expect(look.ran.hydrations == 1 && look.after.statements == look.before.statements + 1)
    #expect(look.after.hydrated == 1 && look.after.heldBytes > 0)
    let again = try report.step("again")
    #expect(again.ran.hydrations == 0 && again.after.statements == again.before.statements)
    let edit = try report.step("edit")
    #expect(edit.after.dirty == 1 && edit.after.statements == edit.before.statements)
    #expect(edit.ran.updates == 0)
  }

  private func checkManyBooks(_ report: Report) throws {
    let set = try report.step("set")
    #expect(set.after.dirty == 10_000 && set.after.hydrated == 10_000)
    // Several hundred records are read with one statement.
    #expect(set.ran.hydrations > 0 && set.ran.hydrations < 200)
    #expect(set.ran.updates == 0 && set.ran.transactions == 0)
    let warning = try report.step("warning")
    #expect(warning.ran.transactions == 1)
    #expect(warning.ran.updates == 10_000 && warning.ran.columns == 10_000 && warning.written == 10_000)
    #expect(warning.freedBytes == warning.before.heldBytes)
    #expect(warning.after.hydrated == 0 && warning.after.dirty == 0 && warning.after.heldBytes == 0)
    let (before, height) = (try report.step("list").after, try #require(warning.height))
    #expect(height.heldBytes == set.after.heldBytes && height.anonymousBytes > before.anonymousBytes)
    #expect(abs(warning.after.anonymousBytes - before.anonymousBytes) <= before.residentBytes / 10)
    let budget = try report.step("budget")
    #expect(try #require(budget.height).heldBytes <= 1 << 20)
    #expect(budget.ran.updates + budget.after.dirty == 10_000 && budget.ran.transactions > 1)
  }
}
