import Cells

/// Masks the values in a frame, for recordings that other people may see.
///
/// A frame does not say which texts come from the database, so only what certainly does not is left readable: state markers and
/// the lines between panes, the program's own words in the bar and the line of keys, field names, and counts in the status
/// line. Everything else becomes `x`, including typed text, messages and questions.
package struct ValueCover: Sendable {
  private let phrases, labels: Set<String>

  /// Makes a mask that keeps the program's own words, `phrases`, and the names of fields, `labels`.
  package init(phrases: Set<String>, labels: Set<String>) { (self.phrases, self.labels) = (phrases, labels) }

  package func covered(_ frame: Frame) -> Frame {
    var seen = [Bool](repeating: false, count: frame.cells.count)
    for row in 0..<frame.size.rows {
      for run in Self.runs(of: frame, row) {
        for place in seenPart(of: run, row, frame.size) { seen[place] = true }
      }
    }
    return frame.covered { index in
      let cell = frame.cells[index]
      let isSign = Self.signRoles.contains(cell.role) && Self.signs.contains(cell.text)
      return cell.ink == nil && (isSign || seen[index])
    }
  }

  private static let signRoles: Set<Role> = [.hydrated, .dirty, .border, .focusedBorder]
  private static let signs = Set("●◆○◇▲│─┌┐└┘╭╮╰╯├┤┬┴┼".map(String.init))

  private func seenPart(of run: Run, _ row: Int, _ size: Size) -> [Int] {
    // On the smallest terminals, the edge rows show content.
    let hasEdges = size.rows >= 5
    if hasEdges, row == size.rows - 2, run.role == .dim { return meter(run) }
    let isSeen =
      switch (row, run.role) {
      case (0, .action) where hasEdges, (0, .button) where hasEdges: phrases.contains(run.text)
      case (size.rows - 1, .action) where hasEdges, (size.rows - 1, .dim) where hasEdges:
        phrases.contains(run.text)
      case (_, .label), (_, .dirty): labels.contains(run.text)
      default: false
      }
    return isSeen ? run.cells.map(\.index) : []
  }

  /// In counts, a number stays readable only before its unit, or after the sign of records that are not written.
  private func meter(_ run: Run) -> [Int] {
    let words = run.cells.split { $0.text == " " }
    var seen: [Int] = []
    var last: (cells: ArraySlice<(text: String, index: Int)>, isNumber: Bool)?
    for word in words {
      let text = word.map(\.text).joined()
      let isNumber = text.allSatisfy { $0.isASCII && $0.isNumber || $0 == "," || $0 == "." }
      if Self.units.contains(text) {
        seen += word.map(\.index)
        if let last, last.isNumber, text != "·" { seen += last.cells.map(\.index) }
      } else if isNumber, let last, last.cells.first?.text == "◆" {
        seen += (last.cells + word).map(\.index)
      }
      last = (word, isNumber)
    }
    return seen
  }

  private static let units: Set = ["hydrated", "dirty", "B", "kB", "KB", "MB", "GB", "·"]

  /// Cells of one role in a row, without blanks at the ends; two blanks or another role end a run.
  private struct Run {
    let role: Role
    var cells: [(text: String, index: Int)] = []

    var text: String { cells.map(\.text).joined() }
  }

  private static func runs(of frame: Frame, _ row: Int) -> [Run] {
    var runs: [Run] = []
    var blanks: [(text: String, index: Int)] = []
    var isOpen = false
    for index in row * frame.size.columns..<(row + 1) * frame.size.columns {
      let cell = frame.cells[index]
      if cell.role != runs.last?.role { isOpen = false }
      guard cell.text != " " else {
        blanks.append((cell.text, index))
        if blanks.count > 1 { isOpen = false }
        continue
      }
      if !isOpen {
        runs.append(Run(role: cell.role))
        blanks = []
      }
      isOpen = true
      runs[runs.count - 1].cells += blanks + [(cell.text, index)]
      blanks = []
    }
    return runs
  }
}
