import BookStore
import Formats
import Platform
import Records

/// One import of a file into a library, through a store of its own.
///
/// It may run on any thread. A store that is open on the same library sees what was done as it sees what other programs do.
public struct FileImport: Sendable {
  /// The file; `-` is standard input.
  public var source: String
  /// The library's path.
  public var path: String
  /// How the library is opened.
  public var storeOptions: StoreOptions
  /// The table that gets the rows; nil for the initial one.
  public var table: TableID?
  /// What is done with the rows.
  public var options = ImportOptions()
  /// The encoding, if it is one that the program iconv has to read; nil for those of `options`.
  public var foreignEncoding: String?

  /// Makes an import.
  public init(of source: String, into path: String, storeOptions: StoreOptions) {
    (self.source, self.path, self.storeOptions) = (source, path, storeOptions)
  }

  /// What an import has done, and in which table.
  public struct Outcome: Sendable {
    /// What became of the rows.
    public let report: ImportReport
    /// The table.
    public let schema: Schema
    /// Whether the imported rows are kept beside the books.
    public let hasSources: Bool
    /// Why the import is not in the edit log and cannot be undone; nil if it can.
    public let logFailure: StoreError?
  }

  /// Who is told how far the import is, and may end it.
  public struct Watcher {
    /// Whether the import is to end without having done anything.
    public var isCancelled: @Sendable () -> Bool
    /// Is told the part that was read, from 0 to 1, or nil if nobody knows how much there is.
    public var progress: (Double?) -> Void
    /// Is told what became of each row; if the work fails later, none of it was done.
    public var onRow: ((ImportReport.Row) -> Void)?

    /// Makes a watcher.
    public init(
      isCancelled: @escaping @Sendable () -> Bool, progress: @escaping (Double?) -> Void,
      onRow: ((ImportReport.Row) -> Void)? = nil
    ) {
      (self.isCancelled, self.progress, self.onRow) = (isCancelled, progress, onRow)
    }
  }

  /// Reads the file, and makes its rows in one transaction.
  ///
  /// - Throws: `ImportError`; nothing has changed then.
  public func run(_ watcher: Watcher) throws(ImportError) -> Outcome {
    let input = try InputFile(source, isCancelled: watcher.isCancelled)
    var (options, first) = (options, try input.next())
    let isWhole: Bool
    if first.starts(with: CalibreLibrary.signature) {
      (isWhole, first) = (true, try calibre(&options, watcher.isCancelled))
    } else if let form = MARCForm(first), [nil, .marc].contains(options.reading.format) {
      options.reading.format = .marc
      let records = try input.whole(after: first)
      (isWhole, first) = (true, try MARCProgram().json(of: records, form, watcher.isCancelled))
    } else if let foreignEncoding {
      options.reading.encoding = .utf8
      let text = try input.whole(after: first)
      (isWhole, first) = (true, try EncodingProgram().utf8(of: text, foreignEncoding, watcher.isCancelled))
    } else {
      isWhole = false
    }
    let store: BookStore
    do throws(StoreError) {
      var storeOptions = storeOptions
      storeOptions.isUnwanted = watcher.isCancelled
      store = try BookStore(path: path, options: storeOptions)
    } catch {
      throw .store(error, line: nil)
    }
    defer { _ = store.close() }
    let importer = Importer(into: store, table: table, options: options)
    let read = { () throws(ImportError) -> [UInt8] in
      if watcher.isCancelled() { throw .store(.interrupted, line: nil) }
      watcher.progress(input.fraction)
      defer { first = [] }
      return try first.isEmpty && !isWhole ? input.next() : first
    }
    let report = try importer.run(read, onRow: watcher.onRow)
    var logFailure: StoreError?
    if case .unavailable(let error) = store.logState { logFailure = error }
    return Outcome(
      report: report, schema: try schema(in: store), hasSources: store.hasSources, logFailure: logFailure)
  }

  private func schema(in store: BookStore) throws(ImportError) -> Schema {
    do throws(StoreError) {
      return try table.map { table throws(StoreError) in try store.schema(of: table) } ?? store.schema
    } catch {
      throw .store(error, line: nil)
    }
  }

  /// The books of a library of Calibre's, whose covers are in the folders beside it.
  private func calibre(
    _ options: inout ImportOptions, _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(ImportError) -> [UInt8] {
    let folder = source.lastIndex(of: "/").map { String(source[..<$0]) } ?? "."
    options.cover = { try? DescriptorBytes.readAll("\(folder)/\($0)", waits: false) }
    options.reading.format = .calibre
    if source == "-" { throw .format(.otherFile(.database)) }
    do throws(StoreError) {
      return try CalibreLibrary(path: source, isUnwanted: isCancelled).json()
    } catch {
      if case .noSuchTable = error { throw .format(.otherFile(.database)) }
      throw .store(error, line: nil)
    }
  }
}
