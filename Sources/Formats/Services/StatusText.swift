/// How far a book is read, in the words that people and services have for it.
public enum StatusText {
  /// The words for each status, without hyphens.
  private static let words = [
    "to read": [
      "to read", "want to read", "unread", "not read", "planned", "for later", "not begun", "not started",
      "plan to read", "to be read", "tbr",
    ],
    "reading": ["reading", "currently reading", "in progress", "started", "now reading"],
    "read": ["read", "finished", "already read", "completed", "complete", "done"],
    "stopped": [
      "stopped", "stopped reading", "did not finish", "dnf", "abandoned", "unfinished", "given up",
    ],
  ]
  private static let statuses = Dictionary(
    uniqueKeysWithValues: words.flatMap { status, words in words.map { ($0, status) } })

  /// The status that a word means, as the template `reading` has it: to read, reading, read or stopped.
  public static func status(_ word: some StringProtocol) -> String? {
    statuses[word.lowercased().split { $0 == "-" || $0 == "_" || $0.isWhitespace }.joined(separator: " ")]
  }
}
