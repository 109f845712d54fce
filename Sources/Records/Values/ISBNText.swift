/// The numbers of books (ISO 2108).
public enum ISBNText {
  /// The 13 digits of an ISBN of 10 or 13, or nil if its check digit is wrong; hyphens, blanks and brackets fall away.
  public static func thirteen(_ text: some StringProtocol) -> String? {
    guard let number = checked(text) else { return nil }
    guard number.utf8.count == 10 else { return number }
    let body = "978" + number.dropLast()
    return body + String((10 - sum13(body) % 10) % 10)
  }

  /// The digits of an ISBN of 10 or 13 whose check digit is right; nil for anything else.
  public static func checked(_ text: some StringProtocol) -> String? {
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

  /// How far a text is an ISBN.
  public enum State: Hashable, Sendable {
    /// It may become one with so many more digits.
    case unfinished(missing: Int)
    /// It is one.
    case right
    /// Its last digit should be another one.
    case wrong(checkDigit: Character)
    /// It cannot become one.
    case none
  }

  /// How far a text is an ISBN, while it is typed; hyphens and blanks do not count.
  public static func state(of text: some StringProtocol) -> State {
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

  /// The last digit that belongs to the 9 or 12 before it.
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
