import Cells

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
