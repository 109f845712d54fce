import Platform
import Records
import SQLite

/// Drops old steps from an edit log a slice at a time, so that a Save never waits long for it.
///
/// A step is marked first: history and undo skip it from then on, and a program that is stopped in between, or killed,
/// leaves the rest of it for the next start. Its changes are deleted then, some thousand at a time, and in the end the file
/// is shrunk.
struct Pruning {
  private let options: EditLogOptions
  /// Marked steps that are not gone yet, the oldest last.
  private var steps: [Int64] = []
  /// How many changes, or pages, go in one transaction.
  private var size = 256
  private var phase = Phase.dropping

  /// The stages of the work.
  private enum Phase {
    /// Steps are marked and go.
    case dropping
    /// The file becomes smaller.
    case shrinking
    case done
  }

  /// The most changes that go in one transaction.
  static let largestSize = 2_048
  private static let smallestSize = 16
  /// The most steps that are marked in one transaction.
  private static let stepCount = 256

  init(_ options: EditLogOptions) { self.options = options }

  /// Does the next slice.
  ///
  /// - Returns: For how many seconds to pause then, so that others can write; nil if nothing is left.
  mutating func goOn(on connection: Connection) throws(StoreError) -> Double? {
    let start = SystemClock.monotonicSeconds
    switch phase {
    case .dropping:
      if steps.isEmpty, try !findSteps(on: connection) {
        phase = .shrinking
      } else {
        try dropSlice(on: connection)
      }
    case .shrinking: if try !shrink(on: connection) { phase = .done }
    case .done: return nil
    }
    let seconds = SystemClock.monotonicSeconds - start
    if seconds < 0.002 { size = min(2 * size, Self.largestSize) }
    if seconds > 0.004 { size = max(size / 2, Self.smallestSize) }
    return min(3 * seconds, 0.1)
  }

  /// Finds steps that were marked, or marks some; false where none is to go.
  private mutating func findSteps(on connection: Connection) throws(StoreError) -> Bool {
    steps = try numbers(Self.marked, [], on: connection)
    if !steps.isEmpty { return true }
    var chosen = try numbers(
      Self.old, [.real(SystemClock.secondsSince1970 - options.longestAge)], on: connection)
    if chosen.isEmpty, try Self.byteCount(of: connection) > options.largestByteCount {
      chosen = try numbers(Self.old, [.real(.infinity)], on: connection)
    }
    guard !chosen.isEmpty else { return false }
    try connection.transaction { () throws(StoreError) in
      let sql = "UPDATE step SET undone = \(LogCode.dropped) WHERE id = ?"
      for step in chosen { try connection.execute(sql, [.integer(step)]) }
    }
    steps = chosen
    return true
  }

  private func numbers(
    _ sql: String, _ values: [Value], on connection: Connection
  ) throws(StoreError) -> [Int64] {
    try connection.rows(sql, values) { $0.integer(at: 0) }.reversed()
  }

  /// Deletes so many changes of the marked steps, and the steps of which nothing is left.
  private mutating func dropSlice(on connection: Connection) throws(StoreError) {
    var (left, rest) = (size, steps)
    try connection.transaction { () throws(StoreError) in
      while left > 0, let step = rest.last {
        for sql in Self.removals {
          try connection.execute(sql, [.integer(step), .integer(Int64(left))])
        }
        let count = connection.changedRowCount
        if count < left {
          try connection.execute("DELETE FROM step WHERE id = ?", [.integer(step)])
          rest.removeLast()
        }
        left -= max(count, 1)
      }
    }
    steps = rest
  }

  /// Gives some free pages back to the system; false where there are none.
  private func shrink(on connection: Connection) throws(StoreError) -> Bool {
    let count = try connection.integer("PRAGMA freelist_count") ?? 0
    guard count > 0 else { return false }
    try connection.run("PRAGMA incremental_vacuum(\(size))")
    return try connection.integer("PRAGMA freelist_count") ?? count < count
  }

  /// The bytes of a log that hold something.
  static func byteCount(of connection: Connection) throws(StoreError) -> Int {
    func number(_ pragma: String) throws(StoreError) -> Int {
      Int(try connection.integer("PRAGMA \(pragma)") ?? 0)
    }
    return try (number("page_count") - number("freelist_count")) * number("page_size")
  }

  private static let marked =
    "SELECT id FROM step WHERE undone = \(LogCode.dropped) ORDER BY id LIMIT \(stepCount)"
  /// The oldest steps, without those that the database may not have; the last one stays, so that no number is given out twice.
  static let old = """
    SELECT id FROM step WHERE time < ? AND id < (SELECT max(id) FROM step)
      AND NOT \(LogCode.hasPending("step.id")) AND id NOT IN (SELECT step FROM draft) ORDER BY id
    LIMIT (SELECT min(max(count(*) / 32, 1), \(stepCount)) FROM step)
    """
  private static let removals = [
    "DELETE FROM image WHERE change IN (SELECT id FROM change WHERE step = ?1 ORDER BY id LIMIT ?2)",
    "DELETE FROM change WHERE id IN (SELECT id FROM change WHERE step = ?1 ORDER BY id LIMIT ?2)",
  ]
}
