import Records

/// How many statements of each kind SQLite has run, judging by their texts.
struct Tally: Hashable, Sendable {
  var listQueries = 0
  /// The queries that count rows, and those for the keys at some positions, used by jumps.
  var countQueries = 0
  /// The queries that read records, one or several hundred at a time.
  var hydrations = 0
  var transactions = 0
  var updates = 0
  var columns = 0
  /// All others: those on the schema, those that compare one value, and the ends of transactions.
  var others = 0

  mutating func count(_ sql: String) {
    // A transaction that only reads, for a search, starts without the write lock.
    if sql.hasPrefix("BEGIN IMMEDIATE") {
      transactions += 1
    } else if sql.hasPrefix("UPDATE"), let start = sql.firstRange(of: " SET "),
      let end = sql.firstRange(of: " WHERE ")
    {
      updates += 1
      // Values are always parameters, so there is one per column.
      columns += sql[start.upperBound..<end.lowerBound].count { $0 == "?" }
    } else if sql.hasPrefix("SELECT"), sql.contains("FROM book") {
      // A list query reads only keys and titles, a count only keys, and a comparison a single value.
      let isByKey = ["pk = ?", "pk IN (", "pk BETWEEN ?"].contains { sql.contains($0) }
      let isCount = ["SELECT count(*)", "SELECT min(pk)", "SELECT max(pk)"].contains { sql.hasPrefix($0) }
      if isCount || sql.hasPrefix("SELECT pk FROM") && sql.hasSuffix(" OFFSET ?") {
        countQueries += 1
      } else if !sql.contains("author") || !isByKey {
        listQueries += 1
      } else if sql.contains("copyright") {
        hydrations += 1
      } else {
        others += 1
      }
    } else {
      others += 1
    }
  }

  /// The statements that read or write records; their number does not depend on timing.
  var recordStatements: Int { hydrations + transactions + updates }

  static func - (after: Tally, before: Tally) -> Tally {
    var tally = Tally()
    for path in [
      \Tally.listQueries, \.countQueries, \.hydrations, \.transactions, \.updates, \.columns, \.others,
    ] as [WritableKeyPath<Tally, Int>] {
      tally[keyPath: path] = after[keyPath: path] - before[keyPath: path]
    }
    return tally
  }
}
