import Records

/// A closed or open range of numbers or texts; either bound may be missing.
///
/// Values are compared as lists order them; a value of another storage class is never in the range.
public struct ValueRange: Hashable, Sendable {
  /// The lower bound, if there is one.
  public let lower: Value?
  /// The upper bound, if there is one.
  public let upper: Value?
  /// Whether the bounds themselves are in the range.
  public let includesBounds: Bool
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
