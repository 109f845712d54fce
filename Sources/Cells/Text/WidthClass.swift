enum WidthClass: UInt32 {
  /// Left out: it is invisible, and terminals disagree whether it takes a column.
  case dropped
  case narrow
  case wide
  case mark
  /// Never sent; something that all terminals agree on replaces it.
  case replaced

  /// Takes scalars from the space upwards; O(log n) in the number of ranges.
  init(of scalar: Unicode.Scalar) {
    if scalar.value < 0x7F || 0xAE..<0x300 ~= scalar.value {
      self = .narrow
      return
    }
    // The last range that does not begin after the scalar contains it.
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
