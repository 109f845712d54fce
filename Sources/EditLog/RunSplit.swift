import Records
import SQLite

/// The division of a run of rows into two entries of the log, because not all of its rows can be taken back.
struct RunSplit {
  let connection: Connection

  /// Divides a run so that its first entry keeps some rows; the others get an entry with a number of their own.
  ///
  /// - Parameters:
  ///   - count: How many rows stay, of those in the order in which they were changed.
  ///   - title: The title of the row that one of the two is named after: of a run that came the first row of the second
  ///     entry, of one that went the last row of the first.
  ///   - last: A number that is greater than that of any change.
  /// - Returns: The number of the second entry.
  /// - Throws: `changedSince` if the run makes no sense.
  func split(_ change: Int64, keeping count: Int, title: Value, after last: Int64) throws(StoreError) -> Int64
  {
    let run = try read(change)
    guard 1..<run.rows ~= count, let parts = run.parts(keeping: count) else { throw .changedSince }
    guard let first = run.key.advanced(by: run.isFalling ? run.rows - count : 0),
      let second = run.key.advanced(by: run.isFalling ? 0 : count)
    else { throw .changedSince }
    let number = max(last, try connection.integer("SELECT max(id) FROM change") ?? 0) + 1
    try connection.execute(
      Self.copy,
      [
        .integer(number), .integer(change), PackedKey.value(of: second), .integer(Int64(run.rows - count)),
      ])
    try connection.execute(
      "INSERT INTO image SELECT ?, layout, falling, ? FROM image WHERE change = ?",
      [.integer(number), .blob(parts.rest), .integer(change)])
    try connection.execute(
      "UPDATE change SET key = ?, rows = ? WHERE id = ?",
      [PackedKey.value(of: first), .integer(Int64(count)), .integer(change)])
    try connection.execute(
      "UPDATE image SET content = ? WHERE change = ?", [.blob(parts.kept), .integer(change)])
    try connection.execute(
      "UPDATE change SET title = ? WHERE id = ?",
      [title, .integer(run.isInsertion ? number : change)])
    return number
  }

  private static let copy = """
    INSERT INTO change (id, step, "table", key, title, kind, "column", before, after, state, depth, rows)
    SELECT ?1, step, "table", ?3, title, kind, "column", before, after, state, depth, ?4 FROM change WHERE id = ?2
    """

  /// A run as the log has it.
  private struct Run {
    let key: RecordID.Key
    let rows: Int
    let isInsertion: Bool
    let isFalling: Bool
    let columnCount: Int
    let content: [UInt8]

    /// The digests, or the values, of the first rows and of the others.
    func parts(keeping count: Int) -> (kept: [UInt8], rest: [UInt8])? {
      if isInsertion {
        guard content.count == rows * PackedBytes.digestSize else { return nil }
        let place = count * PackedBytes.digestSize
        return (Array(content[..<place]), Array(content[place...]))
      }
      guard let values = PackedBytes.unpack(content), values.count == rows * columnCount else { return nil }
      let place = count * columnCount
      return (PackedBytes.pack(Array(values[..<place])), PackedBytes.pack(Array(values[place...])))
    }
  }

  private func read(_ change: Int64) throws(StoreError) -> Run {
    let sql = """
      SELECT c.key, c.rows, c.kind, i.falling, l.columns, i.content
      FROM change c JOIN image i ON i.change = c.id JOIN layout l ON l.id = i.layout WHERE c.id = ?
      """
    let run = try connection.row(sql, [.integer(change)]) { row -> Run? in
      guard let key = PackedKey.key(of: row.value(at: 0)), let names = row.value(at: 4).bytes,
        let content = row.value(at: 5).bytes
      else { return nil }
      return Run(
        key: key, rows: Int(row.integer(at: 1)), isInsertion: LogCode.kind(row.integer(at: 2)) == .insertion,
        isFalling: row.integer(at: 3) != 0, columnCount: PackedBytes.unpack(names)?.count ?? 0,
        content: content)
    }
    guard let run = run ?? nil else { throw .changedSince }
    return run
  }
}
