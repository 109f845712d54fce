/// A passage that a reader marked, with what the reader said of it.
public struct BookQuote: Hashable, Sendable {
  /// The passage.
  public var text: String
  /// The reader's note; nil for none.
  public var note: String?
  /// Where it stands: a page, a location, a chapter.
  public var place: String?
  /// When it was marked, in ISO 8601.
  public var at: String?

  /// Creates a quote.
  public init(text: String, note: String? = nil, place: String? = nil, at: String? = nil) {
    (self.text, self.note, self.place, self.at) = (text, note, place, at)
  }
}
