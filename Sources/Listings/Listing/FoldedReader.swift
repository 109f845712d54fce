import Queries
import Records
import SQLite
import Tables

/// Reads the rows of a table that are not in its file of folded texts yet, and adds them.
final class FoldedReader {
  private(set) var file: FoldedFile
  private var block = FoldedBlock()

  private static let blockSize = 256 << 10

  init(_ file: FoldedFile) { self.file = file }

  /// Reads the rows after the last one in the file, until there are no more or the work is cancelled.
  func read(_ sql: TableSQL, on connection: Connection) throws(StoreError) {
    let textCount = sql.schema.searchedTexts.count
    // An SQL function receives the texts without a copy.
    let tests = SQLFunction.Tests(match: { [unowned self] in
      add($0, textCount: textCount)
      return false
    })
    try SQLFunction.register(on: connection.pointer, tests) {}
    defer {
      try? SQLFunction.register(on: connection.pointer) {}
      flush()
    }
    let columns = sql.columnList(sql.schema.searchedTexts)
    let after = file.lastKey == nil ? "" : "\(sql.keyList) > ? AND "
    // With an index, SQLite might read the rows in another order.
    let text = """
      SELECT \(sql.keyList) FROM \(sql.table) NOT INDEXED \
      WHERE \(after)\(SQLFunction.match)(\(columns), \(sql.keyList)) ORDER BY \(sql.keyList)
      """
    try connection.uncachedStatement(text, for: .list).forEachRow(
      binding: file.lastKey.map { [Value.integer($0)] } ?? []
    ) { _ in }
    flush()
    file.complete()
  }

  private func add(_ arguments: SQLFunction.Arguments, textCount: Int) {
    guard file.isOpen else { return }
    let key = SQLFunction.integer(arguments[textCount])
    if let last = block.lastKey ?? file.lastKey, key <= last {
      // A virtual table may return its rows in any order. Then no rows can be kept, because a search could not continue after
      // them.
      block.removeAll()
      return file.clear()
    }
    block.append(key, textCount: textCount) { SQLFunction.textIfAny(arguments[$0]) }
    if block.byteCount >= Self.blockSize { flush() }
  }

  private func flush() {
    file.append(block)
    block.removeAll()
  }
}
