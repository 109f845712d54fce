import Records
import Screens

/// The report as a table for people, in lines of at most 80 columns.
public struct DemoTable {
  private let report: DemoReport

  /// Makes a table of a report.
  public init(_ report: DemoReport) { self.report = report }

  /// The lines of the table: the steps with their figures before and after, then the claims.
  public var lines: [String] {
    let heads = ["step", "", "ran", "hydrated", "dirty", "records", "resident"]
    let steps = ReportTable.lines([heads] + report.steps.flatMap(rows), wordColumns: 2)
    let books = "\(Wording.number(report.books)) books"
    let account = report.account.map { [""] + Self.lines(of: $0) } ?? []
    return [books, ""] + steps + account + ["", DemoWording.claims]
      + report.claims.flatMap(ReportTable.lines) + ["", DemoWording.verdict(report)]
  }

  /// The sentences of a session's account, wrapped.
  public static func lines(of account: SessionAccount) -> [String] {
    AccountWording.sentences(account).flatMap(ReportTable.wrapped)
  }

  private func rows(_ step: StepReport) -> [[String]] {
    let rows = [row(step.title, "before", step.before)]
    let height = step.height.map { [row("", "peak", $0)] } ?? []
    return rows + height + [row("", "after", step.after)]
  }

  private func row(_ title: String, _ moment: String, _ figures: Figures) -> [String] {
    [
      title, moment, Wording.number(figures.statements), Wording.number(figures.hydrated),
      Wording.number(figures.dirty), Wording.bytes(figures.heldBytes), Self.resident(figures.residentBytes),
    ]
  }

  /// From 1,000 MB on without decimals, because the line has no room for them.
  private static func resident(_ bytes: Int) -> String {
    let megabytes = bytes / (1_024 * 1_024)
    return megabytes < 1_000 ? Wording.bytes(bytes) : Wording.number(megabytes) + " MB"
  }
}
