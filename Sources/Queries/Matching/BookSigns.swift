package struct BookSigns: Sendable {
  package let title: TitleParts
  package let whole: UInt64?
  package let author: NameWords
  package let isbn: UInt64?
  package let volume: Double?
  package let language: String

  package struct Cells {
    package var titles: [[UInt8]] = []
    package var subtitle: [UInt8] = []
    package var author: [UInt8] = []
    package var isbn, volume: String?
    package var language = ""

    package init() {}
  }

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

  /// Certainly different books or editions.
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

  /// Services write *en*, *eng* or *English*, so only the same style is compared.
  private func isInOtherLanguage(than other: BookSigns) -> Bool {
    let (left, right) = (language.utf8, other.language.utf8)
    return left.count == right.count && left.count > 1 && !left.prefix(2).elementsEqual(right.prefix(2))
  }

  package enum Alikeness: Hashable, Sendable {
    case none
    case spelling
    case subtitle
  }

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
    // A subtitle tells volumes and adaptations apart.
    let isOther = words.contains { TitleWords.isSmall($0) || TitleWords.otherWorks.contains($0) }
    return isOther ? .none : .subtitle
  }

  private var words: Set<TitleParts.Word> { Set(title.core + title.subtitle) }

  /// Different numbers may be volumes of a set.
  package func hasOtherNumbers(than other: BookSigns) -> Bool {
    let (left, right) = (words.filter(TitleWords.isSmall), other.words.filter(TitleWords.isSmall))
    return !left.isEmpty && !right.isEmpty && left != right
  }

  /// Enough shared words, so that an equal ISBN or service identifier is no mistake.
  package func isRelated(to other: BookSigns) -> Bool {
    let (left, right) = (words, other.words)
    if left.isEmpty || right.isEmpty { return true }
    return !hasOtherNumbers(than: other)
      && 2 * left.intersection(right).count >= min(left.count, right.count)
  }
}
