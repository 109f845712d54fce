import Cells
import Screens

/// The report as a table for people.
public struct DemoTable {
  private let report: DemoReport

  /// Makes a table of a report.
  public init(_ report: DemoReport) {
    self.report = report
  }

  /// The lines of the table: the steps with their figures before and after, then the claims.
  public var lines: [String] {
    let steps = columns(
      [["step", "", "statements", "hydrated", "dirty", "records", "resident"]] + report.steps.flatMap(rows))
    let claims = columns(
      [["", "", "claim", "expected", "measured"]] + report.claims.map(row))
    let books = "\(Wording.number(report.books)) books"
    return [books, ""] + steps + [""] + claims + ["", Wording.verdict(report)]
  }

  private func rows(_ step: StepReport) -> [[String]] {
    let rows = [row(step.title, "before", step.before)]
    let height = step.height.map { [row("", "height", $0)] } ?? []
    return rows + height + [row("", "after", step.after)]
  }

  private func row(_ title: String, _ moment: String, _ figures: Figures) -> [String] {
    [
      title, moment, Wording.number(figures.statements), Wording.number(figures.hydrated),
      Wording.number(figures.dirty), Wording.bytes(figures.heldBytes), Wording.bytes(figures.residentBytes),
    ]
  }

  private func row(_ claim: Claim) -> [String] {
    [claim.holds ? "holds" : "FAILS", "\(claim.promise)", claim.claim, claim.expected, claim.measured]
  }

  /// Puts rows under each other so that their columns are.
  private func columns(_ rows: [[String]]) -> [String] {
    let count = rows.first?.count ?? 0
    let widths = (0..<count).map { column in rows.map { TextWidth.width(of: $0[column]) }.max() ?? 0 }
    return rows.map { row in
      var line = ""
      for (cell, width) in zip(row, widths) {
        line += cell + String(repeating: " ", count: width - TextWidth.width(of: cell) + 2)
      }
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}
