/// Searches, the latest last, with the position of the recalled one.
public struct SearchHistory: Hashable, Sendable {
  /// Without duplicates; the setter keeps the latest ones.
  public var texts: [String] {
    get { kept }
    set { kept = Array(newValue.suffix(Self.limit)) }
  }

  package static let limit = 100

  private var kept: [String] = []
  /// How many searches ago the prompt's text was, and the text before the first recall.
  private var place = 0
  private var typed = ""

  package init(_ texts: [String] = []) { self.texts = texts }

  mutating func note(_ text: String) {
    place = 0
    guard !text.allSatisfy(\.isWhitespace) else { return }
    texts = kept.filter { $0 != text } + [text]
  }

  /// Nil at either end; after the latest search comes the typed text.
  mutating func recall(_ count: Int, typed text: String) -> String? {
    let next = place + count
    guard next >= 0, next <= kept.count else { return nil }
    if place == 0 { typed = text }
    place = next
    return next == 0 ? typed : kept[kept.count - next]
  }
}
