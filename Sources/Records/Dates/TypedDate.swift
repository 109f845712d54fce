/// A typed date taken apart: the order of its pieces, and what they say.
struct TypedDate {
  /// One character for each piece: `1` for digits with their sign, `a` for a month's name with its full stop,
  /// and `-`, `/`, `.`, `,` as themselves; blanks only part the others.
  private(set) var shape = ""
  /// The digits, in their order; as many as `shape` has `1`.
  private(set) var numbers: [Number] = []
  /// The last month that was named, 1 to 12; 1 where none was.
  private(set) var month = 1

  /// Digits as they were typed.
  struct Number {
    /// The digits' value.
    var value: Int
    /// How many digits were typed, leading zeros included.
    var digitCount: Int
    /// The sign before them.
    var sign: Character?

    /// Whether no sign was typed.
    var isBare: Bool { sign == nil }
    /// The value with its sign.
    var signed: Int { sign == "-" ? -value : value }
    /// Whether nobody would take this for a month or a day.
    var canOnlyBeYear: Bool { sign != nil || digitCount >= 3 }
  }

  /// Takes a text apart; nil where something in it cannot be part of a date.
  ///
  /// A `-` or `+` is a sign with a digit after it, and a blank or nothing before it.
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
    // More digits than nine are no date, and no number that a message should repeat.
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
