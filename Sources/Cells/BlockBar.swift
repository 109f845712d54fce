/// A horizontal bar of block characters, which shows eighths of a cell (Unicode, Block Elements, U+2588 to U+258F).
public enum BlockBar {
  private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// The bar for a part of a whole; the whole would fill the width.
  ///
  /// A part above zero gets at least an eighth.
  ///
  /// - Parameter width: In cells.
  public static func text(_ part: Double, of whole: Double, width: Int) -> String {
    guard whole > 0, part > 0, width > 0 else { return "" }
    let count = max(1, Int((min(1, part / whole) * Double(width * 8)).rounded()))
    return String(repeating: "█", count: count / 8) + eighths[count % 8]
  }

  private static let levels = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// The cells of a column for a part of a whole, from the bottom up; the whole would fill the height.
  ///
  /// A part above zero gets at least an eighth.
  ///
  /// - Parameter height: In cells.
  /// - Returns: As many texts of one cell as the column reaches.
  public static func column(_ part: Double, of whole: Double, height: Int) -> [String] {
    guard whole > 0, part > 0, height > 0 else { return [] }
    let count = max(1, Int(min(1, part / whole) * Double(height * 8)))
    return stride(from: 0, to: count, by: 8).map { levels[min(8, count - $0)] }
  }
}
