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
