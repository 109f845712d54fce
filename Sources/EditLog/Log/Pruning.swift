import Platform
import Records
import SQLite

/// Drops old steps from an edit log in slices, so that a Save never waits long.
///
/// A step is marked first: history and undo then skip it, and if the program stops, the next start drops the rest. Its
/// changes are then deleted, some thousand at a time, and finally the file is shrunk.
struct Pruning {
  private let options: EditLogOptions
  /// Marked steps that are not deleted yet, oldest last.
  private var steps: [Int64] = []
  private var size = 256
  private var phase = Phase.dropping

  private enum Phase {
    case dropping
    case shrinking
    case done
  }

  static let largestSize = 2_048
  private static let smallestSize = 16
  private static let stepCount = 256

  init(_ options: EditLogOptions) { self.options = options }

  /// Does the next slice; returns the seconds to leave to other writers, or nil if nothing is left.
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

  private func shrink(on connection: Connection) throws(StoreError) -> Bool {
    let count = try connection.integer("PRAGMA freelist_count") ?? 0
    guard count > 0 else { return false }
    try connection.run("PRAGMA incremental_vacuum(\(size))")
    return try connection.integer("PRAGMA freelist_count") ?? count < count
  }

  static func byteCount(of connection: Connection) throws(StoreError) -> Int {
    func number(_ pragma: String) throws(StoreError) -> Int {
      Int(try connection.integer("PRAGMA \(pragma)") ?? 0)
    }
    return try (number("page_count") - number("freelist_count")) * number("page_size")
  }

  private static let marked =
    "SELECT id FROM step WHERE undone = \(LogCode.dropped) ORDER BY id LIMIT \(stepCount)"
  /// The oldest steps that the database surely has; the last step stays, so that no number is reused.
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
