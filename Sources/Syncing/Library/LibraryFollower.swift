import BookStore
import Listings
import Records
import SQLite

/// Writes the changed rows of the shadow (`temp.changed`) to the library, as one step of the edit log.
final class LibraryFollower {
  private let shadow: Shadow
  private let library: BookStore
  private var sources: [Source]
  private var nextRowIDs: [Int64: Int64] = [:]
  private var schemas: [Int64: Schema] = [:]

  private var writtenCount = 0
  private var isAsCompared: Bool?
  /// Why the transaction failed, unless the library was the cause.
  private var failure: SyncError?
  /// The library's stamp after the write; nil if the library may differ from the shadow.
  private(set) var stamp: String?
  private(set) var refusals: [Refusal] = []
  /// Rows that may swap unique values, and are therefore changed together.
  private let swaps: Set<RowPlace>
  private var swapped: [(table: SyncedTable, changes: ArrivingRows.Changes)] = []

  struct Refusal {
    let name: RowName
    let place: RowPlace
    let note: String
    let isEdit: Bool
  }

  private static let (partCount, partByteCount) = (1_000, 4 << 20)

  private struct Source {
    let table: SyncedTable
    let kind: Kind
    var last: Value = .null
  }

  /// Insertions come first and deletions last, so that a cascade spares rows that will reference another row.
  private enum Kind: CaseIterable {
    case insertion
    case edit
    case deletion
  }

  init(_ shadow: Shadow, _ library: BookStore, swapping swaps: Set<RowPlace>) {
    (self.shadow, self.library, self.swaps) = (shadow, library, swaps)
    sources = []
    for kind in Kind.allCases {
      for table in kind == .deletion ? shadow.tables.reversed() : shadow.tables {
        sources.append(Source(table: table, kind: kind))
      }
    }
    sources.reverse()
  }

  /// - Parameter finish: Called before COMMIT.
  /// - Throws: `libraryChanges` if another program has written to the library since the comparison.
  func run(
    origin: String, progress: (Double) -> Void, finish: () throws(SyncError) -> Void
  ) throws(SyncError) {
    let count = try shadow.integer("SELECT count(*) FROM temp.changed") ?? 0
    let (connection, arriving) = (
      library.rowEditor.connection, ArrivingRows(into: library, from: .synced(origin))
    )
    var version: Int64?
    do throws(StoreError) {
      try arriving.write { () throws(StoreError) in
        progress(min(1, Double(writtenCount) / Double(max(1, count))))
        return try caught { () throws(SyncError) in try nextPart() }
      } finish: { refused throws(StoreError) in
        try caught { () throws(SyncError) in
          for row in refused { try refuse(row.changes, row.error) }
          if refusals.isEmpty, connection.hasOpenForeignKeys { try refuseDangling() }
        }
        if !refusals.isEmpty { throw .interrupted }
        try caught(finish)
        version = try connection.integer("PRAGMA data_version")
      }
      // Changes that SQLite does not report are not corrected, so the library may differ from the shadow.
      if isAsCompared ?? false, !arriving.hasReactions { takeStamp(connection, version) }
    } catch {
      if failure == nil, case .cannotChange(let table, _) = error { try refuseAll(of: table, error) }
      if failure == nil, !refusals.isEmpty { return }
      throw reason(of: error)
    }
  }

  private func caught<Result>(_ body: () throws(SyncError) -> Result) throws(StoreError) -> Result {
    do throws(SyncError) { return try body() } catch {
      failure = error
      throw .interrupted
    }
  }

  private func reason(of error: StoreError) -> SyncError {
    if let failure { return failure }
    return switch error {
    case .changedSince, .rowGone, .rowReplaced: .libraryChanges
    case .interrupted: .cancelled
    default: .store(error)
    }
  }

  /// Takes the stamp under a write lock, unless another program has written since.
  private func takeStamp(_ connection: Connection, _ version: Int64?) {
    // If another program gets the lock first, the next sync compares the library.
    do throws(StoreError) {
      try connection.begin()
      if try connection.integer("PRAGMA data_version") == version { stamp = shadow.stamp }
    } catch {}
    connection.rollBack()
  }

  // MARK: Parts

  private func nextPart() throws(SyncError) -> [ArrivingRows.Changes]? {
    // From now on, only this transaction can write.
    if isAsCompared == nil { isAsCompared = try shadow.text("stamp") == shadow.stamp }
    var (part, byteCount): ([ArrivingRows.Changes], Int) = ([], 0)
    while let source = sources.last {
      let found = try next(source)
      for row in found {
        sources[sources.endIndex - 1].last = row.place.packed
        guard let changes = try changes(row, source.kind), !changes.isEmpty else { continue }
        if source.kind == .edit, swaps.contains(row.place) {
          swapped.append((row.place.table, changes))
          continue
        }
        part.append(changes)
        byteCount += row.byteCount + changes.reduce(0) { $0 + $1.writtenByteCount }
        if part.count >= Self.partCount || byteCount >= Self.partByteCount { break }
      }
      if part.count >= Self.partCount || byteCount >= Self.partByteCount { break }
      if found.isEmpty { sources.removeLast() }
    }
    if part.isEmpty, !swapped.isEmpty { part = [takeSwaps()] }
    writtenCount += part.count
    return part.isEmpty ? nil : part
  }

  /// The changes of rows that may swap unique values: all of them give theirs up first.
  private func takeSwaps() -> ArrivingRows.Changes {
    defer { swapped = [] }
    var (first, last): ([Change], [Change]) = ([], [])
    for (table, changes) in swapped {
      for change in changes {
        guard case .edit(let name, let before, let after) = change.content,
          let place = table.columns.firstIndex(where: { $0.name == name })
        else { continue }
        guard table.table.uniques.contains(where: { $0.contains(place) }) else {
          last.append(change)
          continue
        }
        let column = table.columns[place]
        let unused = Value.integer(.min + 1 + Int64(first.count)).stored(in: column.affinity)
        let free = column.isRequired ? unused : .null
        var (away, back) = (change, change)
        away.content = .edit(column: column.name, before: before, after: free)
        back.content = .edit(column: column.name, before: free, after: after)
        if before != free { first.append(away) }
        if after != free { last.append(back) }
      }
    }
    return first + last
  }

  private struct Row {
    let place: RowPlace
    let old: [Value]?
    /// Also nil if the values are read later.
    let new: [Value]?
    let byteCount: Int
  }

  private func next(_ source: Source) throws(SyncError) -> [Row] {
    let table = source.table
    let isNew = source.kind == .insertion ? "old IS NULL" : "old IS NOT NULL"
    let after = source.last.isNull ? "" : "AND key > ?2"
    // An integer primary key sets the order, so the row's values can be read by the same query.
    let isJoined = table.table.isKeyRowID
    let columns = isJoined ? ", t.c0 IS NOT NULL, " + table.shadowColumns.joined(separator: ", ") : ""
    let join = isJoined ? "LEFT JOIN \(table.shadowName) AS t ON t.c0 = key" : ""
    let sql = """
      SELECT key, old\(columns) FROM temp.changed \(join) WHERE tbl = ?1 AND \(isNew) \(after) ORDER BY key LIMIT 500
      """
    let values = [.integer(table.id)] + (source.last.isNull ? [] : [source.last])
    var (found, byteCount): ([Row], Int) = ([], 0)
    do throws(StoreError) {
      try shadow.connection.statement(sql).forEachRow(binding: values) { row throws(StoreError) in
        let old = row.value(at: 1)
        let new = isJoined && row.integer(at: 2) != 0 ? row.values(at: 3..<3 + table.columns.count) : nil
        let size = old.payloadByteCount + (new ?? []).reduce(0) { $0 + $1.payloadByteCount }
        found.append(
          Row(
            place: RowPlace(table, packed: row.value(at: 0)),
            old: old.bytes.flatMap { PackedBytes.unpack($0) }, new: new, byteCount: size))
        byteCount += size
        // The remaining rows are read later.
        if byteCount >= Self.partByteCount { throw .interrupted }
      }
    } catch {
      guard error == .interrupted else { throw .store(error) }
      if byteCount < Self.partByteCount { throw .cancelled }
    }
    return found
  }

  private func changes(_ row: Row, _ kind: Kind) throws(SyncError) -> ArrivingRows.Changes? {
    let (place, old) = (row.place, row.old)
    let new = place.table.table.isKeyRowID ? row.new : try shadow.held(at: place)?.values
    switch (old, new, kind) {
    case (nil, .some, .insertion): break
    case (.some, nil, .deletion): break
    case (let old?, let new?, .edit): if old == new { return nil }
    default: return nil
    }
    guard let name = try name(of: place, isNew: old == nil) else {
      try refuse(place, note: "\(StoreError.noKeys(table: place.table.name, isView: false))")
      return nil
    }
    let names = place.table.columns.map(\.name)
    func cells(_ values: [Value]) -> [Change.Cell] {
      zip(names, values).map { Change.Cell(column: $0, value: $1) } + name.cells
    }
    let contents: [Change.Content] =
      switch (old, new) {
      case (nil, let new?): [.insertion(.cells(cells(new)))]
      case (let old?, nil): [.deletion(RowImage.cells(cells(old)).digested)]
      case (let old?, let new?):
        old.indices.filter { old[$0] != new[$0] }.map {
          .edit(column: names[$0], before: old[$0], after: new[$0])
        }
      case (nil, nil): []
      }
    // The log takes the title from the library.
    return contents.map { Change(table: place.table.name, key: name.key, title: .null, content: $0) }
  }

  /// The store's ID of a row; with a hidden rowid, an existing row is found by its key, and a new one gets the next rowid.
  private func name(
    of place: RowPlace, isNew: Bool
  ) throws(SyncError) -> (key: RecordID.Key, cells: [Change.Cell])? {
    guard let schema = try schema(of: place.table) else { return nil }
    switch schema.key {
    case .columns: return (.columns(place.key), [])
    case .rowid(let column) where column == place.table.columns[0].name:
      guard case .integer(let rowid)? = place.key.first, place.key.count == 1 else { return nil }
      return (.rowid(rowid), [])
    case .rowid(let column):
      let rowid = try isNew ? nextRowID(of: place.table, column) : rowID(of: place, column)
      return rowid.map {
        (.rowid($0), isNew ? [Change.Cell(column: column, value: .integer($0))] : [])
      }
    default: return nil
    }
  }

  private func schema(of table: SyncedTable) throws(SyncError) -> Schema? {
    if let known = schemas[table.id] { return known }
    guard let entry = library.tables.first(where: { $0.name == table.name }) else { return nil }
    let schema = try store { () throws(StoreError) in try library.schema(of: entry.id) }
    schemas[table.id] = schema
    return schema
  }

  private func rowID(of place: RowPlace, _ column: String) throws(SyncError) -> Int64? {
    let key = place.table.columns.prefix(place.table.keyCount).map { quoted($0.name) }
    let condition = key.map { "\($0) = ? AND \($0) = ? COLLATE BINARY" }.joined(separator: " AND ")
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

  private func refuseAll(of name: String, _ error: StoreError) throws(SyncError) {
    guard let table = shadow.table(Text(name)) else { return }
    let sql = "SELECT key FROM temp.changed WHERE tbl = ?"
    for key in try shadow.rows(sql, [.integer(table.id)], { $0.value(at: 0) }) {
      try refuse(RowPlace(table, packed: key), note: "\(error)")
    }
  }

  private func refuse(_ changes: ArrivingRows.Changes, _ error: StoreError) throws(SyncError) {
    for change in changes { try refuse(change, error) }
  }

  private func refuse(_ change: Change, _ error: StoreError) throws(SyncError) {
    guard let table = shadow.table(Text(change.table)) else { return }
    var key: [Value]?
    if case .insertion(.cells(let cells)) = change.content {
      key = table.columns.prefix(table.keyCount).compactMap { column in
        cells.first { $0.column == column.name }?.value
      }
    } else if change.key.values.count == table.keyCount, !table.table.hasHiddenRowID {
      key = change.key.values
    } else {
      key = try self.key(of: change, table)
    }
    if let key, key.count == table.keyCount { try refuse(RowPlace(table, key), note: "\(error)") }
  }

  private func key(of change: Change, _ table: SyncedTable) throws(SyncError) -> [Value]? {
    let columns = table.columns.prefix(table.keyCount).map { quoted($0.name) }.joined(separator: ", ")
    return try store { () throws(StoreError) in
      try library.rowEditor.connection.rows(
        "SELECT \(columns) FROM main.\(quoted(table.name)) WHERE rowid = ?", change.key.values
      ) { $0.values(at: 0..<table.keyCount) }.first
    }
  }

  private func refuse(_ place: RowPlace, note: String) throws(SyncError) {
    let old = try shadow.row("SELECT rid FROM temp.changed WHERE tbl = ? AND key = ?", place.bindings) {
      $0.rowName(at: 0)
    }
    let new = try shadow.name(at: place)
    let isEdit = new != nil && old ?? nil != nil
    for case let name? in Set([new, old ?? nil]) {
      refusals.append(Refusal(name: name, place: place, note: note, isEdit: isEdit))
    }
  }

  /// Refuses changes that would leave dangling references: the referencing rows if they changed, otherwise the deletions.
  private func refuseDangling() throws(SyncError) {
    let found = try store { () throws(StoreError) in
      try library.rowEditor.connection.rows(
        #"SELECT DISTINCT "table", rowid, parent FROM pragma_foreign_key_check"#, []
      ) { (child: $0.string(at: 0), rowid: $0.value(at: 1), parent: $0.string(at: 2)) }
    }
    let note = "\(StoreError.foreignKey)"
    for (child, rowid, parent) in found {
      if let table = shadow.table(Text(child)), table.table.isKeyRowID,
        try shadow.exists(
          "SELECT 1 FROM temp.changed WHERE tbl = ? AND key = ?", RowPlace(table, [rowid]).bindings)
      {
        try refuse(RowPlace(table, [rowid]), note: note)
      } else if let table = shadow.tables.first(where: { $0.name.lowercased() == parent.lowercased() }) {
        let sql = "SELECT key FROM temp.changed WHERE tbl = ? AND old IS NOT NULL"
        for key in try shadow.rows(sql, [.integer(table.id)], { $0.value(at: 0) }) {
          let place = RowPlace(table, packed: key)
          if try shadow.held(at: place) == nil { try refuse(place, note: note) }
        }
      }
    }
    if refusals.isEmpty { throw .store(.foreignKey) }
  }
}

extension Change {
  fileprivate var writtenByteCount: Int {
    switch content {
    case .insertion(let image): (image.cells ?? []).reduce(64) { $0 + $1.value.payloadByteCount }
    case .edit(_, let before, let after): 64 + before.payloadByteCount + after.payloadByteCount
    case .deletion, .field: 64
    }
  }
}
