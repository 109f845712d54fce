struct TypedDate {
  /// One character for each piece: `1` for digits with their sign, `a` for a month's name with its full stop, and `-`, `/`,
  /// `.`, `,` for themselves; blanks only separate pieces.
  private(set) var shape = ""
  private(set) var numbers: [Number] = []
  private(set) var month = 1

  struct Number {
    var value: Int
    var digitCount: Int
    var sign: Character?

    var isBare: Bool { sign == nil }
    var signed: Int { sign == "-" ? -value : value }
    /// Whether the number cannot be a month or a day.
    var canOnlyBeYear: Bool { sign != nil || digitCount >= 3 }
  }

  /// Splits a text; nil if something in it cannot be part of a date.
  ///
  /// A `-` or `+` is a sign if a digit follows and a blank or nothing precedes.
  init?(_ text: String) {
    var rest = text[...]
    var canBeSigned = true
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
        canBeSigned = true
      } else {
        guard takePiece(from: &rest, canBeSigned: canBeSigned) else { return nil }
        canBeSigned = false
      }
    }
  }

  private mutating func takePiece(from rest: inout Substring, canBeSigned: Bool) -> Bool {
    guard let first = rest.first else { return false }
    if Self.isDigit(first) { return takeNumber(from: &rest, sign: nil) }
    if Self.isLetter(first) { return takeMonth(from: &rest) }
    rest.removeFirst()
    if canBeSigned, "+-".contains(first), let next = rest.first, Self.isDigit(next) {
      return takeNumber(from: &rest, sign: first)
    }
    shape.append(first)
    return "-/.,".contains(first)
  }

  private mutating func takeNumber(from rest: inout Substring, sign: Character?) -> Bool {
    let digits = rest.prefix(while: Self.isDigit)
    rest.removeFirst(digits.count)
    // More than nine digits are not a date, nor a number that a message should repeat.
    guard digits.count <= 9, let value = Int(digits) else { return false }
    shape.append("1")
    numbers.append(Number(value: value, digitCount: digits.count, sign: sign))
    return true
  }

  private mutating func takeMonth(from rest: inout Substring) -> Bool {
    let word = rest.prefix(while: Self.isLetter)
    rest.removeFirst(word.count)
    let name = word.lowercased()
    guard name.count >= 3, let index = Self.monthNames.firstIndex(where: { $0.hasPrefix(name) }) else {
      return false
    }
    if rest.first == "." { rest.removeFirst() }
    shape.append("a")
    month = index + 1
    return true
  }

  private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

  private static func isLetter(_ character: Character) -> Bool { character.isASCII && character.isLetter }

  private static let monthNames = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november",
    "december",
  ]
}
