import Formats
import Listings
import Records
import SQLite
import Tables

/// Compares rows of a block with a table without an object per row.
///
/// Takes the same rows as `BlockInserter`.
final class BlockComparer {
  private let statement: PreparedStatement
  private let targets: [(column: Int32, reader: CellReader, isText: Bool)?]

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

  /// Whether the row with this key holds each nonempty cell.
  ///
  /// False also for a row that the report has to mention: too few or too many cells, or a value that does not fit its field.
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
