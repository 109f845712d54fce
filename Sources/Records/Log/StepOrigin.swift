/// What a step did, if its changes alone would not show it; titles are empty for several books or rows.
public enum StepOrigin: Hashable, Sendable {
  case started(String)
  case progressed(String)
  case finished(String)
  case lent(String)
  case returned(String)
  /// The title of the row whose stars were set, perhaps first whole ones and then half a star.
  case rated(String)
  /// The number of rows that were moved, and the title of the first.
  case moved(Int, String)
  case imported(String)
  /// The name of a joining table's list, and the title of its row.
  case listed(String, of: String)
  case merged(String)
  /// The machines whose changes arrived; empty if only conflicts were settled.
  case synced(String)

  /// Whether the whole step was written to the database at once: readings, loans and names of shelves.
  public var isWrittenAtOnce: Bool {
    switch self {
    case .started, .progressed, .finished, .lent, .returned, .listed: true
    case .rated, .moved, .imported, .merged, .synced: false
    }
  }

  /// Separates the title from the keys, which only the log has.
  private static let separator: Unicode.Scalar = "\u{1}"

  /// The keys are grouped by remaining row, which comes first.
  package static func merged(_ title: String, keys: [[Int64]], in table: String) -> StepOrigin {
    let sets = keys.map { $0.map(String.init).joined(separator: ",") }.joined(separator: ";")
    return .merged("\(title)\(separator)\(table)\(separator)\(sets)")
  }

  /// The keys in a text from the log; nil for any other origin.
  package static func mergedKeys(in text: String) -> (table: String, keys: [[Int64]])? {
    let parts = text.unicodeScalars.split(separator: separator, omittingEmptySubsequences: false)
    guard text.hasPrefix("merged "), parts.count == 3 else { return nil }
    let sets = String(parts[2]).split(separator: ";").map {
      $0.split(separator: ",").compactMap { Int64($0) }
    }
    return (String(parts[1]), sets)
  }

  /// Nil for an origin that only a later version knows.
  package init?(text: String) {
    // A combining mark after the blank belongs to the title.
    guard let blank = text.utf8.firstIndex(of: UInt8(ascii: " ")) else { return nil }
    let rest = String(text[text.utf8.index(after: blank)...])
    switch text[..<blank] {
    case "started": self = .started(rest)
    case "progressed": self = .progressed(rest)
    case "finished": self = .finished(rest)
    case "lent": self = .lent(rest)
    case "returned": self = .returned(rest)
    case "rated": self = .rated(rest)
    case "moved":
      let parts = rest.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let count = Int(parts[0]) else { return nil }
      self = .moved(count, String(parts[1]))
    case "imported": self = .imported(rest)
    case "listed":
      let parts = rest.unicodeScalars.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      self = .listed(String(parts[0]), of: String(parts[1]))
    case "merged":
      self = .merged(String(rest.unicodeScalars.prefix { $0 != Self.separator }))
    case "synced": self = .synced(rest)
    default: return nil
    }
  }

  /// A word, a blank, and the rest.
  package var text: String {
    switch self {
    case .started(let title): "started \(title)"
    case .progressed(let title): "progressed \(title)"
    case .finished(let title): "finished \(title)"
    case .lent(let title): "lent \(title)"
    case .returned(let title): "returned \(title)"
    case .rated(let title): "rated \(title)"
    case .moved(let count, let title): "moved \(count) \(title)"
    case .imported(let name): "imported \(name)"
    case .listed(let name, let title): "listed \(name)\t\(title)"
    case .merged(let title): "merged \(title)"
    case .synced(let machines): "synced \(machines)"
    }
  }
}
