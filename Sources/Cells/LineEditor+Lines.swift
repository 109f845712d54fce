/// A text of several lines, which end with LF or CR LF.
extension LineEditor {
  /// The start of the line that a place is in.
  ///
  /// - Complexity: O(n) in the line's length.
  package func lineStart(at place: String.Index) -> String.Index {
    guard let end = text.utf8[..<place].lastIndex(of: 0x0A) else { return text.startIndex }
    return text.utf8.index(after: end)
  }

  /// The end of the line that a place is in, before what ends it.
  ///
  /// - Complexity: O(n) in the line's length.
  package func lineEnd(at place: String.Index) -> String.Index {
    guard let end = text.utf8[place...].firstIndex(of: 0x0A) else { return text.endIndex }
    guard end > place else { return end }
    let before = text.utf8.index(before: end)
    return text.utf8[before] == 0x0D ? before : end
  }

  /// Inserts a pasted text at the cursor with its lines.
  ///
  /// CR LF, CR, U+0085, U+2028 and U+2029 become LF; tabs stay, and other control characters are left out.
  ///
  /// - Complexity: O(n) in the length of both texts.
  package mutating func insert(pastedLines pasted: String) {
    var lines = String.UnicodeScalarView()
    var afterReturn = false
    for scalar in pasted.unicodeScalars {
      switch scalar.value {
      case 0x0A where afterReturn: break
      case 0x0A, 0x0D, 0x85, 0x2028, 0x2029: lines.append("\n")
      case 0x09: lines.append(scalar)
      case 0..<0x20, 0x7F..<0xA0: break
      default: lines.append(scalar)
      }
      afterReturn = scalar == "\r"
    }
    apply(.insert(String(lines)))
  }
}
