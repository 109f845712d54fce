import BookStore
import Foundation
import Testing

@testable import Demo

@Suite("The demonstration as a script")
struct DemoScriptTests {
  @Test("Statements are counted by what they do")
  func tally() {
    var tally = Tally()
    for sql in [
      "SELECT \"pk\", \"title\" FROM \"book\" ORDER BY \"pk\" LIMIT ? OFFSET ?",
      "SELECT \"title\", \"author\" FROM \"book\" WHERE \"pk\" = ?", "BEGIN IMMEDIATE",
      "UPDATE OR ABORT \"book\" SET \"author\" = ? WHERE \"pk\" = ?",
      "UPDATE OR ABORT \"book\" SET \"title\" = ?, \"author\" = ? WHERE \"pk\" = ?", "COMMIT",
      "SELECT name FROM sqlite_schema",
    ] { tally.count(sql) }
    #expect(tally.listQueries == 1)
    #expect(tally.hydrations == 1)
    #expect(tally.transactions == 1)
    #expect(tally.updates == 2)
    #expect(tally.columns == 3)
    #expect(tally.others == 2)
    #expect(tally - tally == Tally())
  }

  @Test("A claim that does not hold is shown, and the report holds no more")
  func failure() {
    var report = DemoReport(books: 1)
    report.add(.equal(2, "A first look costs one statement", 1, 1))
    #expect(report.holds)
    report.add(.equal(2, "A second look costs no statement", 0, 1))
    report.add(.within(9, "Records hold no more than the budget", 0...10, 10))
    #expect(!report.holds)
    let lines = DemoTable(report).lines
    #expect(lines.contains { $0.hasPrefix("FAILS  2  A second look") })
    #expect(lines.last == "1 of 3 claims do not hold.")
  }

  @Test("A budget is kept, and every claim holds, with few books and with many", arguments: [100, 12_000])
  func claims(count: Int) throws {
    let folder = try ScratchFolder()
    let library = ScratchLibrary(count: count)
    try library.make(at: folder.library) { _ in }
    let report = try DemoScript(library, in: folder).run()
    // How much of the tests' own process is resident is not this script's to say.
    let failed = report.claims.filter { !$0.holds && !$0.claim.hasPrefix("Resident") }
    #expect(failed == [])
    #expect(report.steps.map(\.name) == DemoStep.allCases.filter { $0 != .recovery }.map(\.rawValue))
  }
}
