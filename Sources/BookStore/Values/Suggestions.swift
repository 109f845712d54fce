import Queries
import Records

/// The texts that a field holds, collected by a thread within a time budget, to complete one that is being typed.
///
/// If an index has the column, SQLite reads that instead of the table. Nobody waits for the thread: `list` has what it has
/// found so far. It belongs to its store's thread.
public final class Suggestions: ListReader {
  /// The table.
  public let table: TableID
  /// The field, by its index in the schema.
  public let field: Int
  /// What has been found so far; nil before anything has.
  public private(set) var list: SuggestionList?
  /// Whether texts are still being collected.
  public private(set) var isWorking = false

  /// The most unwritten texts that count.
  static let editLimit = 4_000
  /// For how long texts are collected.
  private static let budget = Duration.seconds(3)
  /// After how many seconds what was found so far is given out.
  private static let moments = [0.02, 0.2, 1]

  private let worker: Worker
  private let text: String
  private let edited: [String]
  private let isOfParts: Bool
  private var run = 0
  let inbox = Inbox<News>()

  /// What the thread has found.
  enum News: Sendable {
    case found(run: Int, SuggestionList, isComplete: Bool)
    case failed(run: Int, StoreError)
  }

  /// - Parameter edited: Texts that the database does not have yet.
  init(_ sql: TableSQL, field: Int, _ database: Database, edited: [String]) {
    self.edited = edited
    (table, self.field) = (sql.schema.id, field)
    worker = Worker(path: database.path, options: database.options.readOnly, name: "suggestions")
    isOfParts = sql.schema.fields[field].holdsParts
    let column = sql.columnList([field])
    let isShort = "typeof(\(column)) = 'text' AND length(\(column)) <= \(SuggestionList.longestByteCount)"
    text = "SELECT CASE WHEN \(isShort) THEN \(column) END FROM \(quoted(sql.schema.table))"
  }

  deinit { worker.stop() }

  /// Starts to collect the texts.
  ///
  /// - Complexity: O(*n*) in the rows, on a thread, for a few seconds at most.
  func start() {
    run += 1
    isWorking = true
    worker.start(
      { [run, text, edited, isOfParts, inbox] connection throws(StoreError) in
        try Self.collect(text, edited, isOfParts, on: connection) {
          inbox.post(.found(run: run, $0, isComplete: $1))
        }
      }, fail: { [inbox, run] in inbox.post(.failed(run: run, $0)) })
  }

  func onNews(_ wake: @escaping @Sendable () -> Void) { inbox.onNews(wake) }

  /// Makes the thread release the database until `resume()`.
  func pause() { if isWorking { worker.cancelAndWait() } }

  /// Starts again if not all was collected.
  func resume() { if isWorking { start() } }

  /// Takes in what the thread has found.
  func takeNews() {
    for news in inbox.take() {
      switch news {
      case .found(run, let list, let isComplete):
        self.list = list
        isWorking = !isComplete
      // There are none then; whatever is wrong with the table is said where its rows are read.
      case .failed(run, _): isWorking = false
      default: break
      }
    }
  }

  /// Counts texts until there are no more rows, or no more time, and reports them now and then.
  private static func collect(
    _ sql: String, _ edited: [String], _ isOfParts: Bool, on connection: Connection,
    _ report: (SuggestionList, Bool) -> Void
  ) throws(StoreError) {
    let start = Clock.seconds
    var (counts, rowCount, moment): ([String: Int], Int, Int) = ([:], 0, 0)
    func note(_ text: String) {
      for part in isOfParts ? SuggestionList.parts(of: text) : [text] { count(part, in: &counts) }
    }
    edited.forEach(note)
    do throws(StoreError) {
      let statement = try connection.uncachedStatement(sql, for: .list)
      try connection.withTimeLimit(budget) { () throws(StoreError) in
        try statement.forEachRow { row in
          rowCount += 1
          if rowCount.isMultiple(of: 256), moment < moments.count, Clock.seconds - start > moments[moment] {
            moment += 1
            report(SuggestionList(counts, isOfParts: isOfParts), false)
          }
          if case .text(let text) = row.value(at: 0) { note(text.string) }
        }
      }
    } catch {
      if error != .interrupted || connection.isCancelled { throw error }
    }
    report(SuggestionList(counts, isOfParts: isOfParts), true)
  }

  /// Counts a text; once there are very many, only those that are known.
  private static func count(_ text: String, in counts: inout [String: Int]) {
    if let known = counts[text] {
      counts[text] = known + 1
    } else if counts.count < SuggestionList.capacity {
      counts[text] = 1
    }
  }
}

extension Field {
  /// Whether the column holds several texts in one, as far as its kind or its name says.
  fileprivate var holdsParts: Bool {
    ["tags", "genres", "keywords", "subjects", "categories", "contributors", "labels"].contains(
      column.lowercased()) || kind == .list
  }
}
