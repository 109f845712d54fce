/// How far a reading is, by its latest entry.
public struct ReadingProgress: Hashable, Sendable {
  /// The page, if one was noted.
  public var page: Int?
  /// The part of the book in percent, if one was noted.
  public var percent: Double?
  /// The pages of the book, if known.
  public var pages: Int?

  /// Creates one of its parts.
  public init(page: Int? = nil, percent: Double? = nil, pages: Int? = nil) {
    (self.page, self.percent, self.pages) = (page, percent, pages)
  }

  /// The part of the book that was read, from 0 to 1; nil if a page is known and the book's length is not.
  public var fraction: Double? {
    if let page, let pages, pages > 0 { return min(1, Double(page) / Double(pages)) }
    return percent.map { min(1, max(0, $0 / 100)) }
  }

  /// The page, or the one that the percentage comes to; nil if neither is known.
  public var reachedPage: Int? {
    page ?? percent.flatMap { percent in pages.map { Int((percent / 100 * Double($0)).rounded()) } }
  }
}
