import Records
import SQLite

struct EntryReader {
  package typealias Entry = Listing.Entry

  static let batchSize = 256

  let connection: Connection
  let sql: TableSQL
  let fields: [Int]

  /// When an error is thrown, the rows before it have been read; if a value is too large, rows are read one by one.
  func read(
    _ values: [Value], into entries: inout [Entry], _ text: (_ hasTitles: Bool) -> String
  ) throws(StoreError) {
    let statement = try connection.statement(text(true), for: .list)
    do {
      return try withLimit { () throws(StoreError) in
        try read(statement, values, into: &entries) { row, id in entry(id, row) }
      }
    } catch {
      guard error.isTooBig else { throw error }
    }
    entries.removeAll(keepingCapacity: true)
    try read(try connection.statement(text(false), for: .list), values, into: &entries) {
      _, id throws(StoreError) in
      try entry(of: id) ?? Entry(id: id, title: .null)
    }
  }

  private func read(
    _ statement: PreparedStatement, _ values: [Value], into entries: inout [Entry],
    entry: (PreparedStatement, RecordID) throws(StoreError) -> Entry
  ) throws(StoreError) {
    entries.reserveCapacity(PageCache.pageSize)
    let count = entries.count
    defer { connection.handle.counters?.count(titles: entries.count - count) }
    try statement.forEachRow(binding: values) { row throws(StoreError) in
      entries.append(try entry(row, sql.id(in: row)))
    }
  }

  /// Reads rows in any order, without the missing ones; one statement for each 256 keys.
  func entries(of ids: [RecordID]) throws(StoreError) -> [Entry] {
    var found: [Entry] = []
    for start in stride(from: 0, to: ids.count, by: Self.batchSize) {
      let batch = ids[start..<min(start + Self.batchSize, ids.count)]
      do throws(StoreError) {
        found += try withLimit { () throws(StoreError) in try read(batch) }
      } catch {
        guard error.isTooBig else { throw error }
        for id in batch { if let entry = try entry(of: id) { found.append(entry) } }
      }
    }
    return found
  }

  /// The last key is repeated, so that there are few different statements and they stay compiled.
  private func read(_ ids: ArraySlice<RecordID>) throws(StoreError) -> [Entry] {
    guard let last = ids.last else { return [] }
    let count = Self.parameterCount(for: ids.count)
    let padding = Array(repeating: last.values, count: count - ids.count)
    let values = (ids.map(\.values) + padding).flatMap { $0 }
    var entries: [Entry] = []
    let statement = try connection.statement(sql.entries(ofRows: count, showing: fields), for: .list)
    try read(statement, values, into: &entries) { row, id in entry(id, row) }
    return entries
  }

  static func parameterCount(for count: Int) -> Int { [8, 64].first { count <= $0 } ?? batchSize }

  private func entry(of id: RecordID) throws(StoreError) -> Entry? {
    let reader = RowReader(connection: connection, sql: sql, purpose: .list)
    guard !fields.isEmpty else { return try reader.title(of: id).map { Entry(id: id, title: $0) } }
    guard let row = try reader.read(id) else { return nil }
    let values = fields.map { field in
      if !row.values.indices.contains(field) { return ShownValue.null }
      return ShownValue(row.values[field], large: row.large.first { $0.index == field }?.value)
    }
    return Entry(id: id, title: sql.schema.title(of: row.shownValues).head, values: values)
  }

  private func withLimit<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    if fields.isEmpty { return try connection.withTitleLimit(sql, body) }
    return sql.isReadableInPieces ? try connection.withLengthLimit(LargeValue.limit, body) : try body()
  }

  private func entry(_ id: RecordID, _ row: PreparedStatement) -> Entry {
    let keyCount = Int32(sql.schema.key.columns.count)
    return Entry(
      id: id, title: row.shownValue(at: keyCount),
      values: Self.shown(fields.count, in: row, from: keyCount + 1))
  }

  static func shown(_ count: Int, in row: PreparedStatement, from start: Int32) -> [ShownValue] {
    (0..<Int32(count)).map { index in
      if case .integer(let size) = row.value(at: start + 2 * index + 1) { return .bytes(Int(size)) }
      return .value(row.value(at: start + 2 * index))
    }
  }

  func gone(_ id: RecordID) -> Listing.Entry {
    Listing.Entry(id: id, title: .null, values: fields.map { _ in .null })
  }

  static func blocks(around positions: Range<Int>) -> Range<Int> {
    let size = batchSize / 2
    return positions.lowerBound / size * size..<(positions.upperBound + size - 1) / size * size
  }
}

extension Record {
  /// Nil if the record is not hydrated; `known` has the database's values, used for related fields.
  package func shownValues(of fields: [Int], besides known: [ShownValue]) -> [ShownValue]? {
    guard let values else { return nil }
    return fields.enumerated().map { place, field in
      guard values.indices.contains(field) else {
        return known.indices.contains(place) ? known[place] : .null
      }
      return ShownValue(values[field], large: large.first { $0.index == field }?.value)
    }
  }
}

extension ShownValue {
  init(_ value: Value, large: LargeValue? = nil) {
    switch large?.shown ?? value {
    case .blob(let bytes): self = .bytes(large?.byteCount ?? bytes.count)
    case .text(let text) where text.bytes.count > TableSQL.shownLength:
      self = .value(.text(Text(String(text.string.prefix(TableSQL.shownLength)))))
    case let value: self = .value(value)
    }
  }
}
