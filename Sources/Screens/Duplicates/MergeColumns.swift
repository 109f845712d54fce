import Cells

/// The layout of rows side by side.
struct MergeColumns {
  let signStart: Int
  let labelStart: Int
  let labelWidth: Int
  let shown: Range<Int>
  let valueWidth: Int

  private static let leastWidth = 12
  private static let widestLabel = 16

  /// - Parameter first: The first visible row, if there is not room for all.
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

  func start(of row: Int) -> Int { labelStart + labelWidth + 1 + (row - shown.lowerBound) * (valueWidth + 1) }

  /// The first row to show so that another one is visible.
  func first(showing row: Int) -> Int {
    min(max(shown.lowerBound, row - shown.count + 1), row)
  }
}
