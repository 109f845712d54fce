/// A passage that a reader marked, with an optional note.
package struct BookQuote: Hashable, Sendable {
  package var text: String
  package var note: String?
  /// The position: a page, a location, a chapter.
  package var place: String?
  /// The moment when it was marked, in ISO 8601.
  package var at: String?

  package init(text: String, note: String? = nil, place: String? = nil, at: String? = nil) {
    (self.text, self.note, self.place, self.at) = (text, note, place, at)
  }
}
