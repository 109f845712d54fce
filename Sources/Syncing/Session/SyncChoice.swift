package enum SyncChoice: Hashable, Sendable {
  case mine
  /// The value of another machine, by its index in the question.
  case other(Int)
  case original

  /// The value of the other machine, or the first of several.
  package static let theirs = SyncChoice.other(0)

  /// Parses `mine`, `theirs`, `theirs2` for the second of several, or `original`.
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

  package var text: String {
    switch self {
    case .mine: "mine"
    case .other(let place): place == 0 ? "theirs" : "theirs\(place + 1)"
    case .original: "original"
    }
  }
}
