import Queries
import Records

/// Reads the rows of a table that are not in a file of folded texts yet, adds them to it, and finds those that match.
final class FoldedReader {
  private(set) var file: FoldedFile
  private let matcher: Matcher
  private var block = FoldedBlock()

  /// The bytes of texts after which rows are written to the file.
  private static let blockSize = 256 << 10

  init(_ file: FoldedFile, _ matcher: Matcher) { (self.file, self.matcher) = (file, matcher) }

  /// Reads the rows behind the last one of the file.
  func read(
    _ sql: TableSQL, on connection: Connection, tick: @escaping () -> Void,
    found: (Int64) throws(StoreError) -> Void
  ) throws(StoreError) {
    let textCount = sql.schema.searchedTexts.count
    let tests = SQLFunction.Tests(match: { [unowned self] in matches($0, textCount: textCount) })
    try SQLFunction.register(on: connection.pointer, tests, tick: tick)
    defer { try? SQLFunction.register(on: connection.pointer) {} }
    let columns = sql.columnList(sql.schema.searchedTexts)
    let after = file.lastKey == nil ? "" : "\(sql.keyList) > ? AND "
    // With an index SQLite might read the rows in another order.
    let text = """
      SELECT \(sql.keyList) FROM \(sql.table) NOT INDEXED \
      WHERE \(after)\(SQLFunction.match)(\(columns), \(sql.keyList)) ORDER BY \(sql.keyList)
      """
    let bindings = file.lastKey.map { [Value.integer($0)] } ?? []
    try connection.uncachedStatement(text, for: .list).forEachRow(binding: bindings) {
      row throws(StoreError) in try found(row.integer(at: 0))
    }
    flush()
    file.complete()
  }

  /// Writes the rows that were read since the last time.
  func flush() {
    file.append(block)
    block.removeAll()
  }

  /// Whether a row matches, whose key comes behind its texts.
  private func matches(_ arguments: SQLFunction.Arguments, textCount: Int) -> Bool {
    let text = { (index: Int) in SQLFunction.textIfAny(arguments[index]) }
    if file.isOpen { keep(SQLFunction.integer(arguments[textCount]), textCount, text) }
    guard file.isOpen else { return matcher.matches(count: textCount, text: text) }
    let isMatch = block.matchesLast(matcher)
    if block.byteCount >= Self.blockSize { flush() }
    return isMatch
  }

  private func keep(_ key: Int64, _ textCount: Int, _ text: (Int) -> UnsafeRawBufferPointer?) {
    guard let last = block.lastKey ?? file.lastKey, key <= last else {
      return block.append(key, textCount: textCount, text: text)
    }
    // A virtual table may give its rows in any order; then none can be kept, for the next search could not go on behind them.
    block.removeAll()
    file.clear()
  }
}
