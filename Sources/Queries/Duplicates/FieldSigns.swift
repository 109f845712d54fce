import Records

/// The values of the fields that somebody has named.
package struct FieldSigns {
  private let values: [Value]
  /// The words of each value.
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

  /// The hash; nil if there is no word in any of the fields.
  var hash: UInt64? {
    if words.allSatisfy(\.isEmpty) { return nil }
    let hash = words.reduce(MatchHash.basis) { hash, words in
      MatchHash.next(words.joined(separator: [0x20]).reduce(hash, MatchHash.next), 0)
    }
    return BookSigns.Meeting.fields.marked(hash)
  }

  /// Whether the fields hold the same words.
  func isSame(as other: FieldSigns) -> Bool { words == other.words }

  /// Whether the fields hold the same values.
  func isEqual(to other: FieldSigns) -> Bool { values == other.values }
}
