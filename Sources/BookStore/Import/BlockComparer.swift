import Formats
import Records

/// Tells whether the rows of a table hold what the rows of a block say, without an object for each.
final class BlockComparer {
  private let sql: TableSQL
  private let statement: PreparedStatement
  /// The column of the statement's row for each cell, if it has a field, and whether its bytes are the column's.
  private let targets: [(column: Int32, field: Field, isText: Bool)?]

  /// Makes a comparer for the rows that a `BlockInserter` could add.
  ///
  /// - Parameter fields: The fields of the cells.
  init(_ database: Database, _ sql: TableSQL, _ fields: [Int?]) throws(StoreError) {
    self.sql = sql
    statement = try database.connection.statement(sql.values(fields.compactMap(\.self)))
    var column: Int32 = -1
    targets = fields.map { place in
      place.map { place in
        let field = sql.schema.fields[place]
        column += 1
        return (column, field, field.affinity == .text && ImportColumns.isStoredAsIs(field).texts)
      }
    }
  }

  /// Whether the row of a key has the value of each cell that is not empty.
  ///
  /// - Returns: False also for a row with fewer or more cells than the header, about which the report says something.
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
    _ range: Range<Int>, of block: CSVBlock, _ target: (column: Int32, field: Field, isText: Bool),
    _ held: PreparedStatement
  ) -> Bool {
    guard target.isText, held.isUTF8(at: target.column) else {
      let cell = Value.text(Text(bytes: Array(block.bytes[range])))
      return ImportColumns.value(cell, target.field) == held.value(at: target.column)
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
