package enum StatusText {
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

  /// The status for a word, as in the template `reading`: to read, reading, read or stopped.
  package static func status(_ word: some StringProtocol) -> String? {
    statuses[word.lowercased().split { $0 == "-" || $0 == "_" || $0.isWhitespace }.joined(separator: " ")]
  }
}
