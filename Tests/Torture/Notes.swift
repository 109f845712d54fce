/// What a notebook must hold, by what somebody was told who edited it.
struct Notes {
  private var last: [String: String] = [:]
  private var written: Set<String> = []
  private var there: Set<String> = []
  private var gone: Set<String> = []
  private var doubtful: Set<String> = []

  mutating func take(_ deed: Deed) {
    switch deed {
    case .noted(let title, let note):
      last[title] = note
      written.remove(title)
    case .written(let title): written.insert(title)
    case .came(let title): there.insert(title)
    case .went(let title):
      last[title] = nil
      there.remove(title)
      gone.insert(title)
    case .doubted(let title): doubtful.insert(title)
    }
  }

  /// Says what is not as it was accepted.
  ///
  /// - Parameter isReset: Whether the database is the notebook as it was to begin with, without anything that was written.
  func losses(in notes: [String: String], isReset: Bool = false) -> [String] {
    var losses: [String] = []
    for (title, note) in last where !doubtful.contains(title) {
      if isReset, written.contains(title) || !title.hasPrefix(Notebook.marker) { continue }
      if notes[title] != note { losses.append("\(title) holds \(notes[title] ?? "nothing"), not \(note)") }
    }
    if isReset { return losses }
    losses += there.subtracting(doubtful).filter { notes[$0] == nil }.map { "\($0) is gone" }
    return losses + gone.subtracting(doubtful).filter { notes[$0] != nil }.map { "\($0) is there again" }
  }

  /// Whether a book may have gone.
  func mayLack(_ title: String) -> Bool { gone.contains(title) || doubtful.contains(title) }
}

/// What somebody who edits a notebook was told about a book, by its title.
enum Deed: Hashable {
  /// A note was accepted.
  case noted(String, String)
  /// The database has the last note.
  case written(String)
  /// The book is in the database.
  case came(String)
  /// The book is not in the database any more.
  case went(String)
  /// What was told leaves open what the database has.
  case doubted(String)
}

extension Deed: CustomStringConvertible {
  /// The deed as words on a line; no title or note has a space in it.
  var description: String {
    switch self {
    case .noted(let title, let note): "noted \(title) \(note)"
    case .written(let title): "written \(title)"
    case .came(let title): "came \(title)"
    case .went(let title): "went \(title)"
    case .doubted(let title): "doubted \(title)"
    }
  }

  init?(_ line: String) {
    let words = line.split(separator: " ").map(String.init)
    switch (words.first, words.count) {
    case ("noted", 3): self = .noted(words[1], words[2])
    case ("written", 2): self = .written(words[1])
    case ("came", 2): self = .came(words[1])
    case ("went", 2): self = .went(words[1])
    case ("doubted", 2): self = .doubted(words[1])
    default: return nil
    }
  }
}
