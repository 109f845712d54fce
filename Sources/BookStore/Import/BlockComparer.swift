import Formats
import Records

/// Tells whether the rows of a table hold what the rows of a block say, without an object for each.
final class BlockComparer {
  private let statement: PreparedStatement
  /// The column of the statement's row for each cell, if it has a field, and whether its bytes are the column's.
  private let targets: [(column: Int32, reader: CellReader, isText: Bool)?]

  /// Makes a comparer for the rows that a `BlockInserter` could add.
  ///
  /// - Parameter readers: What reads the cells.
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

  /// Whether the row of a key has the value of each cell that is not empty.
  ///
  /// - Returns: False also for a row about which the report says something: one with fewer or more cells than the header, or
  ///   with a value that its field does not take.
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
      let (value, problem) = target.reader.read(.text(Text(bytes: Array(block.bytes[range]))))
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
