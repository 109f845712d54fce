/// The digits of a decimal number; equal numbers are equal however they were written.
struct DecimalDigits: Hashable {
  /// The digits up to the last that is not zero; empty for zero.
  private var digits: [UInt8] = []
  /// The power of ten of the last digit; zero for zero.
  private var exponent = 0
  private var isNegative = false

  init(_ text: some StringProtocol) {
    let parts = text.utf8.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == 101 || $0 == 69 }
    guard let mantissa = parts.first else { return }
    var isFraction = false
    for byte in mantissa {
      switch byte {
      case 46: isFraction = true
      case 45: isNegative = true
      case 48...57:
        if byte != 48 || !digits.isEmpty { digits.append(byte) }
        if isFraction { exponent -= 1 }
      default: break
      }
    }
    guard !digits.isEmpty else {
      (exponent, isNegative) = (0, false)
      return
    }
    while digits.last == 48 {
      digits.removeLast()
      exponent += 1
    }
    // A double cannot have an exponent that does not fit into an Int.
    if parts.count == 2 {
      exponent += Int(String(decoding: parts[1], as: UTF8.self)).map { min(max($0, -9_999), 9_999) } ?? 0
    }
  }

  var integer: Int64? {
    guard exponent >= 0, digits.count + exponent <= 19 else { return nil }
    let zeros = [UInt8](repeating: 48, count: exponent)
    let text = String(decoding: digits + zeros, as: UTF8.self)
    return digits.isEmpty ? 0 : Int64((isNegative ? "-" : "") + text)
  }
}
