import Records

/// What dead sessions have left, as far as it was read.
struct AbandonedReader {
  /// The numbers of the changes, in their order.
  var numbers: [Int64] = []
  /// How many of them were read.
  var done = 0
  /// Those of sessions that are doubted.
  var doubted: Set<Int64> = []
  /// The last deletion of each row.
  var deletions: [Place: Int64] = [:]
  /// What was read, each field once.
  private(set) var entries: [AbandonedEntry] = []
  private var places: [Place: Int] = [:]
  /// What was set in rows before their last deletions, which counts only where the database refuses these.
  private var overtaken: [Place: [AbandonedEntry]] = [:]

  /// A field of a row, or a row.
  struct Place: Hashable {
    var table: String
    var key: RecordID.Key
    var column: String?
  }

  /// Takes in the next change.
  mutating func add(_ entry: AbandonedEntry, _ number: Int64) {
    var entry = entry
    entry.isDoubtful = doubted.contains(number)
    var place = Place(table: entry.change.table, key: entry.change.key, column: nil)
    // The row that it is of was deleted; one that has its key now is another one.
    if entry.change.kind == .edit, number < deletions[place] ?? 0 {
      let index = overtaken[place]?.firstIndex { $0.change.column == entry.change.column }
      if let index {
        overtaken[place]?[index].merge(entry)
      } else {
        overtaken[place, default: []].append(entry)
      }
      return
    }
    place.column = entry.change.column
    if let index = places[place], entry.change.column != nil {
      entries[index].merge(entry)
    } else {
      places[place] = entries.endIndex
      entries.append(entry)
    }
  }

  /// What was set in a row before its deletion, each field once.
  func edits(before deletion: LoggedChange) -> [AbandonedEntry] {
    overtaken[Place(table: deletion.table, key: deletion.key, column: nil)] ?? []
  }
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
