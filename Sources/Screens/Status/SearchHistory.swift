/// The searches in a list, the latest last, and the position of the recalled one.
public struct SearchHistory: Hashable, Sendable {
  /// The searches without duplicates; the setter keeps only the latest ones.
  public var texts: [String] {
    get { kept }
    set { kept = Array(newValue.suffix(Self.limit)) }
  }

  /// The maximum number of searches.
  public static let limit = 100

  private var kept: [String] = []
  /// How many searches ago the text in the prompt was, and the text typed before the first recall.
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

  /// The search at a distance from the one in the prompt, whose text returns at the latest end; nil at either end.
  mutating func recall(_ count: Int, typed text: String) -> String? {
    let next = place + count
    guard next >= 0, next <= kept.count else { return nil }
    if place == 0 { typed = text }
    place = next
    return next == 0 ? typed : kept[kept.count - next]
  }
}
