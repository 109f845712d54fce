import Formats
import Listings
import Records
import SQLite
import Tables

/// Tells whether a table already holds the rows of a block, without an object for each row.
final class BlockComparer {
  private let statement: PreparedStatement
  /// For each cell with a field: its column in the statement, its reader, and whether its bytes are stored unchanged.
  private let targets: [(column: Int32, reader: CellReader, isText: Bool)?]

  /// Makes a comparer for the rows that a `BlockInserter` could add.
  ///
  /// - Parameter readers: Read the cells.
  init(_ database: Database, _ sql: TableSQL, _ readers: [CellReader?]) throws(StoreError) {
    statement = try database.connection.statement(sql.values(readers.compactMap { $0?.index }))
    var column: Int32 = -1
    targets = readers.map { reader in
      reader.map { reader in
        column += 1
        return (column, reader, reader.field.affinity == .text && reader.plain == .all)
      }
    }
  }

  /// Whether the row with a key holds the value of each nonempty cell.
  ///
  /// - Returns: False also for a row that the report has to mention: one with fewer or more cells than the header, or
  ///   with a value that does not fit its field.
  func isHeld(_ row: Int, of block: CSVBlock, by key: Int64) throws(StoreError) -> Bool {
    let cells = block.cells(of: row)
    guard cells.count == targets.count else { return false }
    return try statement.firstRow(binding: [.integer(key)]) { held in
      zip(cells, targets).allSatisfy { cell, target in
        guard let target else { return true }
        let range = block.range(of: cell)
        return range.isEmpty || Self.isEqual(range, of: block, target, held)
      }
    } ?? false
  }

  private static func isEqual(
    _ range: Range<Int>, of block: CSVBlock, _ target: (column: Int32, reader: CellReader, isText: Bool),
    _ held: PreparedStatement
  ) -> Bool {
    guard target.isText, held.isUTF8(at: target.column) else {
      let bytes = Array(block.bytes[range])
      let (value, problem) = target.reader.read(EncodedBytes.value(of: bytes) ?? .text(Text(bytes: bytes)))
      guard problem == nil else { return false }
      return value == nil || value == held.value(at: target.column)
    }
    var isEqual = false
    block.bytes.withUnsafeBytes { bytes in
      held.withBytes(at: target.column) {
        isEqual = $0.elementsEqual(UnsafeRawBufferPointer(rebasing: bytes[range]))
      }
    }
    return isEqual
  }
}
