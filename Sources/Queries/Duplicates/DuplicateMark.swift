/// Keeps rows out of a group: all of its rows that have an ISBN, a volume or a language must agree on it.
package struct DuplicateMark {
  private(set) var isbn: UInt64?
  private(set) var volume: Double?
  private(set) var whole: UInt64?

  init(_ signs: RowSigns) {
    guard case .book(let book) = signs else { return }
    (isbn, volume, whole) = (book.isbn, book.volume, book.whole)
  }

  func agrees(with other: DuplicateMark) -> Bool {
    (isbn == nil || other.isbn == nil || isbn == other.isbn)
      && (volume == nil || other.volume == nil || volume == other.volume)
  }

  mutating func take(_ other: DuplicateMark) {
    isbn = isbn ?? other.isbn
    volume = volume ?? other.volume
  }
}
