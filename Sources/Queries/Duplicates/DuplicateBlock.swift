import Records

/// The rows that have met by one hash, and the pairs among them.
///
/// A row is compared with the last ones that differ from each other, so that a block of any size takes a time that grows
/// with its rows.
package struct DuplicateBlock {
  /// How many rows a row is compared with.
  private static let comparedCount = 64

  private let meeting: BookSigns.Meeting
  private var compared: [(place: Int64, signs: RowSigns)] = []
  private var pairs: [DuplicatePair] = []
  /// The pairs of which one has a subtitle that the other lacks.
  private var subtitlePairs: [DuplicatePair] = []
  private var subtitles: Set<[[UInt8]]> = []
  /// The ISBNs of books with the same title and author.
  private var isbns: [UInt64: Set<UInt64>] = [:]
  /// What is known of the rows in pairs.
  package private(set) var marks: [Int64: DuplicateMark] = [:]

  package init(_ meeting: BookSigns.Meeting) { self.meeting = meeting }

  /// Adds a row.
  package mutating func add(_ place: Int64, _ signs: RowSigns) {
    note(signs)
    var isNew = true
    for other in compared where isNew {
      guard var pair = DuplicatePair.comparing(other.signs, signs, meeting) else { continue }
      (pair.first, pair.second) = (other.place, place)
      (marks[other.place], marks[place]) = (DuplicateMark(other.signs), DuplicateMark(signs))
      if isBySubtitle(other.signs, signs, pair) { subtitlePairs.append(pair) } else { pairs.append(pair) }
      isNew = !(pair.isSure && isAlike(other.signs, signs))
    }
    guard isNew else { return }
    compared.append((place, signs))
    if compared.count > Self.comparedCount { compared.removeFirst() }
  }

  private mutating func note(_ signs: RowSigns) {
    guard meeting == .title, case .book(let book) = signs else { return }
    if !book.title.subtitle.isEmpty, subtitles.count < 2 { subtitles.insert(book.title.subtitle) }
    if let whole = book.whole, let isbn = book.isbn { isbns[whole, default: []].insert(isbn) }
  }

  /// Whether a row has no more to say than another.
  private func isAlike(_ left: RowSigns, _ right: RowSigns) -> Bool {
    guard case .book(let left) = left, case .book(let right) = right else { return true }
    return left.isbn == right.isbn && left.volume == right.volume
  }

  private func isBySubtitle(_ left: RowSigns, _ right: RowSigns, _ pair: DuplicatePair) -> Bool {
    guard pair.reason == .similar, case .book(let left) = left, case .book(let right) = right else {
      return false
    }
    return left.alikeness(right) == .subtitle
  }

  /// The pairs, once all rows are there.
  ///
  /// If one title has several subtitles, it is that of a series, and the bare title is none of its volumes. If there are
  /// several editions of a book, it is not certain which of them one without an ISBN is.
  package var result: [DuplicatePair] {
    let bare = subtitles.count > 1 ? [] : subtitlePairs
    return pairs.map { pair in
      guard pair.isSure, pair.reason == .title, let first = marks[pair.first],
        let second = marks[pair.second], first.isbn != second.isbn,
        first.whole.map({ isbns[$0, default: []].count > 1 }) == true
      else { return pair }
      return pair.doubted
    } + bare
  }
}
