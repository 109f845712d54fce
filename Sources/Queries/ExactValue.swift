import Records

/// All of a value, as it is written behind `=`.
///
/// A text is equal byte by byte, as a whole or, in a field of lists, as one of its parts. A number is equal if it is shown as
/// what was typed, in a field of numbers also if it is the same number, and in a field of dates also if it is in the year or
/// the month that was typed.
public struct ExactValue: Hashable, Sendable {
  /// What was typed.
  public let text: String
  /// The number that it stands for, if it does.
  package let number: Value?
  /// The time that it stands for in a field of dates.
  package let range: MomentRange?
  /// A date as it is shown.
  private let written: String?

  init(_ text: String, in field: Field) {
    self.text = text
    number = ValueRange.number(text).flatMap { Self.isExact($0, text) ? $0 : nil }
    let typed = field.kind.dateForm == nil ? nil : TypedMoment(text)
    range = typed?.range
    // With the time of day always shown, a day is as good as a year.
    written = field.kind.isDateTime && typed?.hasTime == false ? nil : typed?.written
  }

  /// Whether a number has not lost digits of the text that it was made of.
  private static func isExact(_ number: Value, _ text: String) -> Bool {
    guard case .real(let real) = number, abs(real) >= 0x1p53 else { return true }
    let digits = text.drop { "+-".contains($0) }
    return UInt64(digits).map { Double(exactly: $0) == abs(real) }
      ?? !digits.utf8.allSatisfy { (48...57).contains($0) }
  }

  /// Whether a value of a field is what was typed.
  func isEqual(to value: Value, in field: Field) -> Bool {
    switch value {
    case .null, .blob: return false
    case .text(let held):
      if held.bytes.elementsEqual(text.utf8) { return true }
      if field.kind == .list {
        return ListText.parts(of: held.string).contains { $0.utf8.elementsEqual(text.utf8) }
      }
      return field.kind == .boolean && field.text(of: value).utf8.elementsEqual(text.utf8)
    case .integer, .real: return isShown(value, in: field)
    }
  }

  private func isShown(_ value: Value, in field: Field) -> Bool {
    let shown = field.text(of: value)
    if shown.utf8.elementsEqual(text.utf8) { return true }
    if let number, field.kind.holdsNumbers { return SortKey(number) == SortKey(value) }
    guard let range, let moment = field.dateTime(of: value), range.contains(Moment(moment)) else {
      return false
    }
    return written.map { $0 == shown } ?? true
  }
}
