import Records

/// The rows that share one hash; each is compared only with the most recent distinct ones, so that the time is linear.
package struct DuplicateBlock {
  private static let comparedCount = 64

  private let meeting: BookSigns.Meeting
  private var compared: [(place: Int64, signs: RowSigns)] = []
  private var pairs: [DuplicatePair] = []
  private var subtitlePairs: [DuplicatePair] = []
  private var subtitles: Set<[[UInt8]]> = []
  private var isbns: [UInt64: Set<UInt64>] = [:]
  package private(set) var marks: [Int64: DuplicateMark] = [:]

  package init(_ meeting: BookSigns.Meeting) { self.meeting = meeting }

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

  /// The pairs, once all rows have been added.
  ///
  /// A bare title whose subtitles differ is a series and none of its volumes. Without an ISBN, a row could be any of several
  /// editions, so its pairs are only likely.
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
