import BookStore
import Formats

/// Imports the rows of a file into a table, in one transaction and as one step of the edit log.
///
/// Reopen the store afterwards (`BookStore.reopened()` and `retire()`): its records and lists are stale.
public final class Importer {
  private let store: BookStore
  private let table: TableID
  private let options: ImportOptions
  private var reader: FormatReader
  private var merger: RowMerger?
  private var report = ImportReport()
  private var waiting: ArraySlice<FormatRow> = []
  private var block: CSVBlock?
  private var inserter: BlockInserter?
  private var isAtEnd = false
  private var made: [ImportReport.Row] = []
  /// The state before the latest part: a part whose rows SQLite may have misreported is made again from there.
  private var before: (report: ImportReport, merger: RowMerger.State?)
  private var failure: ImportError?
  private var namesRows = false

  private static let partSize = 4_096
  /// Smaller, because the covers of a part are in memory.
  private static let coveredPartSize = 32

  /// Creates an importer; a nil table is the initial one.
  public init(into store: BookStore, table: TableID? = nil, options: ImportOptions = ImportOptions()) {
    (self.store, self.options) = (store, options)
    self.table = table ?? store.schema.id
    reader = FormatReader(options.reading)
    before = (report, nil)
  }

  /// Imports all rows from `read`, which returns no bytes at the end; if it throws, nothing has changed.
  ///
  /// - Complexity: O(*n*) in the rows. Matching by title or ISBN reads the table once, and holds 16 bytes for each of its rows.
  public func run(
    _ read: () throws(ImportError) -> [UInt8], onRow: ((ImportReport.Row) -> Void)? = nil
  ) throws(ImportError) -> ImportReport {
    namesRows = onRow != nil
    try prepare()
    func next() throws(StoreError) -> Part? {
      note(onRow)
      let part = try nextPart(read)
      before = (report, merger?.begin())
      return part
    }
    do throws(StoreError) {
      if options.isTrial {
        try store.rowEditor.tryOut { writer throws(StoreError) in
          while let part = try next() {
            if try insert(part) == nil { try make(part, writer) }
          }
        }
      } else {
        try store.rowEditor.changeRows(
          from: options.name.map { .imported($0) }, inParts: next, insert: insert, make)
      }
    } catch { throw failure ?? .store(error, line: nil) }
    if let merger {
      (report.columnsWithoutField, report.losses) = (merger.columnsWithoutField, merger.losses)
      report.untitledCount = merger.untitledCount
    }
    return report
  }

  private func prepare() throws(ImportError) {
    let result = store.writeBack()
    if !result.isComplete { throw .unwritten(result.error) }
    do throws(StoreError) {
      try store.database.schema(of: table).checkHasKeys()
    } catch { throw .store(error, line: nil) }
  }

  private func note(_ onRow: ((ImportReport.Row) -> Void)?) {
    for row in made {
      report.note(row)
      onRow?(row)
    }
    made = []
  }

  private enum Part {
    case rows([FormatRow])
    case block(CSVBlock)
  }

  private func nextPart(_ read: () throws(ImportError) -> [UInt8]) throws(StoreError) -> Part? {
    do throws(ImportError) {
      while waiting.isEmpty, block == nil, !isAtEnd { try readMore(read) }
      if waiting.isEmpty, block == nil { try checkLosses() }
    } catch {
      failure = error
      throw .interrupted
    }
    if let block {
      self.block = nil
      return .block(block)
    }
    guard !waiting.isEmpty else { return nil }
    let part = Array(waiting.prefix(options.cover == nil ? Self.partSize : Self.coveredPartSize))
    waiting = waiting.dropFirst(part.count)
    return .rows(part)
  }

  private func checkLosses() throws(ImportError) {
    guard !options.fits, let merger, report.rowCount > 0, merger.losses.areLarge else { return }
    guard let schema = try? store.database.schema(of: table) else { return }
    throw .losing(merger.losses, in: schema)
  }

  private func readMore(_ read: () throws(ImportError) -> [UInt8]) throws(ImportError) {
    let bytes = try read()
    isAtEnd = bytes.isEmpty
    do throws(FormatError) {
      if inserter != nil {
        let rows = try reader.block(of: bytes, isLast: isAtEnd)
        return block = rows.rowCount > 0 ? rows : nil
      }
      waiting = try reader.rows(of: bytes, isLast: isAtEnd)[...]
    } catch { throw .format(error) }
    (report.format, report.encoding) = (reader.format, reader.encoding)
    report.oddText = reader.oddText
    if merger == nil, let first = waiting.first {
      merger = try makeMerger(first)
      try findInserter()
    }
  }

  private func makeMerger(_ first: FormatRow) throws(ImportError) -> RowMerger {
    do {
      let sql = try store.database.sql(of: table)
      let format = reader.format ?? .csv
      var columns = try ImportColumns(
        sql.schema, options, format, timedFields: store.database.timedFields(of: sql.schema))
      try columns.check(first, among: ImportColumns.columns(of: waiting))
      columns.learnOrders(of: waiting)
      report.plan = columns.plan(of: waiting)
      return try RowMerger(store, sql, columns, options, format, namesRows: namesRows)
    } catch let error as ImportError {
      throw error
    } catch { throw .store((error as? StoreError) ?? .interrupted, line: nil) }
  }

  private func findInserter() throws(ImportError) {
    guard let names = reader.plainColumns else { return }
    do throws(StoreError) {
      inserter = try merger?.blockInserter(for: names)
    } catch { throw .store(error, line: nil) }
  }

  /// Inserts all rows of a block, or none.
  private func insert(_ part: Part) throws(StoreError) -> [PackedRows]? {
    guard case .block(let block) = part, let inserter, block.isUTF8, !block.hasLostCharacters,
      let names = reader.plainColumns, merger?.areNew(block, names) == true
    else { return nil }
    let connection = store.database.connection
    try connection.setSavepoint()
    do throws(StoreError) {
      if let rows = try inserter.insert(block) {
        try connection.releaseSavepoint()
        merger?.noteAdded(block, names, firstKey: rows[0].runs[0].firstKey)
        note(block)
        return rows
      }
    } catch {
      // Inserting row by row finds the refused row, unless SQLite has rolled back everything, as on a full disk.
      guard error != .interrupted, connection.isInTransaction else { throw error }
    }
    try connection.rollBackToSavepoint()
    return nil
  }

  private func note(_ block: CSVBlock) {
    made = []
    let expected = reader.plainColumns?.count ?? 0
    var count = 0
    for row in 0..<block.rowCount {
      let found = block.cells(of: row).count
      let problems =
        (found == expected ? [] : [.ragged(expected: expected, found: found)])
        + (inserter?.problems[row] ?? [])
      if problems.isEmpty {
        count += 1
      } else {
        report.note(
          ImportReport.Row(
            line: block.line(of: row), title: block.title(of: row), outcome: .added, key: nil,
            problems: problems, refusal: nil))
      }
    }
    report.note(count, .added)
  }

  private func make(_ part: Part, _ writer: RowWriter) throws(StoreError) {
    made = []
    report = before.report
    if let state = before.merger { merger?.goBack(to: state) }
    switch part {
    case .rows(let rows):
      for row in rows {
        if store.options.isUnwanted?() == true { throw .interrupted }
        try make(row, writer)
      }
    case .block(let block):
      let isPlain = inserter != nil && block.isUTF8 && !block.hasLostCharacters
      let names = isPlain ? reader.plainColumns : nil
      for place in 0..<block.rowCount {
        if let names, try merger?.holds(place, of: block, names) == true {
          report.note(1, .same)
        } else if let row = reader.row(place, of: block) {
          try make(row, writer)
        }
      }
    }
  }

  private func make(_ row: FormatRow, _ writer: RowWriter) throws(StoreError) {
    guard let merger else { return }
    if row.isDeleted { return report.noteDeleted() }
    do throws(StoreError) {
      guard let row = try merger.merge(row, writer) else { return report.noteBlank() }
      made.append(row)
    } catch {
      failure = .store(error, line: row.line > 0 ? row.line : nil)
      throw error
    }
  }
}

extension Database {
  /// The nullable fields that default to the time of the insertion.
  func timedFields(of schema: Schema) throws(StoreError) -> Set<Int> {
    let columns = try connection.rows(
      """
      SELECT name FROM pragma_table_xinfo(?) WHERE "notnull" = 0 AND pk = 0
      AND (dflt_value LIKE '%current!_%' ESCAPE '!' OR dflt_value LIKE '%''now''%')
      """, [.text(Text(schema.table))]
    ) { $0.string(at: 0) }
    return Set(schema.fields.indices.filter { columns.contains(schema.fields[$0].column) })
  }
}
