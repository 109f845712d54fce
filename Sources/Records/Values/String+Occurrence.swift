/// Finding text in text, byte for byte.
///
/// The standard library's `contains(_:)` and `firstRange(of:)` for collections come with its regular expressions, a megabyte
/// of a program that is linked statically.
extension String {
  /// Where a text occurs first; nil if it does not.
  public func firstOccurrence(of part: String) -> Range<Index>? {
    let (all, part) = (utf8, Array(part.utf8))
    var start = all.startIndex
    for _ in stride(from: part.count, through: all.count, by: 1) {
      if all[start...].starts(with: part) { return start..<all.index(start, offsetBy: part.count) }
      start = all.index(after: start)
    }
    return nil
  }

  /// Whether a text occurs in it.
  public func includes(_ part: String) -> Bool { firstOccurrence(of: part) != nil }
}
