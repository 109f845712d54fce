import Cells

/// Where the columns of rows side by side are.
struct MergeColumns {
  /// The column of the sign for fields that differ.
  let signStart: Int
  let labelStart: Int
  let labelWidth: Int
  /// The rows that there is room for.
  let shown: Range<Int>
  let valueWidth: Int

  private static let leastWidth = 12
  private static let widestLabel = 16

  /// Lays columns out.
  ///
  /// - Parameters:
  ///   - first: The first row that is shown, if there is not room for all.
  ///   - width: The columns of the screen.
  init(_ labels: [String], count: Int, from first: Int, width: Int, margin: Int) {
    signStart = margin
    labelStart = margin + 2
    let longest = labels.reduce(0) { max($0, TextWidth.width(of: $1)) }
    labelWidth = min(longest, Self.widestLabel, max(4, width / 4))
    let room = max(1, width - labelStart - labelWidth - margin)
    let shownCount = max(1, min(count, room / (Self.leastWidth + 1)))
    valueWidth = max(3, room / shownCount - 1)
    let start = max(0, min(first, count - shownCount))
    shown = start..<start + shownCount
  }

  /// The column in which a row's values start.
  func start(of row: Int) -> Int { labelStart + labelWidth + 1 + (row - shown.lowerBound) * (valueWidth + 1) }

  /// The first row to show so that another one is among those that are shown.
  func first(showing row: Int) -> Int {
    min(max(shown.lowerBound, row - shown.count + 1), row)
  }
}
