import SQLite

/// Keeps the counted values of fields, so that a field that comes back need not be counted again.
///
/// They are valid until anybody changes the database. It belongs to its store's thread.
final class KeptValues {
  /// The version of the database that the store's own connection sees, and how many rows that one has changed.
  struct Version: Equatable {
    private let number: Int64
    private let changeCount: Int

    /// Nil if it cannot be read now.
    init?(of database: Database) {
      guard let number = database.dataVersion else { return nil }
      (self.number, changeCount) = (number, database.connection.totalChangeCount)
    }
  }

  /// The counted values of a field in all rows of a table.
  struct Counted {
    let field: Int
    /// The version before counting began; the rows that were counted may be of a later one.
    let version: Version
    let lines: ValueLines
    let lineCount: Int
    let rowCount: Int
  }

  /// The last one is the latest.
  private var counted: [Counted] = []

  /// The most fields, and the most bytes of all of them.
  private static let (mostFields, mostBytes) = (16, 1 << 30)

  /// Keeps the values of a field.
  func keep(_ new: Counted) {
    counted.removeAll { $0.field == new.field || $0.version != new.version }
    counted.append(new)
    while counted.count > Self.mostFields || byteCount > Self.mostBytes { counted.removeFirst() }
  }

  /// The values of a field, if nothing has changed since they were counted; values of other versions are dropped.
  func values(of field: Int, in version: Version) -> Counted? {
    counted.removeAll { $0.version != version }
    return counted.first { $0.field == field }
  }

  /// How many bytes the values take on disk.
  var byteCount: Int { counted.reduce(0) { $0 + $1.lines.byteCount } }
}
