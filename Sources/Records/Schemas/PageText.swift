/// Page counts as catalogues and shops write them.
package enum PageText {
  private static let signs: Set = ["p", "pp", "page", "pages", "s", "seiten"]

  /// The digits of `320 pages`, `320 p.`, `1,032 pp.` or `xii + 320 p.`, without Roman numerals; otherwise nil.
  package static func read(_ text: String) -> String? {
    let words = text.lowercased().split { $0.isWhitespace || $0 == "+" }
    guard let sign = words.last, signs.contains(String(sign.last == "." ? sign.dropLast() : sign)) else {
      return nil
    }
    let others = words.dropLast()
    guard let number = others.last, others.dropLast().allSatisfy(isRoman) else { return nil }
    let digits = String(number)
    return Int(digits).map(String.init) ?? ImportedForm.number(digits, isWhole: true)
  }

  private static func isRoman(_ word: Substring) -> Bool {
    let number = word.last == "," ? word.dropLast() : word
    return !number.isEmpty && number.allSatisfy { "ivxlc".contains($0) }
  }
}
