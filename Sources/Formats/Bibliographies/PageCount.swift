enum PageCount {
  /// Reads `320`, `xii, 320`, `xii + 320 p.` or `412 Seiten`: the last number before the page sign, if there is one.
  static func read(_ text: String) -> String? {
    let words = text.split { !$0.isLetter && !$0.isNumber }
    let sign = words.firstIndex { ["p", "pp", "pages", "S", "Seiten", "s"].contains($0) }
    let numbers = words[..<(sign ?? words.endIndex)]
    // Two numbers without a page sign may be a range.
    let isClear = sign != nil || numbers.dropLast().allSatisfy { $0.allSatisfy { "ivxlcIVXLC".contains($0) } }
    guard isClear, let last = numbers.last, let number = Int(last), number > 0 else { return nil }
    return String(number)
  }
}
