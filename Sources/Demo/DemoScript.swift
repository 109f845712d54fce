import BookStore
import Records

/// The demonstration without a terminal: each step done by the store's own interface, and measured.
///
/// Nothing of it touches another file than those of the scratch folder.
public final class DemoScript {
  /// How many books have a field set in the larger steps, of which a smaller library has fewer.
  static let rowCount = 10_000
  /// What records may hold in the step about a budget.
  public static let budget = 1 << 20

  let folder: ScratchFolder
  let library: ScratchLibrary
  let meter = StatementMeter()
  private let victim: Victim?
  var report: DemoReport

  /// Makes a script over a library that is made already, in a scratch folder.
  ///
  /// - Parameter victim: The program that is killed; without one that step is left out.
  public init(_ library: ScratchLibrary, in folder: ScratchFolder, victim: Victim? = nil) {
    (self.folder, self.library, self.victim) = (folder, library, victim)
    report = DemoReport(books: library.count)
  }

  /// Does every step and checks every claim.
  ///
  /// - Throws: What keeps the script from going on; `interrupted` where a signal asks for it. A claim that does not
  ///   hold is no error, but in the report.
  public func run() throws(StoreError) -> DemoReport {
    let file = try FileFacts(path: folder.library)
    let store = try list()
    let baseline = Figures(store)
    let record = try lookAndEdit(store)
    try setMany(store)
    try warn(store, baseline)
    checkIdentity(record, try store.record(record.id))
    try setUnderBudget(store, keeping: record.id)
    try checkQuietWriteBack(store)
    try checkRowThatIsGone(store)
    try checkConflict(store)
    if let victim { try killAndRecover(victim) }
    try checkFile(file)
    return report
  }

  /// Does a step and notes the figures before and after it.
  @discardableResult
  func measure(
    _ step: DemoStep, _ store: BookStore?, _ body: (inout StepReport) throws(StoreError) -> BookStore
  ) throws(StoreError) -> (report: StepReport, store: BookStore) {
    if Interruption.isAsked { throw .interrupted }
    let (before, tally) = (Figures(store), meter.tally)
    var report = StepReport(
      name: step.rawValue, title: step.title, before: before, after: before, ran: Tally())
    let store = try body(&report)
    report.ran = meter.tally - tally
    report.after = Figures(store)
    self.report.steps.append(report)
    return (report, store)
  }

  /// A store that counts its statements.
  func open() throws(StoreError) -> BookStore {
    let options = StoreOptions(editLog: folder.editLog, trace: { [meter] in meter.count($0) })
    return try BookStore(path: folder.library, options: options)
  }

  /// Another store on the same file, as another program has it.
  func openAgain(isReadOnly: Bool = true) throws(StoreError) -> BookStore {
    try BookStore(path: folder.library, options: StoreOptions(isReadOnly: isReadOnly))
  }

  /// The names of the rows that the larger steps are about.
  var rowIDs: [RecordID] {
    (1...Int64(max(1, min(Self.rowCount, library.count)))).map { .rowid($0) }
  }

  /// The fields of the book schema.
  enum Book {
    static let title = 0
    static let copyright = 1
    static let author = 2
  }
}
