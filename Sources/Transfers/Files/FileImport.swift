import BookStore
import Formats
import Platform
import SQLite

/// An import of a file into a library, on any thread, through its own store.
///
/// An open store of the same library sees the result like another program's changes.
public struct FileImport: Sendable {
  /// The file; `-` is standard input.
  public var source: String
  /// The path of the library.
  public var path: String
  /// How the library is opened.
  public var storeOptions: StoreOptions
  /// The table that receives the rows; nil for the initial one.
  public var table: TableID?
  /// Whether to add missing fields first, each as a step of its own.
  public var addsFields = false
  /// Whether to create a library of the template `reading`; a failed import removes it again.
  public var makesLibrary = false
  /// How the rows are imported.
  public var options = ImportOptions()
  /// An encoding that needs the program iconv; nil for the encodings in `options`.
  public var foreignEncoding: String?

  /// Creates an import.
  public init(of source: String, into path: String, storeOptions: StoreOptions) {
    (self.source, self.path, self.storeOptions) = (source, path, storeOptions)
  }

  /// The result of an import, and its table.
  public struct Outcome: Sendable {
    /// What happened to the rows.
    public let report: ImportReport
    /// The table.
    public let schema: Schema
    /// Whether the library keeps the imported rows beside the books.
    public let hasSources: Bool
    /// Why the import is not in the edit log, so that it cannot be undone; nil if it is.
    public let logFailure: StoreError?
    /// Why the edit log was restarted, or nil.
    public let logRenewal: LogRenewal?
    /// How many fields were added first.
    public internal(set) var addedFieldCount = 0
  }

  /// Receives progress, and can cancel the import.
  public struct Watcher {
    /// Whether to cancel the import, leaving nothing changed.
    public var isCancelled: @Sendable () -> Bool
    /// Receives the fraction that was read, from 0 to 1; nil if unknown.
    public var progress: (Double?) -> Void
    /// Receives the result of each row, which a later failure may roll back.
    public var onRow: ((ImportReport.Row) -> Void)?

    /// Creates a watcher.
    public init(
      isCancelled: @escaping @Sendable () -> Bool, progress: @escaping (Double?) -> Void,
      onRow: ((ImportReport.Row) -> Void)? = nil
    ) {
      (self.isCancelled, self.progress, self.onRow) = (isCancelled, progress, onRow)
    }
  }

  /// Imports the file's rows in one transaction; if it throws, nothing has changed.
  public func run(_ watcher: Watcher) throws(ImportError) -> Outcome {
    var addedCount = 0
    do throws(ImportError) {
      if makesLibrary { try makeLibrary() }
      if addsFields { for change in try additions(watcher) { try add(change, watcher, &addedCount) } }
      var outcome = try importRows(watcher)
      outcome.addedFieldCount = addedCount
      return outcome
    } catch {
      try? removeFields(addedCount)
      if makesLibrary { unlink(path) }
      throw error
    }
  }

  private func importRows(_ watcher: Watcher) throws(ImportError) -> Outcome {
    let input = try InputFile(source, isCancelled: watcher.isCancelled)
    var options = options
    options.name = source == "-" ? "standard input" : source.split(separator: "/").last.map(String.init)
    let chunk = try chunks(of: input, &options, watcher.isCancelled)
    let store: BookStore
    do throws(StoreError) {
      var storeOptions = storeOptions
      storeOptions.isUnwanted = watcher.isCancelled
      store = try BookStore(path: path, options: storeOptions)
    } catch { throw .store(error, line: nil) }
    defer { _ = store.close() }
    let importer = Importer(into: store, table: table, options: options)
    let read = { () throws(ImportError) -> [UInt8] in
      if watcher.isCancelled() { throw .store(.interrupted, line: nil) }
      watcher.progress(input.fraction)
      return try chunk()
    }
    let report = try importer.run(read, onRow: watcher.onRow)
    var logFailure: StoreError?
    if case .unavailable(let error) = store.logState { logFailure = error }
    return Outcome(
      report: report, schema: try schema(in: store), hasSources: hasSources(in: store),
      logFailure: logFailure, logRenewal: store.takeLogRenewal())
  }

  /// Returns a function for the next bytes, empty at the end; other programs convert some files to text.
  private func chunks(
    of input: InputFile, _ options: inout ImportOptions, _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(ImportError) -> () throws(ImportError) -> [UInt8] {
    var (first, isWhole) = (try input.next(), true)
    if first.starts(with: ReaderDatabase.signature) {
      first = try database(&options, isCancelled)
    } else if let form = MARCForm(first), [nil, .marc].contains(options.reading.format) {
      options.reading.format = .marc
      let program = MARCProgram(form, first, isCancelled)
      if form == .transmission {
        var batches = MARCBatches(of: input, first, program)
        return { () throws(ImportError) in try batches.next() }
      }
      first = try program.json(of: input.whole(after: first))
    } else if let foreignEncoding {
      options.reading.encoding = .utf8
      first = try EncodingProgram().utf8(of: input.whole(after: first), foreignEncoding, isCancelled)
    } else {
      isWhole = false
    }
    // A converted text stands for the whole file, so the file's other bytes must not follow.
    return { () throws(ImportError) in
      defer { first = [] }
      return try first.isEmpty && !isWhole ? input.next() : first
    }
  }

  /// The fields to add so that all values have a place, found by a trial of the import.
  public func additions(_ watcher: Watcher) throws(ImportError) -> [FieldChange] {
    var trial = self
    (trial.options.isTrial, trial.options.fits, trial.addsFields) = (true, true, false)
    return try trial.run(watcher).report.losses.additions
  }

  private func makeLibrary() throws(ImportError) {
    do throws(StoreError) { try BookStore.create(at: path, template: .reading) } catch {
      throw .store(error, line: nil)
    }
  }

  private func add(_ change: FieldChange, _ watcher: Watcher, _ count: inout Int) throws(ImportError) {
    do throws(StoreError) {
      if watcher.isCancelled() { throw .interrupted }
      // After a change of tables, a store must be reopened.
      let store = try BookStore(path: path, options: storeOptions)
      defer { _ = store.close() }
      try store.fields.start(change, of: table ?? store.schema.id).finish()
      count += 1
    } catch { throw .store(error, line: nil) }
  }

  private func removeFields(_ count: Int) throws(StoreError) {
    for _ in 0..<count {
      let store = try BookStore(path: path, options: storeOptions)
      defer { _ = store.close() }
      _ = try store.undo()
    }
  }

  private func hasSources(in store: BookStore) -> Bool {
    (try? BookTables(store.database, books: store.schema))?.sources != nil
  }

  private func schema(in store: BookStore) throws(ImportError) -> Schema {
    do throws(StoreError) {
      return try table.map { table throws(StoreError) in try store.schema(of: table) } ?? store.schema
    } catch { throw .store(error, line: nil) }
  }

  /// Reads a copy of another program's database; Calibre keeps the covers in folders next to it.
  private func database(
    _ options: inout ImportOptions, _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(ImportError) -> [UInt8] {
    let folder = source.lastIndex(of: "/").map { String(source[..<$0]) } ?? "."
    options.cover = { try? DescriptorBytes.readAll("\(folder)/\($0)", waits: false) }
    if source == "-" { throw .format(.otherFile(.database)) }
    do throws(StoreError) {
      let copy = try DatabaseCopy(of: source, isUnwanted: isCancelled)
      // In the copy, SQLite may roll back an unfinished transaction.
      var connectionOptions = ConnectionOptions()
      connectionOptions.isUnwanted = isCancelled
      let database = try ReaderDatabase(Connection(path: copy.path, options: connectionOptions))
      options.reading.format = database.format
      defer { withExtendedLifetime(copy) {} }
      return try database.json()
    } catch {
      if case .noSuchTable = error { throw .format(.otherFile(.database)) }
      throw .store(error, line: nil)
    }
  }
}

/// Decodes other encodings with iconv, if it is installed.
struct EncodingProgram {
  private let path: String?

  private static let timeLimit = Duration.seconds(60)

  init() { path = Environment.program("iconv") }

  /// - Throws: `otherFile` if the file is not text, `noIconv`, `unknownEncoding`, `notInEncoding`, or `interrupted`.
  func utf8(of bytes: [UInt8], _ encoding: String, _ isCancelled: () -> Bool) throws(ImportError) -> [UInt8] {
    if let file = OtherFile(bytes), file != .wideText { throw .format(.otherFile(file)) }
    guard let path else { throw .noIconv(encoding) }
    guard let text = run(path, bytes, encoding, isCancelled) else {
      if isCancelled() { throw .store(.interrupted, line: nil) }
      // An empty text is valid in every encoding that iconv knows.
      throw run(path, [], encoding, isCancelled) == nil
        ? .unknownEncoding(encoding) : .notInEncoding(encoding)
    }
    return text
  }

  private func run(_ path: String, _ bytes: [UInt8], _ encoding: String, _ isCancelled: () -> Bool)
    -> [UInt8]?
  {
    // A character has at most four bytes in UTF-8.
    PipedProgram.output(
      of: path, ["-f", encoding, "-t", "UTF-8"], feeding: bytes, limit: Self.timeLimit,
      upTo: 1_024 + 4 * bytes.count, isCancelled: isCancelled)
  }
}

/// A temporary copy of an SQLite database with its log or journal, so that nothing writes to a device.
private final class DatabaseCopy {
  private let folder: WorkFolder
  let path: String

  init(of source: String, isUnwanted: @Sendable () -> Bool) throws(StoreError) {
    folder = try WorkFolder.forStore()
    path = folder.path + "/copy.sqlite"
    for _ in 0..<Self.mostTries {
      let before = Self.marks(of: source)
      try Self.copy(source, to: path, isUnwanted)
      for ending in ["-wal", "-journal"] {
        unlink(path + ending)
        if access(source + ending, R_OK) == 0 {
          try Self.copy(source + ending, to: path + ending, isUnwanted)
        }
      }
      // If another program wrote meanwhile, the copied files may not match.
      if Self.marks(of: source) == before { return }
    }
    throw .busy
  }

  private static let mostTries = 5

  private static func marks(of source: String) -> [Int64] {
    ["", "-wal", "-journal"].map { source + $0 }.flatMap { path -> [Int64] in
      var status = stat()
      guard stat(path, &status) == 0 else { return [-1] }
      return [Int64(status.st_size), Int64(status.modified.tv_sec), Int64(status.modified.tv_nsec)]
    }
  }

  private static func copy(_ source: String, to target: String, _ isUnwanted: () -> Bool) throws(StoreError) {
    let input = open(source, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw .cannotOpen(path: source, reason: .system(errno: errno)) }
    defer { close(input) }
    let output = open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard output >= 0 else { throw .cannotOpen(path: target, reason: .system(errno: errno)) }
    defer { close(output) }
    var isReading = true
    do throws(SystemError) {
      while true {
        if isUnwanted() { throw SystemError(EINTR) }
        let bytes = try DescriptorBytes.readAll(input, upTo: 1 << 20)
        if bytes.isEmpty { return }
        isReading = false
        try DescriptorBytes.writeAll(bytes, to: output)
        isReading = true
      }
    } catch {
      if isUnwanted() { throw .interrupted }
      throw isReading
        ? .cannotOpen(path: source, reason: .system(errno: error.number))
        : .cannotWrite(path: target, errno: error.number)
    }
  }
}
