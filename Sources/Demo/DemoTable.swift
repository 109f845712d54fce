import Cells
import Screens

/// The report as a table for people, in lines of at most 80 columns.
public struct DemoTable {
  private static let width = 80
  private let report: DemoReport

  /// Makes a table of a report.
  public init(_ report: DemoReport) { self.report = report }

  /// The lines of the table: the steps with their figures before and after, then the claims.
  public var lines: [String] {
    let steps = columns(
      [["step", "", "ran", "hydrated", "dirty", "records", "resident"]] + report.steps.flatMap(rows))
    let books = "\(Wording.number(report.books)) books"
    return [books, ""] + steps + ["", DemoWording.claims] + report.claims.flatMap(lines) + [
      "", DemoWording.verdict(report),
    ]
  }

  private func rows(_ step: StepReport) -> [[String]] {
    let rows = [row(step.title, "before", step.before)]
    let height = step.height.map { [row("", "peak", $0)] } ?? []
    return rows + height + [row("", "after", step.after)]
  }

  private func row(_ title: String, _ moment: String, _ figures: Figures) -> [String] {
    [
      title, moment, Wording.number(figures.statements), Wording.number(figures.hydrated),
      Wording.number(figures.dirty), Wording.bytes(figures.heldBytes), Wording.bytes(figures.residentBytes),
    ]
  }

  /// What became of a claim and the number of its promise, then what is claimed and measured.
  private func lines(_ claim: Claim) -> [String] {
    let head = "\(claim.holds ? "holds" : "FAILS")  \(claim.promise)  "
    let indent = String(repeating: " ", count: head.count)
    let wrapped = Wrap.lines(of: DemoWording.line(claim), width: Self.width - head.count, limit: .max)
    return wrapped.enumerated().map { ($0 == 0 ? head : indent) + $1 }
  }

  /// Puts rows under each other so that their columns are: words on the left, figures on the right.
  private func columns(_ rows: [[String]]) -> [String] {
    let count = rows.first?.count ?? 0
    let widths = (0..<count).map { column in rows.map { TextWidth.width(of: $0[column]) }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).enumerated().map { column, cell in
        let space = String(repeating: " ", count: cell.1 - TextWidth.width(of: cell.0))
        return column < 2 ? cell.0 + space : space + cell.0
      }.joined(separator: "  ")
    }
  }
}
