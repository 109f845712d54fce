import Platform
import Queries
import Records
import SQLite

/// The texts in a field, for completion; a thread collects them within a time budget.
///
/// If an index covers the column, SQLite reads that instead of the table. The object belongs to its store's thread.
public final class Suggestions {
  /// The table.
  public let table: TableID
  /// The field, by its index in the schema.
  public let field: Int
  /// The texts found so far; nil before the first report.
  public private(set) var list: SuggestionList?
  /// Whether texts are still being collected.
  public var isWorking: Bool { reader.isWorking }

  static let editLimit = 4_000
  private static let budget = Duration.seconds(3)
  /// When to report the texts found so far, in seconds from the start.
  private static let moments = [0.02, 0.2, 1]

  let reader: TableReader<SuggestionList>
  private let text: String
  private let edited: [String]
  private let (isSplit, isOfParts): (Bool, Bool)

  init(_ sql: TableSQL, field: Int, _ database: Database, edited: [String], isOfParts: Bool) {
    self.edited = edited
    (table, self.field) = (sql.schema.id, field)
    reader = TableReader(database, named: "suggestions")
    isSplit = !isOfParts && sql.schema.field(at: field).holdsParts
    self.isOfParts = isOfParts || isSplit
    text = sql.valueRows(of: field, meeting: "") { column in
      let isShort = "typeof(\(column)) = 'text' AND length(\(column)) <= \(SuggestionList.longestByteCount)"
      return "CASE WHEN \(isShort) THEN \(column) END"
    }
    // Any problem with the table is reported when its rows are read.
    reader.onNews(take: { [weak self] list in if case .success(let list) = list { self?.list = list } })
  }

  func start() {
    reader.start { [text, edited, isSplit, isOfParts] connection, report throws(StoreError) in
      let counts = try Self.collect(text, edited, isSplit, on: connection) {
        report(SuggestionList($0, isOfParts: isOfParts))
      }
      return SuggestionList(counts, isOfParts: isOfParts)
    }
  }

  private static func collect(
    _ sql: String, _ edited: [String], _ isSplit: Bool, on connection: Connection,
    _ report: ([String: Int]) -> Void
  ) throws(StoreError) -> [String: Int] {
    let start = SystemClock.monotonicSeconds
    var (counts, rowCount, moment): ([String: Int], Int, Int) = ([:], 0, 0)
    func note(_ text: String) {
      for part in isSplit ? ListText.parts(of: text) : [text] { count(part, in: &counts) }
    }
    edited.forEach(note)
    do throws(StoreError) {
      let statement = try connection.uncachedStatement(sql, for: .list)
      try connection.withTimeLimit(budget) { () throws(StoreError) in
        try statement.forEachRow { row in
          rowCount += 1
          if rowCount.isMultiple(of: 256), moment < moments.count,
            SystemClock.monotonicSeconds - start > moments[moment]
          {
            moment += 1
            report(counts)
          }
          if case .text(let text) = row.value(at: 0) { note(text.string) }
        }
      }
    } catch {
      if error != .interrupted || connection.isCancelled { throw error }
    }
    return counts
  }

  private static func count(_ text: String, in counts: inout [String: Int]) {
    if let known = counts[text] {
      counts[text] = known + 1
    } else if counts.count < SuggestionList.capacity {
      counts[text] = 1
    }
  }
}

extension Field {
  fileprivate var holdsParts: Bool {
    ["tags", "genres", "keywords", "subjects", "categories", "contributors", "labels"].contains(
      column.lowercased()) || kind == .list
  }
}
