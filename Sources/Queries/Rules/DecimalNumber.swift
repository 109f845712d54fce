/// A decimal number with exact arithmetic.
struct DecimalNumber: Hashable, Sendable, CustomStringConvertible {
  private let digits: Int128
  private let places: Int

  private static let placeLimit = 18

  private init(_ digits: Int128, places: Int) { (self.digits, self.places) = (digits, places) }

  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first, text.count <= 30,
      text.utf8.contains(where: { (48...57).contains($0) })
    else { return nil }
    let fraction = parts.count == 2 ? parts[1] : ""
    guard fraction.utf8.allSatisfy({ (48...57).contains($0) }), fraction.count <= Self.placeLimit,
      let digits = Int128(String(whole) + fraction)
    else { return nil }
    (self.digits, places) = (digits, fraction.count)
  }

  var integer: Int? {
    let unit = Self.power(places)
    return digits % unit == 0 ? Int(exactly: digits / unit) : nil
  }

  private static func power(_ places: Int) -> Int128 { (0..<places).reduce(1) { power, _ in power * 10 } }

  func adding(_ other: DecimalNumber) -> DecimalNumber? {
    let places = max(places, other.places)
    let (left, isTooLarge) = digits.multipliedReportingOverflow(by: Self.power(places - self.places))
    let (right, isOtherTooLarge) = other.digits.multipliedReportingOverflow(
      by: Self.power(places - other.places))
    let (sum, isSumTooLarge) = left.addingReportingOverflow(right)
    return isTooLarge || isOtherTooLarge || isSumTooLarge ? nil : DecimalNumber(sum, places: places)
  }

  /// The product, with this number's decimal places if that is exact; nil if it has too many digits.
  func multiplied(by other: DecimalNumber) -> DecimalNumber? {
    var (product, isTooLarge) = digits.multipliedReportingOverflow(by: other.digits)
    var places = places + other.places
    while places > self.places, product % 10 == 0 { (product, places) = (product / 10, places - 1) }
    return isTooLarge || places > Self.placeLimit ? nil : DecimalNumber(product, places: places)
  }

  var description: String {
    let magnitude = String(digits.magnitude)
    let padded = String(repeating: "0", count: max(0, places + 1 - magnitude.count)) + magnitude
    let sign = digits < 0 ? "-" : ""
    return places == 0 ? sign + padded : "\(sign)\(padded.dropLast(places)).\(padded.suffix(places))"
  }

  var shortest: String {
    var (digits, places) = (digits, places)
    while places > 0, digits % 10 == 0 { (digits, places) = (digits / 10, places - 1) }
    return DecimalNumber(digits, places: places).description
  }
}
