import Cells

/// Where the columns of rows side by side are.
struct MergeColumns {
  /// The column of the sign for fields that differ.
  let signStart: Int
  let labelStart: Int
  let labelWidth: Int
  /// How many rows there is room for.
  let shownCount: Int
  let valueWidth: Int

  private static let leastWidth = 12
  private static let widestLabel = 16

  init(_ labels: [String], count: Int, width: Int, margin: Int) {
    signStart = margin
    labelStart = margin + 2
    let longest = labels.reduce(0) { max($0, TextWidth.width(of: $1)) }
    labelWidth = min(longest, Self.widestLabel, max(4, width / 4))
    let room = max(1, width - labelStart - labelWidth - margin)
    shownCount = max(1, min(count, room / (Self.leastWidth + 1)))
    valueWidth = max(3, room / shownCount - 1)
  }

  /// The column in which a row's values start.
  func start(of row: Int) -> Int { labelStart + labelWidth + 1 + row * (valueWidth + 1) }
}
