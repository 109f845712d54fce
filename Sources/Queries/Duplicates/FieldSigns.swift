import Records

/// The values of the fields that the person chose for the comparison.
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
