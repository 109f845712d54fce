/// The origin of a step of the history, where its changes alone would not say it.
public enum StepOrigin: Hashable, Sendable {
  /// A book was started; its title, empty for several books.
  case started(String)
  /// It was noted how far a book was read; its title.
  case progressed(String)
  /// A book was finished; its title, empty for several books.
  case finished(String)
  /// A book was lent; its title, empty for several books.
  case lent(String)
  /// A book came back; its title, empty for several books.
  case returned(String)
  /// Rows were moved in an order by hand; how many, and the title of the first one.
  case moved(Int, String)
  /// A file was imported; its name.
  case imported(String)
  /// The list that a joining table makes was changed: what it is called, and the title of its row, empty for several rows.
  case listed(String, of: String)
  /// Rows were merged; the title of the first one that stayed.
  case merged(String)
  /// Changes of other machines arrived; what these are called, empty if only something was settled.
  case synced(String)

  /// Whether the database had the step at once, fields included: readings, loans, and the names of shelves.
  public var isWrittenAtOnce: Bool {
    switch self {
    case .started, .progressed, .finished, .lent, .returned, .listed: true
    case .moved, .imported, .merged, .synced: false
    }
  }

  /// Reads the form in the edit log; nil for one that only a later version knows.
  package init?(text: String) {
    // A mark that combines with the blank belongs to the title.
    guard let blank = text.utf8.firstIndex(of: UInt8(ascii: " ")) else { return nil }
    let rest = String(text[text.utf8.index(after: blank)...])
    switch text[..<blank] {
    case "started": self = .started(rest)
    case "progressed": self = .progressed(rest)
    case "finished": self = .finished(rest)
    case "lent": self = .lent(rest)
    case "returned": self = .returned(rest)
    case "moved":
      let parts = rest.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let count = Int(parts[0]) else { return nil }
      self = .moved(count, String(parts[1]))
    case "imported": self = .imported(rest)
    case "listed":
      let parts = rest.unicodeScalars.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      self = .listed(String(parts[0]), of: String(parts[1]))
    case "merged": self = .merged(rest)
    case "synced": self = .synced(rest)
    default: return nil
    }
  }

  /// The form in the edit log: a word, a blank, and the rest.
  package var text: String {
    switch self {
    case .started(let title): "started \(title)"
    case .progressed(let title): "progressed \(title)"
    case .finished(let title): "finished \(title)"
    case .lent(let title): "lent \(title)"
    case .returned(let title): "returned \(title)"
    case .moved(let count, let title): "moved \(count) \(title)"
    case .imported(let name): "imported \(name)"
    case .listed(let name, let title): "listed \(name)\t\(title)"
    case .merged(let title): "merged \(title)"
    case .synced(let machines): "synced \(machines)"
    }
  }
}
