/// What a person decides.
package enum SyncChoice: Hashable, Sendable {
  /// What is here.
  case mine
  /// What another machine has, by its place among those of the question, from 0.
  case other(Int)
  /// What it was before both.
  case original

  /// What the other machine has, or the first of several.
  package static let theirs = SyncChoice.other(0)

  /// Reads `mine`, `theirs`, `theirs2` for the second of several, or `original`.
  package init?(_ text: String) {
    switch text {
    case "mine": self = .mine
    case "original": self = .original
    case "theirs": self = .theirs
    default:
      guard text.hasPrefix("theirs"), let number = Int(text.dropFirst(6)), text == "theirs\(number)",
        number > 1
      else { return nil }
      self = .other(number - 1)
    }
  }

  /// The word for it.
  package var text: String {
    switch self {
    case .mine: "mine"
    case .other(let place): place == 0 ? "theirs" : "theirs\(place + 1)"
    case .original: "original"
    }
  }
}
