import BookStore
import Queries
import Records
import Screens

protocol ReportReader: AnyObject {
  associatedtype Result: Equatable
  var isWorking: Bool { get }
  var fraction: Double? { get }
  var result: Result? { get }
  func startAgain()
  func cancel()
}

extension ReportRun: ReportReader where Result: Equatable {}

/// A report on the rows of the list, read again when rows have changed, and dropped with its screen.
class Report<Reader: ReportReader>: Errand {
  let kind: ErrandKind
  unowned let workspace: Workspace
  final private(set) var reader: Reader?
  final private(set) var shown: Reader.Result?
  final private var edition = (rows: 0, dirtyCount: 0)

  init(_ kind: ErrandKind, _ workspace: Workspace) { (self.kind, self.workspace) = (kind, workspace) }

  // MARK: - What is its own

  /// Without a full stop.
  func name(_ reader: Reader) -> String { "" }
  var isShown: Bool { false }
  var hasProgress: Bool { true }
  /// Otherwise the screen handles Esc.
  var isCancellable: Bool { true }
  var currentEdition: (rows: Int, dirtyCount: Int) { (workspace.store.relatedEdition, 0) }
  func mayReadAgain() -> Bool { true }
  var showsSame: Bool { false }
  func show(_ result: Reader.Result, of reader: Reader) {}
  func wasCancelled() {}
  func wasClosed() {}
  func prepare() {}

  func update(_ reader: Reader) {
    readAgainIfStale()
    guard !reader.isWorking, let result = reader.result, showsSame || result != shown else { return }
    shown = result
    show(result, of: reader)
  }

  func startAgain() { reader?.startAgain() }

  // MARK: - What all have

  /// Selects the rows that the list shows; writes edits back first, because SQLite reads what is in the database.
  final func selectRows() throws(StoreError) -> RowSelection {
    workspace.completeSchema()
    try writeBack()
    return try RowSelection(of: workspace.store, table: workspace.listing.schema.id, workspace.rows)
  }

  final func writeBack() throws(StoreError) {
    if let reason = workspace.store.writeBack().reason { throw reason }
  }

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
