import Cells
import Foundation
import Testing

@testable import Demo

@Suite("The demonstration as a script") struct DemoScriptTests {
  @Test("Statements are counted by what they do") func tally() {
    var tally = Tally()
    for sql in [
      "SELECT pk, title FROM book ORDER BY pk LIMIT ? OFFSET ?",
      "SELECT count(*) FROM book WHERE pk > ?", "SELECT min(pk) FROM book",
      "SELECT pk FROM book WHERE pk > ? ORDER BY pk LIMIT ? OFFSET ?",
      "SELECT title, copyright, author FROM book WHERE pk = ?", "BEGIN IMMEDIATE",
      "SELECT author FROM book WHERE pk = ?",
      "UPDATE book SET author = ? WHERE pk = ?",
      "UPDATE book SET title = ?, author = ? WHERE pk = ?", "COMMIT",
      "SELECT name FROM sqlite_schema",
    ] { tally.count(sql) }
    #expect(tally.listQueries == 1)
    #expect(tally.countQueries == 3)
    #expect(tally.hydrations == 1)
    #expect(tally.transactions == 1)
    #expect(tally.updates == 2)
    #expect(tally.columns == 3)
    #expect(tally.others == 3)
    #expect(tally.recordStatements == 4)
    #expect(tally - tally == Tally())
  }

  @Test("A claim that does not hold is shown, and the report holds no more") func failure() {
    var report = DemoReport(books: 1)
    report.equal(2, "A first look costs one statement", 1, 1)
    #expect(report.holds)
    report.equal(2, "A second look costs no statement", 0, 1)
    report.within(9, "Records hold no more than the budget", 0...10, 10)
    #expect(!report.holds)
    let lines = DemoTable(report).lines
    #expect(lines.contains("FAILS  2  A second look costs no statement: 1 (expected 0)"))
    #expect(lines.last == "1 of 3 claims do not hold.")
  }

  @Test("The table has its figures in columns and fits 80 columns, however long what was measured is")
  func table() {
    let figures = Figures(
      statements: 107_702, hydrated: 10_000, dirty: 10_000, held: 1_047_099,
      anonymous: 9_856_614, resident: 35_441_868)
    var report = DemoReport(books: 5_000_000)
    report.steps = DemoStep.allCases.map {
      StepReport(name: $0.rawValue, title: $0.title, before: figures, after: figures, ran: Tally())
    }
    let authors = [String](repeating: "Somebody Who Was Killed", count: 4)
    report.steps[0].after.residentBytes = 1_073 * 1_024 * 1_024
    report.equal(6, "Nothing is lost by the kill", authors, authors)
    report.equal(7, "No file is beside the database", [String](), [])
    let lines = DemoTable(report).lines
    #expect(lines.allSatisfy { TextWidth.width(of: $0) <= 80 })
    #expect(
      lines[2...5] == [
        "step          ran  hydrated   dirty     records  anonymous    resident",
        "The list only",
        "  before  107,702    10,000  10,000  1,022.5 KB     9.3 MB     33.7 MB",
        "  after   107,702    10,000  10,000  1,022.5 KB     9.3 MB  1,073.0 MB",
      ])
    #expect(lines.contains("holds  7  No file is beside the database: none"))
    #expect(lines.contains { $0.hasPrefix("          Killed, Somebody Who Was Killed") })
  }

  @Test("A budget is kept, and every claim holds, with few books and with many", arguments: [100, 12_000])
  func claims(count: Int) throws {
    let folder = try ScratchFolder()
    let library = ScratchLibrary(count: count)
    try library.make(at: folder.library) { _ in }
    let report = try DemoScript(library, in: folder).run()
    // How much memory the tests' own process takes is not this script's to say.
    let failed = report.claims.filter { !$0.holds && !$0.claim.hasPrefix("Anonymous") }
    #expect(failed == [])
    #expect(DemoTable(report).lines.filter { TextWidth.width(of: $0) > 80 } == [])
    #expect(report.steps.map(\.name) == DemoStep.allCases.filter { $0 != .recovery }.map(\.rawValue))
  }
}

extension Figures {
  init(statements: Int, hydrated: Int, dirty: Int, held: Int, anonymous: Int, resident: Int) {
    self.init()
    (self.statements, self.hydrated, self.dirty) = (statements, hydrated, dirty)
    (heldBytes, anonymousBytes, residentBytes) = (held, anonymous, resident)
  }
}
