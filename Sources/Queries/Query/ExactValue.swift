import Records

/// A whole value, as typed after `=`.
///
/// Texts are compared byte by byte: the whole text, or one item of a list. A number matches as shown or, in a numeric field, by
/// value. A date also matches its typed year or month.
package struct ExactValue: Hashable, Sendable {
  package let text: String
  package let number: Value?
  package let range: MomentRange?
  private let written: String?

  init(_ text: String, in field: Field) {
    self.text = text
    number = ValueRange.number(text).flatMap { Self.isExact($0, text) ? $0 : nil }
    let typed = field.kind.dateForm == nil ? nil : TypedMoment(text)
    range = typed?.range
    // A day is a range if the field always shows the time of day.
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

/// A range of numbers or texts, ordered as in lists; a value of another storage class is never in the range.
package struct ValueRange: Hashable, Sendable {
  /// The bounds; nil if there is none.
  package let lower, upper: Value?
  package let includesBounds: Bool
  private let lowerKey, upperKey: SortKey?

  init(_ lower: Value?, _ upper: Value?, includesBounds: Bool) {
    (self.lower, self.upper, self.includesBounds) = (lower, upper, includesBounds)
    (lowerKey, upperKey) = (lower.map { SortKey($0) }, upper.map { SortKey($0) })
  }

  package var isNumeric: Bool { (lower ?? upper ?? .null).isNumber }

  var isReversed: Bool {
    guard let lowerKey, let upperKey else { return false }
    return upperKey < lowerKey
  }

  package func contains(_ value: Value) -> Bool {
    switch value {
    case .null, .blob: return false
    case .text: if isNumeric { return false }
    case .integer, .real: if !isNumeric { return false }
    }
    let key = SortKey(value)
    if let lowerKey, key < lowerKey || !includesBounds && key == lowerKey { return false }
    if let upperKey, upperKey < key || !includesBounds && key == upperKey { return false }
    return true
  }

  static func number(_ text: String) -> Value? {
    if let integer = Int64(text) { return .integer(integer) }
    guard text.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }), let real = Double(text) else {
      return nil
    }
    return .real(real)
  }
}
