import Records

/// What dead sessions have left, as far as it was read.
struct AbandonedReader {
  /// The numbers of the changes, in their order.
  var numbers: [Int64] = []
  /// How many of them were read.
  var done = 0
  /// Those of sessions that are doubted.
  var doubted: Set<Int64> = []
  /// What was read, each field once.
  private(set) var entries: [AbandonedEntry] = []
  private var places: [Place: Int] = [:]

  /// A field of a row.
  private struct Place: Hashable {
    let table: String
    let key: RecordID.Key
    let column: String?
  }

  /// Takes in the next change.
  mutating func add(_ entry: AbandonedEntry, _ number: Int64) {
    var entry = entry
    entry.isDoubtful = doubted.contains(number)
    let change = entry.change
    let place = Place(table: change.table, key: change.key, column: change.column)
    if let index = places[place] {
      entries[index].merge(entry)
    } else {
      places[place] = entries.endIndex
      entries.append(entry)
    }
  }
}
