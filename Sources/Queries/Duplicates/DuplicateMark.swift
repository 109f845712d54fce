/// What keeps a row out of a group: all rows of one have the same ISBN, volume and language, as far as they have any.
package struct DuplicateMark {
  private(set) var isbn: UInt64?
  private(set) var volume: Double?
  /// The hash of the title and the author.
  private(set) var whole: UInt64?

  /// Creates one from what a row is recognised by.
  init(_ signs: RowSigns) {
    guard case .book(let book) = signs else { return }
    (isbn, volume, whole) = (book.isbn, book.volume, book.whole)
  }

  /// Whether rows with these marks may be in one group.
  func agrees(with other: DuplicateMark) -> Bool {
    (isbn == nil || other.isbn == nil || isbn == other.isbn)
      && (volume == nil || other.volume == nil || volume == other.volume)
  }

  /// Takes over what another row says.
  mutating func take(_ other: DuplicateMark) {
    isbn = isbn ?? other.isbn
    volume = volume ?? other.volume
  }
}
