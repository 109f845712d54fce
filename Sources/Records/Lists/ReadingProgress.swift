/// The progress of a reading, by its latest entry.
public struct ReadingProgress: Hashable, Sendable {
  /// The page, if it was recorded.
  public var page: Int?
  /// The percentage of the book, if it was recorded.
  public var percent: Double?
  /// The number of pages of the book, if known.
  public var pages: Int?

  /// Creates a progress.
  public init(page: Int? = nil, percent: Double? = nil, pages: Int? = nil) {
    (self.page, self.percent, self.pages) = (page, percent, pages)
  }

  /// The fraction read, from 0 to 1; nil if only a page is known and not the book's length.
  public var fraction: Double? {
    if let page, let pages, pages > 0 { return min(1, Double(page) / Double(pages)) }
    return percent.map { min(1, max(0, $0 / 100)) }
  }

  /// The page, recorded or computed from the percentage; nil if unknown.
  public var reachedPage: Int? {
    page ?? percent.flatMap { percent in pages.map { Int((percent / 100 * Double($0)).rounded()) } }
  }
}
