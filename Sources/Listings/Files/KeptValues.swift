import SQLite

/// The values of fields that were counted in all rows of a table, so that a field that comes back need not be counted again.
///
/// They are valid until anybody changes the database. It belongs to its store's thread.
final class KeptValues {
  /// The version of the database that the store's own connection sees, and how many rows that one has changed.
  struct Version: Equatable {
    private let number: Int64
    private let changeCount: Int

    /// Nil if it cannot be read now.
    init?(seenBy connection: Connection) {
      guard let number = connection.dataVersion else { return nil }
      (self.number, changeCount) = (number, connection.totalChangeCount)
    }
  }

  /// What was counted.
  struct Counted {
    let version: Version
    let lines: ValueLines
    let lineCount: Int
    let rowCount: Int
  }

  private var counted: [Int: Counted] = [:]

  /// The most fields.
  private static let mostFields = 16

  /// Keeps what was counted of a field.
  ///
  /// - Parameter values: Those of the version of before counting, or of a later one.
  func keep(_ values: Counted, of field: Int) {
    counted = counted.filter { $0.value.version == values.version }
    if counted.count >= Self.mostFields { counted.removeAll() }
    counted[field] = values
  }

  /// What was counted of a field, if nothing has changed since.
  func values(of field: Int, in version: Version) -> Counted? {
    counted[field].flatMap { $0.version == version ? $0 : nil }
  }

  /// How many bytes the values take on disk.
  var byteCount: Int { counted.values.reduce(0) { $0 + $1.lines.byteCount } }
}
