/// What was searched for in a list, the latest last, and how far back the person has gone in it.
public struct SearchHistory: Hashable, Sendable {
  /// The searches, none of them twice; what is set is cut to the latest ones.
  public var texts: [String] {
    get { kept }
    set { kept = Array(newValue.suffix(Self.limit)) }
  }

  /// The searches that are kept.
  public static let limit = 100

  private var kept: [String] = []
  /// How many searches ago the text in the prompt is, and what was typed before it was brought back.
  private var place = 0
  private var typed = ""

  /// Makes a history of searches.
  public init(_ texts: [String] = []) { self.texts = texts }

  /// Adds a search that is over; a blank one only ends the way through the others.
  mutating func note(_ text: String) {
    place = 0
    guard !text.allSatisfy(\.isWhitespace) else { return }
    texts = kept.filter { $0 != text } + [text]
  }

  /// The text so many searches before the one that is in the prompt, or after it; nil at either end.
  ///
  /// - Parameter text: What is in the prompt; at the latest end it comes back as it was typed.
  mutating func recall(_ count: Int, typed text: String) -> String? {
    let next = place + count
    guard next >= 0, next <= kept.count else { return nil }
    if place == 0 { typed = text }
    place = next
    return next == 0 ? typed : kept[kept.count - next]
  }
}
