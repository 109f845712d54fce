/// What a step of the history came from, where its changes alone would not say it.
public enum StepOrigin: Hashable, Sendable {
  /// A book was started; its title.
  case started(String)
  /// A book was finished; its title.
  case finished(String)
  /// A book was lent; its title.
  case lent(String)
  /// A book came back; its title.
  case returned(String)
  /// A file was imported; its name.
  case imported(String)

  /// Reads what the edit log has; nil if it is nothing that is known here, as a later version may write it.
  package init?(text: String) {
    // A mark that combines with the blank belongs to the title.
    guard let blank = text.utf8.firstIndex(of: UInt8(ascii: " ")) else { return nil }
    let rest = String(text[text.utf8.index(after: blank)...])
    switch text[..<blank] {
    case "started": self = .started(rest)
    case "finished": self = .finished(rest)
    case "lent": self = .lent(rest)
    case "returned": self = .returned(rest)
    case "imported": self = .imported(rest)
    default: return nil
    }
  }

  /// What the edit log keeps: a word, a blank, and the rest.
  package var text: String {
    switch self {
    case .started(let title): "started \(title)"
    case .finished(let title): "finished \(title)"
    case .lent(let title): "lent \(title)"
    case .returned(let title): "returned \(title)"
    case .imported(let name): "imported \(name)"
    }
  }
}
