/// The signs and blanks beyond ASCII that end a word, in UTF-8.
enum MatchSigns {
  private static let isSign: [Bool] = (0...0xFFFF).map { value in
    Unicode.Scalar(UInt32(value)).map(isSign) ?? false
  }

  static let leads: [Bool] = {
    var leads = [Bool](repeating: false, count: 256)
    for value in isSign.indices where value >= 0x80 && isSign[value] {
      leads[value < 0x800 ? 0xC0 | value >> 6 : 0xE0 | value >> 12] = true
    }
    return leads
  }()

  /// The length of the sign at an offset of valid UTF-8 whose byte is in `leads`; 0 for a letter.
  static func length(in text: UnsafeRawBufferPointer, at place: Int) -> Int {
    let length = text[place] < 0xE0 ? 2 : 3
    guard text[place] < 0xF0, place + length <= text.count else { return 0 }
    var value = Int(text[place]) & (length == 2 ? 0x1F : 0x0F)
    for next in 1..<length { value = value << 6 | Int(text[place + next] & 0x3F) }
    return isSign[value] ? length : 0
  }

  private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation, .spaceSeparator, .lineSeparator, .paragraphSeparator, .control:
      true
    default:
      // ´ and the modifier letters ʹ ʺ ʻ ʼ ʽ are used as apostrophes, and − as a dash.
      scalar == "\u{B4}" || (0x2B9...0x2BD).contains(scalar.value) || scalar == "\u{2212}"
        // ♯ ＄ ＋ ＝
        || [0x266F, 0xFF04, 0xFF0B, 0xFF1D].contains(scalar.value)
    }
  }
}
