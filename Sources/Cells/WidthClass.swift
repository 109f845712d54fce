/// What becomes of a Unicode scalar in a cell.
enum WidthClass: UInt32 {
  /// It is left out: terminals do not agree whether it takes a column, and nobody sees it.
  case dropped
  /// It takes one column.
  case narrow
  /// It takes two columns.
  case wide
  /// It joins the glyph before it and takes no column.
  case mark
  /// It is never sent; something that every terminal agrees about stands for it.
  case replaced

  /// The class of a scalar from the space upwards.
  ///
  /// - Complexity: O(log n) in the number of ranges.
  init(of scalar: Unicode.Scalar) {
    if scalar.value < 0x7F || 0xAE..<0x300 ~= scalar.value {
      self = .narrow
      return
    }
    // The range that holds the scalar is the last one that does not begin after it.
    let key = scalar.value << 3 | 7
    var low = 0
    var high = Self.table.count
    while low < high {
      let middle = (low + high) / 2
      if Self.table[middle] <= key { low = middle + 1 } else { high = middle }
    }
    self = WidthClass(rawValue: Self.table[max(0, low - 1)] & 7) ?? .replaced
  }
}
