import Records

/// A whole value, as typed after `=`.
///
/// Texts are compared byte by byte: the whole text, or one item of a list field. A number matches if it is shown as typed, or,
/// in a numeric field, if it has the same value. A date also matches the year or month that was typed.
public struct ExactValue: Hashable, Sendable {
  /// The typed text.
  public let text: String
  package let number: Value?
  package let range: MomentRange?
  private let written: String?

  init(_ text: String, in field: Field) {
    self.text = text
    number = ValueRange.number(text).flatMap { Self.isExact($0, text) ? $0 : nil }
    let typed = field.kind.dateForm == nil ? nil : TypedMoment(text)
    range = typed?.range
    // If a field always shows the time of day, a day is a range, like a year.
    written = field.kind.isDateTime && typed?.hasTime == false ? nil : typed?.written
  }

  private static func isExact(_ number: Value, _ text: String) -> Bool {
    guard case .real(let real) = number, abs(real) >= 0x1p53 else { return true }
    let digits = text.drop { "+-".contains($0) }
    return UInt64(digits).map { Double(exactly: $0) == abs(real) }
      ?? !digits.utf8.allSatisfy { (48...57).contains($0) }
  }

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
