import Formats
import Records

/// Takes the rows of a file into a table, in one transaction and as one step of the edit log.
///
/// After it the store has to be opened again (`BookStore.reopened()` and `retire()`), because records and lists do not follow.
public final class Importer {
  private let store: BookStore
  private let table: TableID
  private let options: ImportOptions
  private var reader: FormatReader
  private var merger: RowMerger?
  private var report = ImportReport()
  /// The rows that were read and are not made yet.
  private var waiting: ArraySlice<FormatRow> = []
  private var isAtEnd = false
  /// What became of the rows of the part that was made last.
  private var made: [ImportReport.Row] = []
  private var failure: ImportError?
  /// Whether somebody wants to know what each row is called.
  private var namesRows = false

  /// How many rows are made between two looks at what the person wants.
  private static let partSize = 4_096
  /// How many where rows may have covers, which are in memory until the part is made.
  private static let coveredPartSize = 32

  /// Makes an importer into one of a store's tables.
  ///
  /// - Parameter table: The table, or nil for the initial one.
  public init(into store: BookStore, table: TableID? = nil, options: ImportOptions = ImportOptions()) {
    (self.store, self.options) = (store, options)
    self.table = table ?? store.schema.id
    reader = FormatReader(options.reading)
  }

  /// Reads all rows and makes what they say.
  ///
  /// - Parameters:
  ///   - read: Returns the next bytes, or none at the end; if it throws, nothing is imported.
  ///   - onRow: Is told what became of each row; if the work fails later, none of it was done.
  /// - Complexity: O(*n*) in the rows of the file. To recognise rows by their titles or ISBNs, all rows of the table are
  ///   read once before, and 16 bytes are held for each.
  /// - Throws: `ImportError`; nothing has changed then.
  public func run(
    _ read: () throws(ImportError) -> [UInt8], onRow: ((ImportReport.Row) -> Void)? = nil
  ) throws(ImportError) -> ImportReport {
    namesRows = onRow != nil
    try prepare()
    do throws(StoreError) {
      let next = { () throws(StoreError) -> [FormatRow]? in
        self.note(onRow)
        return try self.nextPart(read)
      }
      if options.isTrial { try runTrial(next) } else { try store.rowEditor.changeRows(inParts: next, make) }
    } catch {
      throw failure ?? .store(error, line: nil)
    }
    return report
  }

  private func prepare() throws(ImportError) {
    let result = store.writeBack()
    if !result.isComplete { throw .unwritten(result.error) }
    do throws(StoreError) {
      if try store.database.schema(of: table).isReadOnly { throw StoreError.readOnly }
    } catch {
      throw .store(error, line: nil)
    }
  }

  /// Makes everything, and takes it back.
  private func runTrial(_ next: () throws(StoreError) -> [FormatRow]?) throws(StoreError) {
    let connection = store.database.connection
    try store.writer.write { () throws(StoreError) in
      try connection.begin()
      defer { connection.rollBack() }
      let recorder = try store.database.recorder()
      defer { recorder.forget() }
      while let part = try next() { try make(part, recorder) }
    }
  }

  /// Counts the rows of the part that was made last.
  private func note(_ onRow: ((ImportReport.Row) -> Void)?) {
    for row in made {
      report.note(row)
      onRow?(row)
    }
    made = []
  }

  // MARK: Reading

  private func nextPart(_ read: () throws(ImportError) -> [UInt8]) throws(StoreError) -> [FormatRow]? {
    do throws(ImportError) {
      while waiting.isEmpty, !isAtEnd { try readMore(read) }
    } catch {
      failure = error
      throw .interrupted
    }
    guard !waiting.isEmpty else { return nil }
    let part = Array(waiting.prefix(options.cover == nil ? Self.partSize : Self.coveredPartSize))
    waiting = waiting.dropFirst(part.count)
    return part
  }

  private func readMore(_ read: () throws(ImportError) -> [UInt8]) throws(ImportError) {
    let bytes = try read()
    isAtEnd = bytes.isEmpty
    do throws(FormatError) {
      waiting = try reader.rows(of: bytes, isLast: isAtEnd)[...]
    } catch {
      throw .format(error)
    }
    (report.format, report.encoding) = (reader.format, reader.encoding)
    if merger == nil, let first = waiting.first { merger = try makeMerger(first) }
  }

  private func makeMerger(_ first: FormatRow) throws(ImportError) -> RowMerger {
    do {
      let sql = try store.database.sql(of: table)
      let format = reader.format ?? .csv
      var columns = try ImportColumns(sql.schema, options, isOfBooks: format.isOfBooks)
      try columns.check(first)
      report.columnsWithoutField = columns.columnsWithoutField
      return try RowMerger(store, sql, columns, options, service: format.sourceName, namesRows: namesRows)
    } catch let error as ImportError {
      throw error
    } catch {
      throw .store((error as? StoreError) ?? .interrupted, line: nil)
    }
  }

  // MARK: Making

  private func make(_ rows: [FormatRow], _ recorder: RowRecorder) throws(StoreError) {
    made = []
    guard let merger else { return }
    for row in rows {
      do throws(StoreError) {
        made.append(try merger.merge(row, recorder))
      } catch {
        failure = .store(error, line: row.line > 0 ? row.line : nil)
        throw error
      }
    }
  }
}
