import BookStore
import Queries
import Records
import Screens

/// A reader that works on a thread for a report.
protocol ReportReader: AnyObject {
  associatedtype Result: Equatable
  var isWorking: Bool { get }
  var fraction: Double? { get }
  var result: Result? { get }
  func startAgain()
  func cancel()
}

extension ReportRun: ReportReader where Result: Equatable {}

/// A report on the rows of the list, for the screen that shows it: it is read again when rows have changed, and ends with
/// its screen.
class Report<Reader: ReportReader>: Errand {
  let kind: ErrandKind
  unowned let workspace: Workspace
  final private(set) var reader: Reader?
  /// The result that the screen shows.
  final private(set) var shown: Reader.Result?
  /// The state of the rows that were read.
  final private var edition = (rows: 0, dirtyCount: 0)

  init(_ kind: ErrandKind, _ workspace: Workspace) { (self.kind, self.workspace) = (kind, workspace) }

  // MARK: - What is its own

  /// The work, without a full stop.
  func name(_ reader: Reader) -> String { "" }
  /// Whether there is a screen for it.
  var isShown: Bool { false }
  /// Whether the status line shows it and Esc ends it.
  var hasProgress: Bool { true }
  /// Whether Esc ends it; otherwise Esc is the screen's.
  var isCancellable: Bool { true }
  /// The state of the rows now.
  var currentEdition: (rows: Int, dirtyCount: Int) { (workspace.store.relatedEdition, 0) }
  /// Whether it may be read again; what is not written yet is written first.
  func mayReadAgain() -> Bool { true }
  /// Whether the screen gets a result that it has already.
  var showsSame: Bool { false }
  /// Passes a result to the screen.
  func show(_ result: Reader.Result, of reader: Reader) {}
  func wasCancelled() {}
  func wasClosed() {}

  /// Reads other rows, if those of the report are other ones now.
  func prepare() {}

  /// Passes on what is new.
  func update(_ reader: Reader) {
    readAgainIfStale()
    guard !reader.isWorking, let result = reader.result, showsSame || result != shown else { return }
    shown = result
    show(result, of: reader)
  }

  /// Reads the same again.
  func startAgain() { reader?.startAgain() }

  // MARK: - What all have

  /// The rows that the list shows.
  final var rows: RowQuery {
    let listing = workspace.listing
    var rows = RowQuery()
    (rows.query, rows.scope) = (listing.latestQuery?.finder ?? Query("", in: listing.schema), listing.scope)
    rows.markedRows = listing.marked
    return rows
  }

  /// Selects the rows that the list shows; edits are written back first, because SQLite reads what is in the database.
  final func selectRows() throws(StoreError) -> RowSelection {
    workspace.completeSchema()
    try writeBack()
    return try RowSelection(of: workspace.store, table: workspace.listing.schema.id, rows)
  }

  final func writeBack() throws(StoreError) {
    if let reason = workspace.store.writeBack().reason { throw reason }
  }

  /// Starts passing what a reader finds to the screen.
  final func begin(_ reader: Reader?) {
    self.reader?.cancel()
    (self.reader, shown, edition) = (reader, nil, currentEdition)
    workspace.errands.begin(self)
  }

  final func readAgainIfStale() {
    guard let reader, !reader.isWorking, edition != currentEdition, mayReadAgain() else { return }
    edition = currentEdition
    startAgain()
  }

  var isOver: Bool { reader == nil }

  final var progress: WorkProgress? {
    guard let reader, reader.isWorking, hasProgress else { return nil }
    return WorkProgress(name(reader), fraction: reader.fraction, isCancellable: isCancellable)
  }

  /// Ends the reading; what was read before stays.
  final func cancel() -> Bool {
    guard let reader, reader.isWorking, hasProgress, isCancellable else { return false }
    reader.cancel()
    wasCancelled()
    workspace.stack.message = StoreWording.cancelled
    return true
  }

  final func refresh() {
    guard isShown else { return close() }
    prepare()
    if let reader { update(reader) }
  }

  final func close() {
    reader?.cancel()
    (reader, shown) = (nil, nil)
    wasClosed()
  }
}
