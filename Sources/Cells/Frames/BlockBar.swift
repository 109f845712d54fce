/// A horizontal bar of block characters with a resolution of an eighth of a cell (Unicode, U+2588 to U+258F).
public enum BlockBar {
  private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// The bar for `part`, if `whole` fills the width in cells; at least an eighth for a part above zero.
  public static func text(_ part: Double, of whole: Double, width: Int) -> String {
    guard whole > 0, part > 0, width > 0 else { return "" }
    let count = max(1, Int((min(1, part / whole) * Double(width * 8)).rounded()))
    return String(repeating: "█", count: count / 8) + eighths[count % 8]
  }

  /// The bar in whole cells, which leave a gap to the bar above; at least one for a part above zero.
  public static func row(_ part: Double, of whole: Double, width: Int) -> String {
    guard whole > 0, part > 0, width > 0 else { return "" }
    return String(repeating: "▇", count: max(1, Int((min(1, part / whole) * Double(width)).rounded())))
  }

  private static let levels = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// The cells of a vertical bar from the bottom up, if `whole` fills the height in cells.
  ///
  /// A part above zero gets at least an eighth. There is one text per cell, up to the top of the bar.
  public static func column(_ part: Double, of whole: Double, height: Int) -> [String] {
    guard whole > 0, part > 0, height > 0 else { return [] }
    let count = max(1, Int(min(1, part / whole) * Double(height * 8)))
    return stride(from: 0, to: count, by: 8).map { levels[min(8, count - $0)] }
  }
}
