import BookStore
import EditLog
import Records
import SQLite
import Tables

/// Writes to the library what has changed in the shadow, as one step of the edit log; `temp.changed` lists the rows.
final class LibraryFollower {
  private let shadow: Shadow
  private let rows: SharedRows
  private let library: BookStore
  private var sources: [Source]
  /// The rowids for new rows of tables whose rowid is hidden.
  private var nextRowIDs: [Int64: Int64] = [:]

  /// How many rows are written at once, and at most how many bytes.
  private static let (partCount, partByteCount) = (1_000, 4 << 20)

  /// One kind of change of one table.
  private struct Source {
    let table: SyncedTable
    let kind: Kind
    var last: Value = .null
  }

  /// New rows come first and those that go last, so that nothing is deleted along that is pointed elsewhere by then.
  private enum Kind: CaseIterable {
    case insertion
    case edit
    case deletion
  }

  init(_ merger: Merger, _ library: BookStore) {
    (shadow, rows, self.library) = (merger.shadow, merger.rows, library)
    let tables = TableOrder.parentsFirst(shadow.tables)
    sources = []
    for kind in Kind.allCases {
      for table in kind == .deletion ? tables.reversed() : tables {
        sources.append(Source(table: table, kind: kind))
      }
    }
    sources.reverse()
  }

  /// Writes everything.
  ///
  /// - Parameter finish: Called before COMMIT.
  /// - Throws: `libraryChanges` if somebody else has written to the library since it was compared.
  func run(origin: String, finish: () throws(SyncError) -> Void) throws(SyncError) {
    var failure: SyncError?
    func caught(_ body: () throws(SyncError) -> Void) throws(StoreError) {
      do throws(SyncError) { try body() } catch {
        failure = error
        throw .interrupted
      }
    }
    do throws(StoreError) {
      try ArrivingRows(into: library, from: .synced(origin)).write { () throws(StoreError) in
        var part: [ArrivingRows.Changes]?
        try caught { () throws(SyncError) in part = try self.nextPart() }
        return part
      } finish: { refused throws(StoreError) in
        try caught { () throws(SyncError) in
          for row in refused { try self.refuse(row.changes, row.error) }
          try finish()
        }
      }
    } catch {
      if let failure { throw failure }
      switch error {
      case .changedSince, .rowGone, .rowReplaced: throw .libraryChanges
      case .interrupted: throw .cancelled
      default: throw .store(error)
      }
    }
  }

  // MARK: Parts

  private func nextPart() throws(SyncError) -> [ArrivingRows.Changes]? {
    var (part, byteCount): ([ArrivingRows.Changes], Int) = ([], 0)
    while let source = sources.last {
      let found = try next(source)
      for (key, old) in found {
        let place = RowPlace(source.table, packed: key)
        sources[sources.endIndex - 1].last = place.order
        let before = old.bytes.flatMap { PackedBytes.unpack($0) }
        guard let changes = try changes(place, before, source.kind), !changes.isEmpty else { continue }
        part.append(changes)
        byteCount += old.payloadByteCount + changes.reduce(0) { $0 + $1.writtenByteCount }
        if part.count >= Self.partCount || byteCount >= Self.partByteCount { break }
      }
      if part.count >= Self.partCount || byteCount >= Self.partByteCount { break }
      if found.isEmpty { sources.removeLast() }
    }
    return part.isEmpty ? nil : part
  }

  private func next(_ source: Source) throws(SyncError) -> [(key: Value, old: Value)] {
    let isNew = source.kind == .insertion ? "old IS NULL" : "old IS NOT NULL"
    let after = source.last.isNull ? "" : "AND place > ?2"
    return try shadow.rows(
      "SELECT key, old FROM temp.changed WHERE tbl = ?1 AND \(isNew) \(after) ORDER BY place LIMIT 500",
      [.integer(source.table.id)] + (source.last.isNull ? [] : [source.last])
    ) { ($0.value(at: 0), $0.value(at: 1)) }
  }

  /// The changes that bring a row of the library up to date; nil if it is no change of this kind.
  private func changes(_ place: RowPlace, _ old: [Value]?, _ kind: Kind) throws(SyncError) -> ArrivingRows
    .Changes?
  {
    let new = try rows.row(place)
    switch (old, new, kind) {
    case (nil, .some, .insertion): break
    case (.some, nil, .deletion): break
    case (let old?, let new?, .edit): if old == new { return nil }
    default: return nil
    }
    guard let name = try name(of: place, isNew: old == nil) else {
      try rows.refuse(place, note: "\(StoreError.noKeys(table: place.table.name, isView: false))")
      return nil
    }
    func cells(_ values: [Value]) -> [LoggedChange.Cell] {
      zip(place.table.columns, values).map { LoggedChange.Cell(column: $0, value: $1) } + name.cells
    }
    let contents: [LoggedChange.Content] =
      switch (old, new) {
      case (nil, let new?): [.insertion(.cells(cells(new)))]
      case (let old?, nil): [.deletion(RowImage.cells(cells(old)).digested)]
      case (let old?, let new?):
        old.indices.filter { old[$0] != new[$0] }.map {
          .edit(column: place.table.columns[$0], before: old[$0], after: new[$0])
        }
      case (nil, nil): []
      }
    let title = name.schema.title(of: cells(new ?? old ?? []))
    return contents.map { LoggedChange(table: place.table.name, key: name.key, title: title, content: $0) }
  }

  /// How the store calls a row; a row of a table whose rowid is hidden is found by its key, and a new one gets the next rowid.
  private func name(
    of place: RowPlace, isNew: Bool
  ) throws(SyncError) -> (key: RecordID.Key, schema: Schema, cells: [LoggedChange.Cell])? {
    guard let entry = library.tables.first(where: { $0.name == place.table.name }) else { return nil }
    let schema = try store { () throws(StoreError) in try library.schema(of: entry.id) }
    switch schema.key {
    case .columns: return (.columns(place.key), schema, [])
    case .rowid(let column) where column == place.table.columns[0]:
      guard case .integer(let rowid)? = place.key.first, place.key.count == 1 else { return nil }
      return (.rowid(rowid), schema, [])
    case .rowid(let column):
      let rowid = try isNew ? nextRowID(of: place.table, column) : rowID(of: place, column)
      return rowid.map {
        (.rowid($0), schema, isNew ? [LoggedChange.Cell(column: column, value: .integer($0))] : [])
      }
    default: return nil
    }
  }

  private func rowID(of place: RowPlace, _ column: String) throws(SyncError) -> Int64? {
    let key = place.table.columns.prefix(place.table.keyCount)
    let condition = key.map { "\(quoted($0)) = ? AND \(quoted($0)) = ? COLLATE BINARY" }.joined(
      separator: " AND ")
    let values = place.key.flatMap { [$0, $0] }
    return try store { () throws(StoreError) in
      try library.rowEditor.connection.integer(
        "SELECT \(quoted(column)) FROM main.\(quoted(place.table.name)) WHERE \(condition)", values)
    }
  }

  private func nextRowID(of table: SyncedTable, _ column: String) throws(SyncError) -> Int64 {
    var last = nextRowIDs[table.id]
    if last == nil {
      last = try store { () throws(StoreError) in
        try library.rowEditor.connection.integer(
          "SELECT coalesce(max(\(quoted(column))), 0) FROM main.\(quoted(table.name))")
      }
    }
    let next = (last ?? 0) + 1
    nextRowIDs[table.id] = next
    return next
  }

  // MARK: Refusals

  /// Notes that the library refuses a row.
  private func refuse(_ changes: ArrivingRows.Changes, _ error: StoreError) throws(SyncError) {
    guard let change = changes.first, let table = shadow.table(named: change.table) else { return }
    var key: [Value]?
    if case .insertion(.cells(let cells)) = change.content {
      key = table.columns.prefix(table.keyCount).compactMap { column in
        cells.first { $0.column == column }?.value
      }
    } else if change.key.values.count == table.keyCount, !table.hasHiddenRowID {
      key = change.key.values
    } else {
      key = try self.key(of: change, table)
    }
    if let key, key.count == table.keyCount { try rows.refuse(RowPlace(table, key), note: "\(error)") }
  }

  private func key(of change: LoggedChange, _ table: SyncedTable) throws(SyncError) -> [Value]? {
    let columns = table.columns.prefix(table.keyCount).map(quoted).joined(separator: ", ")
    return try store { () throws(StoreError) in
      try library.rowEditor.connection.rows(
        "SELECT \(columns) FROM main.\(quoted(table.name)) WHERE rowid = ?", change.key.values
      ) { $0.values(at: 0..<table.keyCount) }.first
    }
  }
}

extension LoggedChange {
  /// About how many bytes it writes.
  fileprivate var writtenByteCount: Int {
    switch content {
    case .insertion(let image): image.values.reduce(64) { $0 + $1.payloadByteCount }
    case .edit(_, let before, let after): 64 + before.payloadByteCount + after.payloadByteCount
    case .deletion, .field: 64
    }
  }
}
