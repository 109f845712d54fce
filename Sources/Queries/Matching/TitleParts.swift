/// A title split into what distinguishes books and what editions and services write differently.
package struct TitleParts: Hashable, Sendable {
  package typealias Word = [UInt8]

  /// Without a leading article, and with numbers in digits.
  package private(set) var core: [Word] = []
  package private(set) var subtitle: [Word] = []
  /// As in *Dune (Dune Chronicles, #1)*.
  package private(set) var volume: Word?
  package private(set) var series: Set<Word> = []
  package private(set) var edition: Set<Word> = []

  package init(_ title: UnsafeRawBufferPointer, subtitle: UnsafeRawBufferPointer) {
    var (main, rest, bracket) = ([Word](), [Word](), [Word]())
    var (depth, isDivided, afterComma) = (0, false, -1)
    for token in TitleToken.tokens(of: title) {
      switch token {
      case .opening where !main.isEmpty: depth += 1
      case .closing where depth > 0:
        depth -= 1
        if depth == 0 { takeBracket(&bracket) }
      case .divider where depth == 0 && !main.isEmpty: isDivided = true
      case .comma where depth == 0 && !isDivided: afterComma = main.count
      case .word(let word) where depth > 0: bracket.append(word)
      case .word(let word) where isDivided: rest.append(word)
      case .word(let word): main.append(word)
      case .opening, .closing, .divider, .comma: break
      }
    }
    takeBracket(&bracket)
    // As in “Hobbit, The”.
    if afterComma == main.count - 1, afterComma > 0, let last = main.last, TitleWords.articles.contains(last)
    {
      main.removeLast()
    }
    core = Self.numbered(strippedOfArticle(strippedOfEdition(main)))
    let words = rest.isEmpty ? Self.words(of: subtitle) : rest
    self.subtitle = Self.numbered(strippedOfArticle(strippedOfEdition(words, mayEmpty: true)))
  }

  package var letters: Word { Array(core.joined()) }

  private static func words(of text: UnsafeRawBufferPointer) -> [Word] {
    var words: [Word] = []
    MatchHash.forEachWord(of: text) { words.append(Array($0)) }
    return words
  }

  /// Keeps a number or an edition, and ignores the name of a series.
  private mutating func takeBracket(_ words: inout [Word]) {
    defer { words = [] }
    if let last = words.last, TitleWords.editions.contains(last) {
      return edition.formUnion(words.dropLast().map { TitleWords.number($0, isLast: false) ?? $0 })
    }
    let numbered = Self.numbered(words)
    guard volume == nil, let number = numbered.last(where: TitleWords.isSmall) else { return }
    volume = number
    series = Set(numbered.filter { !TitleWords.isNumber($0) && !TitleWords.articles.contains($0) })
  }

  private mutating func strippedOfEdition(_ words: [Word], mayEmpty: Bool = false) -> [Word] {
    guard let last = words.last, TitleWords.editions.contains(last) else { return words }
    func isOfEdition(_ word: Word) -> Bool {
      TitleWords.qualifiers.contains(word) || TitleWords.number(word, isLast: false) != nil
    }
    let kept = words.dropLast().reversed().drop(while: isOfEdition).reversed()
    if kept.isEmpty, !mayEmpty { return words }
    // *Edition* alone, as in “Library Edition”, may belong to the title.
    if kept.count == words.count - 1, !mayEmpty { return words }
    let said = words[kept.count...].dropLast()
    edition.formUnion(
      said.map { TitleWords.number($0, isLast: false) ?? $0 }.filter { $0 != Array("the".utf8) })
    return Array(kept)
  }

  private func strippedOfArticle(_ words: [Word]) -> [Word] {
    guard words.count > 1, TitleWords.articles.contains(words[0]) else { return words }
    return Array(words.dropFirst())
  }

  private static func numbered(_ words: [Word]) -> [Word] {
    var numbered: [Word] = []
    for (place, word) in words.enumerated() {
      guard let number = TitleWords.number(word, isLast: place > 0 && place == words.count - 1) else {
        numbered.append(word)
        continue
      }
      if numbered.count > 1, let last = numbered.last, TitleWords.volumes.contains(last) {
        numbered.removeLast()
      }
      numbered.append(number)
    }
    return numbered
  }
}

/// Part of a folded title.
enum TitleToken: Hashable {
  case word([UInt8])
  /// A colon, a semicolon, or a dash between blanks.
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
