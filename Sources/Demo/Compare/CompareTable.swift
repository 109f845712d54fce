import Cells

/// The comparison as a table in lines of at most 80 columns.
package struct CompareTable {
  private let report: CompareReport

  package init(_ report: CompareReport) { self.report = report }

  package var lines: [String] {
    let rows = LoadingStrategy.allCases.map { CompareWording.cells($0, report.figures($0)) }
    let policies = report.policies.map { result in
      result.policy.rawValue.padded(to: 21) + CompareWording.policy(result)
    }
    let head = CompareWording.policies(
      report.options.budget, report.policies.first.map { $0.hits + $0.misses } ?? 0)
    let figures = Dictionary(uniqueKeysWithValues: LoadingStrategy.allCases.map { ($0, report.figures($0)) })
    return [CompareWording.title(report.options), ""]
      + ReportTable.lines([CompareWording.heads] + rows, wordColumns: 1)
      + [""] + CompareBars(figures).lines(width: 79)
      + ["", head] + policies + ["", CompareWording.claims] + report.claims.flatMap(ReportTable.lines)
      + ["", DemoWording.verdict(report.claims)]
  }
}

extension String {
  fileprivate func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: max(0, columns - TextWidth.width(of: self)))
  }
}
