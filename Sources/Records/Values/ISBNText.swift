/// International Standard Book Numbers (ISO 2108).
package enum ISBNText {
  /// The 13 digits of an ISBN-10 or ISBN-13, ignoring hyphens, blanks and brackets; nil if its check digit is wrong.
  package static func thirteen(_ text: some StringProtocol) -> String? {
    guard let number = checked(text) else { return nil }
    guard number.utf8.count == 10 else { return number }
    let body = "978" + number.dropLast()
    return body + String((10 - sum13(body) % 10) % 10)
  }

  /// The digits of an ISBN-10 or ISBN-13 with a correct check digit; nil for anything else.
  package static func checked(_ text: some StringProtocol) -> String? {
    let number = String(text.filter { $0 != "-" && $0 != " " && $0 != "[" && $0 != "]" }).uppercased()
    let bytes = Array(number.utf8)
    guard bytes.dropLast().allSatisfy({ (48...57).contains($0) }), let last = bytes.last else { return nil }
    switch bytes.count {
    case 10:
      guard last == 88 || (48...57).contains(last) else { return nil }
      let sum = bytes.enumerated().reduce(0) {
        $0 + (10 - $1.offset) * ($1.element == 88 ? 10 : Int($1.element) - 48)
      }
      return sum % 11 == 0 ? number : nil
    case 13:
      guard (48...57).contains(last), number.hasPrefix("978") || number.hasPrefix("979") else { return nil }
      return sum13(number) % 10 == 0 ? number : nil
    default: return nil
    }
  }

  package enum State: Hashable, Sendable {
    /// This many digits are missing.
    case unfinished(missing: Int)
    case right
    /// The check digit that would be correct.
    case wrong(checkDigit: Character)
    case none
  }

  /// Ignores hyphens and blanks.
  package static func state(of text: some StringProtocol) -> State {
    let digits = String(text.filter { $0 != "-" && $0 != " " }).uppercased()
    let (count, isLong) = (digits.count, digits.hasPrefix("978") || digits.hasPrefix("979"))
    let isNumber = digits.dropLast().allSatisfy { $0.isASCII && $0.isNumber }
    guard isNumber, count <= 13, count <= 10 || isLong else { return .none }
    guard let last = digits.last, last.isASCII, last.isNumber || last == "X" && count == 10 else {
      return count == 0 ? .unfinished(missing: 10) : .none
    }
    if checked(digits) != nil { return .right }
    if count == 13 || count == 10 && !isLong { return .wrong(checkDigit: checkDigit(digits.dropLast())) }
    return .unfinished(missing: (isLong ? 13 : 10) - count)
  }

  private static func checkDigit(_ body: Substring) -> Character {
    let digits = body.utf8.map { Int($0) - 48 }
    guard digits.count == 9 else { return Character(String((10 - sum13(String(body)) % 10) % 10)) }
    let sum = digits.enumerated().reduce(0) { $0 + (10 - $1.offset) * $1.element }
    let last = (11 - sum % 11) % 11
    return last == 10 ? "X" : Character(String(last))
  }

  private static func sum13(_ digits: String) -> Int {
    digits.utf8.enumerated().reduce(0) { $0 + (Int($1.element) - 48) * ($1.offset.isMultiple(of: 2) ? 1 : 3) }
  }
}
