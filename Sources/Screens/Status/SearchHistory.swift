/// The searches in a list, the latest last, and the position of the one recalled.
public struct SearchHistory: Hashable, Sendable {
  /// The searches without duplicates; the setter keeps only the latest ones.
  public var texts: [String] {
    get { kept }
    set { kept = Array(newValue.suffix(Self.limit)) }
  }

  /// The most searches that are kept.
  public static let limit = 100

  private var kept: [String] = []
  /// How many searches ago the text in the prompt was, and what was typed before the first recall.
  private var place = 0
  private var typed = ""

  /// Makes a history of searches.
  public init(_ texts: [String] = []) { self.texts = texts }

  /// Adds a finished search, and resets the position; a blank search is not added.
  mutating func note(_ text: String) {
    place = 0
    guard !text.allSatisfy(\.isWhitespace) else { return }
    texts = kept.filter { $0 != text } + [text]
  }

  /// The search a number of entries before the one in the prompt, or after it; nil at either end.
  ///
  /// - Parameter text: The text in the prompt; it is returned again at the latest end.
  mutating func recall(_ count: Int, typed text: String) -> String? {
    let next = place + count
    guard next >= 0, next <= kept.count else { return nil }
    if place == 0 { typed = text }
    place = next
    return next == 0 ? typed : kept[kept.count - next]
  }
}
