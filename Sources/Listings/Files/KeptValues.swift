import SQLite

/// Caches the counted values of fields until the database changes; belongs to its store's thread.
final class KeptValues {
  /// The data version that the store's own connection sees, and the number of rows that this connection has changed.
  struct Version: Equatable {
    private let number: Int64
    private let changeCount: Int

    init?(of database: Database) {
      guard let number = database.dataVersion else { return nil }
      (self.number, changeCount) = (number, database.connection.totalChangeCount)
    }
  }

  struct Counted {
    let field: Int
    let version: Version
    let lines: ValueLines
    let lineCount, rowCount: Int
  }

  private var counted: [Counted] = []

  private static let (mostFields, mostBytes) = (16, 1 << 30)

  func keep(_ new: Counted) {
    counted.removeAll { $0.field == new.field || $0.version != new.version }
    counted.append(new)
    while counted.count > Self.mostFields || byteCount > Self.mostBytes { counted.removeFirst() }
  }

  /// Nil if anything has changed since the values were counted; drops values of other versions.
  func values(of field: Int, in version: Version) -> Counted? {
    counted.removeAll { $0.version != version }
    return counted.first { $0.field == field }
  }

  var byteCount: Int { counted.reduce(0) { $0 + $1.lines.byteCount } }
}
