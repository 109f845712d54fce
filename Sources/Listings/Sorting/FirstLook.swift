import CSQLite
import Queries
import SQLite

/// Finds the first rows of an order in a separate pass, judging most rows by the first bytes of their keys.
final class FirstLook {
  private let terms: [KeySorter.Term]
  private let firstTerm: KeySorter.Term
  private let ignoresArticles: Bool
  private let writer = KeyWriter()
  private var first: FirstKeys
  private var (rowCount, keyCount) = (0, 0)

  init(
    _ terms: [KeySorter.Term], beginningWith firstTerm: KeySorter.Term, count: Int, byteLimit: Int = 4 << 20
  ) {
    var firstTerm = firstTerm
    firstTerm.isValue = true
    (self.terms, self.firstTerm) = (terms, firstTerm)
    ignoresArticles = !firstTerm.articles.isEmpty
    first = FirstKeys(count: count, byteLimit: byteLimit)
  }

  var rowids: [Int64] { first.rowids }

  /// Whether too many keys had to be made, so that it is faster to pick out the first rows while reading all rows.
  var isSlow: Bool { keyCount > Self.patience && keyCount * 4 > rowCount }

  private static let patience = 16_384

  func canHold(_ argument: OpaquePointer?) -> Bool {
    rowCount += 1
    guard let start = start(of: argument) else { return true }
    let order = KeyStart(start, isDescending: firstTerm.isDescending).comparison(
      with: first.limit?.order ?? .max)
    return order < 0 || order == 0 && canHold(wholeKeyOf: argument)
  }

  private func canHold(wholeKeyOf argument: OpaquePointer?) -> Bool {
    keyCount += 1
    // Any row that passes lets the statement end.
    if isSlow { return true }
    writer.removeAll()
    SQLFunction.withCell(of: argument) { writer.append(firstTerm, $0, $1, $2) }
    let order = first.comparison(ofStart: writer.bytes)
    // Rows come in rowid order, so later rows with an equal key sort after the earlier ones.
    return order < 0 || order == 0 && terms.count > 1
  }

  private func start(of argument: OpaquePointer?) -> SortKey.Start? {
    switch firstTerm.isNumber ? sqlite3_value_numeric_type(argument) : sqlite3_value_type(argument) {
    case SQLITE_NULL: return SortKey.startOfNull
    case SQLITE_INTEGER: return SortKey.start(ofInteger: sqlite3_value_int64(argument))
    case SQLITE_FLOAT: return SortKey.start(ofReal: sqlite3_value_double(argument))
    case SQLITE_TEXT:
      let text = SQLFunction.text(argument)
      // The key may begin after an article, whose first bytes say nothing about it.
      return ignoresArticles && firstTerm.articles.canBegin(text) ? nil : SortKey.start(ofText: text)
    default: return nil
    }
  }

  /// Adds the current row, in rowid order: the rowid, and then the value or the key of each term.
  func add(_ row: PreparedStatement) {
    keyCount += 1
    writer.removeAll()
    for (column, term) in terms.enumerated() {
      row.withCell(at: Int32(column + 1)) { writer.append(term, $0, $1, $2) }
    }
    writer.append(rowid: row.integer(at: 0))
    first.offer(writer.bytes)
  }
}

/// Up to eight first bytes of a term's key, enough to reject most of the rows that come after the first ones.
struct KeyStart {
  private let bytes: UInt64
  private let mask: UInt64

  @inline(__always)
  init(_ start: SortKey.Start, isDescending: Bool) {
    mask = ~0 << UInt64(64 - 8 * start.count)
    guard isDescending else {
      bytes = start.bytes & mask
      return
    }
    bytes = (start.bytes >> 56 == UInt64(SortKey.nullByte) ? ~0 : ~start.bytes) & mask
  }

  /// Negative if all keys with this start come before a key with these eight bytes, positive if all come after it.
  @inline(__always)
  func comparison(with key: UInt64) -> Int {
    let other = key & mask
    return bytes < other ? -1 : bytes > other ? 1 : 0
  }
}
