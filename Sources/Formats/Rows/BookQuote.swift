/// A passage that a reader marked, with an optional note.
public struct BookQuote: Hashable, Sendable {
  /// The passage.
  public var text: String
  /// The reader's note; nil for none.
  public var note: String?
  /// The position: a page, a location, a chapter.
  public var place: String?
  /// The moment when it was marked, in ISO 8601.
  public var at: String?

  /// Creates a quote.
  public init(text: String, note: String? = nil, place: String? = nil, at: String? = nil) {
    (self.text, self.note, self.place, self.at) = (text, note, place, at)
  }
}
