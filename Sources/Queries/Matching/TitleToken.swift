/// A piece of a folded title: a word, a sign that stands for a word, or a sign that divides the title.
enum TitleToken: Hashable {
  case word([UInt8])
  /// Begins a subtitle: a colon, a semicolon, or a dash between blanks.
  case divider
  case comma
  case opening
  case closing

  static func tokens(of title: UnsafeRawBufferPointer) -> [TitleToken] {
    TextFold.withFold(of: title) { folded in
      var (tokens, start, place) = ([TitleToken](), 0, 0)
      func endWord(at end: Int) {
        if end > start { tokens.append(.word(Array(folded[start..<end]))) }
      }
      while place < folded.count {
        let length = MatchHash.signLength(in: folded, at: place)
        guard length > 0 else {
          place += 1
          continue
        }
        endWord(at: place)
        if let word = SpokenSign.word(in: folded, at: place, length: length) {
          tokens.append(.word(Array(word)))
        }
        if let sign = sign(in: folded, at: place, length) { tokens.append(sign) }
        place += length
        start = place
      }
      endWord(at: place)
      return tokens
    }
  }

  private static func sign(in text: UnsafeRawBufferPointer, at place: Int, _ length: Int) -> TitleToken? {
    switch text[place] {
    case UInt8(ascii: ":"), UInt8(ascii: ";"): return .divider
    case UInt8(ascii: ","): return .comma
    case UInt8(ascii: "("), UInt8(ascii: "["): return .opening
    case UInt8(ascii: ")"), UInt8(ascii: "]"): return .closing
    case UInt8(ascii: "-"): return isBetweenBlanks(text, place, length) ? .divider : nil
    case 0xE2 where length == 3 && text[place + 1] == 0x80 && (0x93...0x95).contains(text[place + 2]):
      return isBetweenBlanks(text, place, length) || text[place + 2] != 0x93 ? .divider : nil
    default: return nil
    }
  }

  private static func isBetweenBlanks(_ text: UnsafeRawBufferPointer, _ place: Int, _ length: Int) -> Bool {
    place > 0 && text[place - 1] == UInt8(ascii: " ") && place + length < text.count
      && text[place + length] == UInt8(ascii: " ")
  }
}
