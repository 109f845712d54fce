import Records

/// What dead sessions have left, as far as it was read.
struct AbandonedReader {
  /// The numbers of the changes, in their order.
  var numbers: [Int64] = []
  /// How many of them were read.
  var done = 0
  /// Those of sessions that are doubted.
  var doubted: Set<Int64> = []
  /// The rows that came and went since the first of them, in their order.
  var events: [Place: [RowEvent]] = [:]
  /// The steps in which rows were to come or go.
  var steps: Set<Int64> = []
  /// The parts of such steps, by their numbers.
  private var wholes: [Int64: [AbandonedEntry]] = [:]
  /// What was read, each field once.
  private(set) var entries: [AbandonedEntry] = []
  private var places: [Place: Int] = [:]
  /// What was set in rows before deletions that are in doubt, which counts only where the database refuses these.
  private var overtaken: [Place: [AbandonedEntry]] = [:]

  /// The rows in which something was set after a deletion that is in doubt.
  private var edited: Set<Place> = []

  /// A field of a row, or a row.
  struct Place: Hashable {
    var table: String
    var key: RecordID.Key
    var column: String?
  }

  /// What became of a change after it was made.
  enum Fate {
    /// Nothing that is known.
    case open
    /// The row was to be deleted, which the database may refuse.
    case overtaken
    /// The database has had it, or its row is another one now.
    case settled
  }

  /// Takes in the next change.
  ///
  /// - Parameter maker: As for `RowEvent.ends(editOf:)`.
  mutating func add(_ entry: AbandonedEntry, _ number: Int64, by maker: Int64?) {
    var entry = entry
    entry.isDoubtful = doubted.contains(number)
    var place = Place(table: entry.change.table, key: entry.change.key, column: nil)
    switch events[place]?.fate(of: entry.change.kind, number, by: maker) ?? .open {
    case .settled: return
    case .overtaken: return overtake(entry, in: place)
    case .open: if entry.change.kind == .edit, hasDoubt(place) { edited.insert(place) }
    }
    if let step = entry.whole {
      wholes[step, default: []].append(entry)
      return entries.append(entry)
    }
    place.column = entry.change.column
    if let index = places[place] {
      entries[index].merge(entry)
    } else {
      places[place] = entries.endIndex
      entries.append(entry)
    }
  }

  private mutating func overtake(_ entry: AbandonedEntry, in row: Place) {
    let index = overtaken[row]?.firstIndex {
      $0.change.column == entry.change.column && $0.whole == entry.whole
    }
    if let index {
      overtaken[row]?[index].merge(entry)
    } else {
      overtaken[row, default: []].append(entry)
    }
  }

  /// Whether a change is of a step that is made as a whole, and not by itself: what is set in a row that comes back with
  /// the step waits for a write-back, as it did before.
  ///
  /// - Parameter isReference: Whether a change sets a field that points to a row.
  func isOfWhole(_ entry: AbandonedEntry, _ isReference: (LoggedChange) -> Bool) -> Bool {
    guard let step = entry.steps.first, steps.contains(step), entry.isOfWhole(isReference) else {
      return false
    }
    let came = events[row(of: entry)]?.contains { $0.kind == .insertion && $0.step == step } ?? false
    return entry.change.kind != .edit || !came
  }

  /// What was set in a row before its deletion, each field once and what foreign keys set in it by itself.
  func edits(before deletion: AbandonedEntry) -> [AbandonedEntry] { overtaken[row(of: deletion)] ?? [] }

  /// Gives out what somebody has set in a row before its deletion; nothing where a later deletion goes for it.
  mutating func takeEdits(before deletion: AbandonedEntry) -> [AbandonedEntry] {
    let row = row(of: deletion)
    guard let last = events[row]?.last(where: \.isInDoubt), deletion.numbers.contains(last.number) else {
      return []
    }
    return (overtaken.removeValue(forKey: row) ?? []).filter { $0.whole == nil }
  }

  /// Whether something was set in a row after its deletion, which was refused then.
  func isEdited(after deletion: AbandonedEntry) -> Bool { edited.contains(row(of: deletion)) }

  private func row(of entry: AbandonedEntry) -> Place {
    Place(table: entry.change.table, key: entry.change.key)
  }

  private func hasDoubt(_ row: Place) -> Bool { events[row]?.contains(where: \.isInDoubt) ?? false }

  /// Gives out all parts of a step, once.
  mutating func takeWhole(_ step: Int64) -> [AbandonedEntry] { wholes.removeValue(forKey: step) ?? [] }
}

extension AbandonedEntry {
  /// Takes a later change of the same field in.
  fileprivate mutating func merge(_ later: AbandonedEntry) {
    guard case .edit(let column, let before, _) = change.content,
      case .edit(_, _, let after) = later.change.content
    else { return }
    numbers += later.numbers
    steps += later.steps
    isDoubtful = isDoubtful || later.isDoubtful
    times = min(times.lowerBound, later.times.lowerBound)...max(times.upperBound, later.times.upperBound)
    change.content = .edit(column: column, before: before, after: after)
  }
}
