import Records

/// The values of the compared fields.
package struct FieldSigns {
  private let values: [Value]
  private let words: [[[UInt8]]]

  package init(_ values: [Value]) {
    self.values = values
    words = values.map { value in
      var words: [[UInt8]] = []
      value.plainBytes.withUnsafeBytes { bytes in
        MatchHash.forEachWord(of: bytes) { words.append(Array($0)) }
      }
      return words
    }
  }

  var hash: UInt64? {
    if words.allSatisfy(\.isEmpty) { return nil }
    let hash = words.reduce(MatchHash.basis) { hash, words in
      MatchHash.next(words.joined(separator: [0x20]).reduce(hash, MatchHash.next), 0)
    }
    return BookSigns.Meeting.fields.marked(hash)
  }

  func isSame(as other: FieldSigns) -> Bool { words == other.words }

  func isEqual(to other: FieldSigns) -> Bool { values == other.values }
}

extension Value {
  /// Nil for anything but a number or a text.
  package var plain: String? {
    switch self {
    case .null, .blob: nil
    case .integer(let number): String(number)
    case .real(let number):
      number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : String(number)
    case .text(let text): text.string
    }
  }

  package var plainBytes: [UInt8] {
    if case .text(let text) = self { text.bytes } else { Array((plain ?? "").utf8) }
  }
}
