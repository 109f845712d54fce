import Records

/// The year, month and day of a partial date, as far as given.
package enum DateParts {
  /// Reads `2024`, `2024-05`, `2024-05-01` or `-0750` without creating a string; otherwise nil.
  package static func read(_ text: Text) -> [Int]? {
    var bytes = text.bytes[...]
    let isBefore = bytes.first == UInt8(ascii: "-")
    if isBefore { bytes = bytes.dropFirst() }
    guard bytes.count <= 10, let year = number(&bytes, digits: 4) else { return nil }
    var parts = [isBefore ? -year : year]
    while let next = bytes.first {
      bytes = bytes.dropFirst()
      guard next == UInt8(ascii: "-"), parts.count < 3, let part = number(&bytes, digits: 2) else {
        return nil
      }
      parts.append(part)
    }
    guard year > 0 else { return nil }
    return isDate(parts) ? parts : nil
  }

  private static func number(_ bytes: inout ArraySlice<UInt8>, digits: Int) -> Int? {
    guard bytes.count >= digits else { return nil }
    var number = 0
    for byte in bytes.prefix(digits) {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    bytes = bytes.dropFirst(digits)
    return number
  }

  private static func isDate(_ parts: [Int]) -> Bool {
    guard CalendarDate.years.contains(parts[0]) else { return false }
    guard parts.count > 1 else { return true }
    guard (1...12).contains(parts[1]) else { return false }
    guard parts.count > 2 else { return true }
    return (1...CalendarDate.dayCount(ofMonth: parts[1], year: parts[0])).contains(parts[2])
  }
}
