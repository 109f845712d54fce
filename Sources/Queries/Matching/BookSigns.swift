import Records

/// What a book is recognised by.
package struct BookSigns: Sendable {
  /// The title.
  package let title: TitleParts
  /// The hash of all words of the title and of the first author's name; nil for a title without words.
  package let whole: UInt64?
  /// The first author.
  package let author: NameWords
  /// The ISBN of 13 digits; nil if there is none, or its check digit is wrong.
  package let isbn: UInt64?
  /// The number in the series.
  package let volume: Double?
  /// The language as it is written, in lower case.
  package let language: String

  /// What a book is recognised by, as bytes and texts of its fields.
  package struct Cells {
    package var titles: [[UInt8]] = []
    package var subtitle: [UInt8] = []
    package var author: [UInt8] = []
    package var isbn: String?
    package var volume: String?
    package var language = ""

    /// Makes the cells of a book of which nothing is known.
    package init() {}
  }

  /// Reads a book.
  package init(_ cells: Cells) {
    var hash = TitleHash()
    for title in cells.titles { title.withUnsafeBytes { hash.addTitle($0) } }
    cells.author.withUnsafeBytes { hash.addAuthor($0) }
    whole = hash.value
    let titles = Array(cells.titles.joined(separator: [0x20]))
    title = titles.withUnsafeBytes { title in
      cells.subtitle.withUnsafeBytes { TitleParts(title, subtitle: $0) }
    }
    author = cells.author.withUnsafeBytes { NameWords($0) }
    isbn = cells.isbn.flatMap { MatchHash.isbn($0) }
    let number = cells.volume.flatMap { Double($0) }
    volume = number ?? title.volume.flatMap { Double(String(decoding: $0, as: UTF8.self)) }
    language = cells.language.lowercased()
  }

  // MARK: Comparing

  /// Whether something shows that two books are different ones, or different editions.
  package func contradicts(_ other: BookSigns) -> Bool {
    if let isbn, let number = other.isbn, isbn != number { return true }
    return isOfOtherVolume(than: other) || isInOtherLanguage(than: other) || isOfOtherEdition(than: other)
  }

  private func isOfOtherVolume(than other: BookSigns) -> Bool {
    if let volume, let number = other.volume, volume != number { return true }
    let (series, others) = (title.series, other.title.series)
    return !series.isEmpty && !others.isEmpty && series.isDisjoint(with: others)
  }

  private func isOfOtherEdition(than other: BookSigns) -> Bool {
    !title.edition.isEmpty && !other.title.edition.isEmpty && title.edition != other.title.edition
  }

  /// Services write *en*, *eng* or *English*: only what is written in the same way can be compared.
  private func isInOtherLanguage(than other: BookSigns) -> Bool {
    let (left, right) = (language.utf8, other.language.utf8)
    return left.count == right.count && left.count > 1 && !left.prefix(2).elementsEqual(right.prefix(2))
  }

  /// How two titles of the same author are alike.
  package enum Alikeness: Hashable, Sendable {
    /// They have nothing in common that counts.
    case none
    /// They differ by an article, an edition, signs or a typing error.
    case spelling
    /// One has a subtitle that the other lacks.
    case subtitle
  }

  /// How the titles of two books are alike.
  package func alikeness(_ other: BookSigns) -> Alikeness {
    let (left, right) = (title, other.title)
    guard !left.core.isEmpty, !right.core.isEmpty else { return .none }
    guard left.core == right.core else {
      let isTyped = TypingError.isOnly(between: left.core, right.core) && left.subtitle == right.subtitle
      return isTyped ? .spelling : .none
    }
    if left.subtitle == right.subtitle { return .spelling }
    guard left.subtitle.isEmpty || right.subtitle.isEmpty else {
      return TypingError.isOnly(between: left.subtitle, right.subtitle) ? .spelling : .none
    }
    let words = left.subtitle + right.subtitle
    // A volume is told by its subtitle, and so is what was made of the book.
    let isOther = words.contains { TitleWords.isSmall($0) || TitleWords.otherWorks.contains($0) }
    return isOther ? .none : .subtitle
  }

  private var words: Set<TitleParts.Word> { Set(title.core + title.subtitle) }

  /// Whether both titles have numbers, and not the same: they may be volumes of a set.
  package func hasOtherNumbers(than other: BookSigns) -> Bool {
    let (left, right) = (words.filter(TitleWords.isSmall), other.words.filter(TitleWords.isSmall))
    return !left.isEmpty && !right.isEmpty && left != right
  }

  /// Whether two titles have so much in common that the same ISBN, or name at a service, is no mistake.
  package func isRelated(to other: BookSigns) -> Bool {
    let (left, right) = (words, other.words)
    if left.isEmpty || right.isEmpty { return true }
    return !hasOtherNumbers(than: other)
      && 2 * left.intersection(right).count >= min(left.count, right.count)
  }
}
