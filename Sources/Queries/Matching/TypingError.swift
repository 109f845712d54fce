/// A missing, extra or wrong letter, or two swapped letters.
enum TypingError {
  /// Too many shorter words differ by one letter.
  private static let leastLength = 4

  static func isOnly(between left: [[UInt8]], _ right: [[UInt8]]) -> Bool {
    guard left.count == right.count else {
      return abs(left.count - right.count) == 1 && left.joined().elementsEqual(right.joined())
        && left.filter(TitleWords.isNumber) == right.filter(TitleWords.isNumber)
    }
    let places = left.indices.filter { left[$0] != right[$0] }
    guard places.count == 1, let place = places.first else { return false }
    let (first, second) = (left[place], right[place])
    guard min(first.count, second.count) >= leastLength, !TitleWords.isNumber(first),
      !TitleWords.isNumber(second)
    else { return false }
    return isOne(first, second)
  }

  private static func isOne(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    if left.count > right.count { return isOne(right, left) }
    guard right.count - left.count <= 1 else { return false }
    let start = zip(left, right).prefix { $0 == $1 }.count
    let (first, second) = (left[start...], right[start...])
    if left.count < right.count { return first.elementsEqual(second.dropFirst()) }
    if first.dropFirst().elementsEqual(second.dropFirst()) { return true }
    guard first.count >= 2 else { return false }
    let isSwapped =
      first[start] == second[start + 1] && first[start + 1] == second[start]
    return isSwapped && first.dropFirst(2).elementsEqual(second.dropFirst(2))
  }
}
