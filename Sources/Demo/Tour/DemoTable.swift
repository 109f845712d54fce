import Cells
import Records
import Screens

/// The report as a table in lines of at most 80 columns.
package struct DemoTable {
  private let report: DemoReport

  package init(_ report: DemoReport) { self.report = report }

  package var lines: [String] {
    let books = "\(Wording.number(report.books)) books"
    let account = report.account.map { [""] + Self.lines(of: $0) } ?? []
    return [books, ""] + steps + account + ["", DemoWording.claims]
      + report.claims.flatMap(ReportTable.lines) + ["", DemoWording.verdict(report.claims)]
  }

  private var steps: [String] {
    let heads = ["step", "ran", "hydrated", "dirty", "records", "anonymous", "resident"]
    var figures = ReportTable.lines([heads] + report.steps.flatMap(rows), wordColumns: 1)[...]
    var lines = [figures.removeFirst()]
    for step in report.steps {
      let count = rows(step).count
      lines += [step.title] + figures.prefix(count)
      figures = figures.dropFirst(count)
    }
    return lines
  }

  /// The sentences of a session's account, wrapped.
  package static func lines(of account: SessionAccount) -> [String] {
    AccountWording.sentences(account).flatMap(ReportTable.wrapped)
  }

  private func rows(_ step: StepReport) -> [[String]] {
    let height = step.height.map { [row("peak", $0)] } ?? []
    return [row("before", step.before)] + height + [row("after", step.after)]
  }

  private func row(_ moment: String, _ figures: Figures) -> [String] {
    [
      "  " + moment, Wording.number(figures.statements), Wording.number(figures.hydrated),
      Wording.number(figures.dirty), Wording.bytes(figures.heldBytes), Wording.bytes(figures.anonymousBytes),
      Wording.bytes(figures.residentBytes),
    ]
  }
}

enum ReportTable {
  private static let width = 80

  static func lines(_ rows: [[String]], wordColumns: Int) -> [String] {
    let count = rows.first?.count ?? 0
    let widths = (0..<count).map { column in rows.map { TextWidth.width(of: $0[column]) }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).enumerated().map { column, cell in
        let space = String(repeating: " ", count: cell.1 - TextWidth.width(of: cell.0))
        return column < wordColumns ? cell.0 + space : space + cell.0
      }.joined(separator: "  ")
    }
  }

  static func wrapped(_ text: String) -> [String] { Wrap.lines(of: text, width: width, limit: .max) }

  static func lines(_ claim: Claim) -> [String] {
    let head = "\(claim.holds ? "holds" : "FAILS")  \(claim.promise)  "
    let indent = String(repeating: " ", count: head.count)
    let wrapped = Wrap.lines(of: DemoWording.line(claim), width: width - head.count, limit: .max)
    return wrapped.enumerated().map { ($0 == 0 ? head : indent) + $1 }
  }
}
