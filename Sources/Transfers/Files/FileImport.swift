import BookStore
import Formats
import Platform

/// One import of a file into a library, through its own store.
///
/// It may run on any thread. An open store of the same library sees the result like another program's changes.
public struct FileImport: Sendable {
  /// The file; `-` is standard input.
  public var source: String
  /// The path of the library.
  public var path: String
  /// How the library is opened.
  public var storeOptions: StoreOptions
  /// The table that receives the rows; nil for the initial one.
  public var table: TableID?
  /// Whether to add fields first for values that the table has no place for, each as a step of its own.
  public var addsFields = false
  /// Whether to create a library of the template `reading`, which is removed again if the import fails.
  public var makesLibrary = false
  /// How the rows are imported.
  public var options = ImportOptions()
  /// The encoding, if it needs the program iconv; nil for the encodings in `options`.
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
    /// Whether the imported rows are kept beside the books.
    public let hasSources: Bool
    /// Why the import is not in the edit log and cannot be undone; nil if it can be.
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
    /// Receives the fraction that was read, from 0 to 1, or nil if the total is unknown.
    public var progress: (Double?) -> Void
    /// Receives the result of each row; a later failure rolls all of them back.
    public var onRow: ((ImportReport.Row) -> Void)?

    /// Creates a watcher.
    public init(
      isCancelled: @escaping @Sendable () -> Bool, progress: @escaping (Double?) -> Void,
      onRow: ((ImportReport.Row) -> Void)? = nil
    ) {
      (self.isCancelled, self.progress, self.onRow) = (isCancelled, progress, onRow)
    }
  }

  /// Reads the file, and imports its rows in one transaction; if it throws, nothing has changed.
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
      logFailure: logFailure,
      logRenewal: store.takeLogRenewal())
  }

  /// Empty at the end.
  ///
  /// Other programs convert some files to text.
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
    // The text was made of the whole file, whose own bytes must not follow.
    return { () throws(ImportError) in
      defer { first = [] }
      return try first.isEmpty && !isWhole ? input.next() : first
    }
  }

  /// The fields that the table would need for all values; found by a trial of the import.
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
      // A store has to be reopened after its tables have changed.
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

  /// Reads a copy of another program's database.
  ///
  /// The covers of a Calibre library are in folders next to it.
  private func database(
    _ options: inout ImportOptions, _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(ImportError) -> [UInt8] {
    let folder = source.lastIndex(of: "/").map { String(source[..<$0]) } ?? "."
    options.cover = { try? DescriptorBytes.readAll("\(folder)/\($0)", waits: false) }
    if source == "-" { throw .format(.otherFile(.database)) }
    do throws(StoreError) {
      let copy = try DatabaseCopy(of: source, isUnwanted: isCancelled)
      // SQLite may have to roll back an unfinished transaction, which it does in the copy.
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

/// Decodes encodings without a built-in table by running iconv, if it is installed.
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
    var program = ChildProcess(path, ["-f", encoding, "-t", "UTF-8"])
    // A character has at most four bytes in UTF-8.
    return program?.run(
      bytes, limit: Self.timeLimit, maximum: 1_024 + 4 * bytes.count, isCancelled: isCancelled)
  }
}
