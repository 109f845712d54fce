import CSQLite
import Listings
import Queries
import Records
import SQLite

/// Finds possible duplicates among the rows of a query, on any connection and without records.
///
/// It sorts hashes in a temporary file and reads only matching rows again, so only a part of the hashes is in memory.
struct DuplicateSearch: Sendable {
  private let source: RowSource
  private let columns: DuplicateColumns
  private let sources: String?
  private let different: DifferentPairs?

  private static let pairLimit = 200_000

  init(
    _ database: Database, _ source: RowSource, named: [Int], _ different: DifferentPairs?
  ) throws(StoreError) {
    let schema = source.sql.schema
    if schema.key == .position { throw .noKeys(table: schema.table, isView: schema.source == .view) }
    (self.source, self.different) = (source, different)
    columns = DuplicateColumns(source.sql.schema, named: named)
    sources = columns.areNamed ? nil : try Self.sources(database, source)
  }

  private static func sources(_ database: Database, _ source: RowSource) throws(StoreError) -> String? {
    guard source.sql.schema.key.isInteger, let entry = database.entry(named: "source") else { return nil }
    let sql = try database.sql(of: entry.id)
    let names = ["book", "service", "id"]
    guard sql.schema.source == .table, names.allSatisfy({ sql.schema.field(named: $0) != nil }),
      sql.schema.references.contains(where: { $0.table.isSameName(as: source.sql.schema.table) })
    else { return nil }
    let among =
      source.whereClause.isEmpty
      ? "" : " AND book IN (SELECT \(source.sql.keyList) FROM \(source.sql.table)\(source.whereClause))"
    return "SELECT book, service, id FROM \(sql.table) WHERE id IS NOT NULL AND id <> ''\(among)"
  }

  private var sql: TableSQL { source.sql }

  func find(
    on connection: Connection, progress: @escaping (Double) -> Void = { _ in }
  ) throws(StoreError) -> DuplicateList {
    var (hashes, places) = (try HashFile(), try KeyPlaces(sql))
    try source.reading(on: connection) { () throws(StoreError) in
      try scan(on: connection, &hashes, &places) { progress($0 / 2) }
    }
    var (pairs, marks): ([DuplicatePair], [Int64: DuplicateMark]) = ([], [:])
    // Rows may be gone or changed since the scan.
    let reader = try connection.uncachedStatement(sql.values(columns.fields), for: .list)
    for part in 0..<HashFile.partCount where pairs.count < Self.pairLimit {
      progress(0.5 + Double(part) / Double(2 * HashFile.partCount))
      try meet(try hashes.entries(of: part), reader, places, &pairs, &marks)
    }
    if let different {
      pairs = try different.removed(from: pairs) { place throws(StoreError) in
        try RowDigest.of(try places.id(at: place), sql, on: connection)
      }
    }
    let isComplete = pairs.count < Self.pairLimit
    return DuplicateList(try groups(pairs, marks, places, on: connection), isComplete: isComplete)
  }

  private func scan(
    on connection: Connection, _ hashes: inout HashFile, _ places: inout KeyPlaces,
    _ progress: (Double) -> Void
  ) throws(StoreError) {
    let total = try connection.integer("SELECT count(*) FROM \(sql.table)") ?? 1
    let keyCount = sql.schema.key.columns.count
    let text =
      "SELECT \(sql.keyList), \(sql.columnList(columns.fields)) FROM \(sql.table)\(source.whereClause)"
    let statement = try connection.uncachedStatement(text, for: .list)
    var done = 0
    try statement.forEachRow(binding: source.bindings) { row throws(StoreError) in
      let place = try places.place(of: row)
      let signs = columns.signs(row, from: keyCount)
      try signs.forEachHash { hash throws(StoreError) in try hashes.append(hash, place) }
      done += 1
      if done % 4_096 == 0 { progress(min(1, Double(done) / Double(total))) }
    }
    guard let sources else { return }
    let named = try connection.uncachedStatement(sources, for: .list)
    try named.forEachRow(binding: source.bindings) { row throws(StoreError) in
      let hash = [row.value(at: 1), row.value(at: 2)].reduce(MatchHash.basis) {
        MatchHash.next($1.plainBytes.reduce($0, MatchHash.next), 0)
      }
      try hashes.append(BookSigns.Meeting.source.marked(hash), row.integer(at: 0))
    }
  }

  private func meet(
    _ entries: [HashFile.Entry], _ reader: PreparedStatement, _ places: KeyPlaces,
    _ pairs: inout [DuplicatePair], _ marks: inout [Int64: DuplicateMark]
  ) throws(StoreError) {
    var start = 0
    while start < entries.count, pairs.count < Self.pairLimit {
      var end = start + 1
      while end < entries.count, entries[end].hash == entries[start].hash { end += 1 }
      defer { start = end }
      guard entries[start].place != entries[end - 1].place,
        let meeting = BookSigns.Meeting(markOf: entries[start].hash)
      else { continue }
      var (block, last) = (DuplicateBlock(meeting), Int64?.none)
      for entry in entries[start..<end] where entry.place != last {
        last = entry.place
        let id = try places.id(at: entry.place)
        let signs = try reader.firstRow(binding: id.values) { columns.signs($0, from: 0) }
        if let signs { block.add(entry.place, signs) }
      }
      pairs += block.result
      marks.merge(block.marks) { first, _ in first }
    }
  }

  private func groups(
    _ pairs: [DuplicatePair], _ marks: [Int64: DuplicateMark], _ places: KeyPlaces, on connection: Connection
  ) throws(StoreError) -> [DuplicateGroup] {
    var groups: [DuplicateGroup] = []
    for found in DuplicateGroups(pairs, marks).result() {
      var ids: [RecordID] = []
      for place in found.places { ids.append(try places.id(at: place)) }
      let title = try connection.value(sql.title, ids[0].values)
      groups.append(
        DuplicateGroup(
          found.pair.reason, isSure: found.pair.isSure, ids: ids, title: title?.head ?? .null))
    }
    return groups
  }
}

/// A number for each row: its rowid, or the offset of its packed key in a temporary file.
struct KeyPlaces {
  private let sql: TableSQL
  private let file: TemporaryFile?
  private var size = 0

  init(_ sql: TableSQL) throws(StoreError) {
    self.sql = sql
    file = sql.schema.key.isInteger ? nil : try TemporaryFile()
  }

  mutating func place(of row: PreparedStatement) throws(StoreError) -> Int64 {
    guard let file else { return row.integer(at: 0) }
    let bytes = PackedBytes.pack(row.values(at: sql.schema.key.columns.indices))
    var failure: StoreError?
    let place = size
    func write(_ bytes: UnsafeRawBufferPointer) {
      do throws(StoreError) { try file.write(bytes, at: size) } catch { failure = error }
      size += bytes.count
    }
    withUnsafeBytes(of: bytes.count) { write($0) }
    bytes.withUnsafeBytes { write($0) }
    if let failure { throw failure }
    return Int64(place)
  }

  func id(at place: Int64) throws(StoreError) -> RecordID {
    guard let file else { return RecordID(.rowid(place), in: sql.schema.id) }
    var count = 0
    let start = Int(place)
    withUnsafeMutableBytes(of: &count) { _ = file.read(into: $0, at: start) }
    var bytes = [UInt8](repeating: 0, count: count)
    let read = bytes.withUnsafeMutableBytes { file.read(into: $0, at: start + MemoryLayout<Int>.size) }
    guard read == count, let key = PackedBytes.unpack(bytes) else {
      throw .ioError(code: Int32(CSQLITE_IOERR_READ))
    }
    return RecordID(.columns(key), in: sql.schema.id)
  }
}

struct DuplicateColumns: Sendable {
  private let named: [Int]
  private let titles: [Int]
  private let subtitle, author, isbn, volume, language: Int?

  init(_ schema: Schema, named: [Int]) {
    func field(_ name: String) -> Int? {
      schema.fields.firstIndex { $0.column.isSameName(as: name) && !$0.kind.isBytes }
    }
    (subtitle, author, isbn) = (field("subtitle"), field("author"), field("isbn"))
    (volume, language) = (field("series_number"), field("language"))
    let isOfBooks = author != nil || isbn != nil
    // If all rows have the same title, another column distinguishes them better and was chosen as the title.
    let title = isOfBooks ? field("title") : nil
    titles = title.map { schema.titleFields.contains($0) ? schema.titleFields : [$0] } ?? schema.titleFields
    self.named = named.isEmpty && !isOfBooks ? schema.titleFields : named
  }

  var areNamed: Bool { !named.isEmpty }

  var fields: [Int] {
    areNamed ? named : titles + [subtitle, author, isbn, volume, language].compactMap(\.self)
  }

  func signs(_ row: PreparedStatement, from start: Int) -> RowSigns {
    var column = Int32(start)
    func next(_ field: Int?) -> Value {
      guard field != nil else { return .null }
      defer { column += 1 }
      return row.value(at: column)
    }
    if areNamed { return .fields(FieldSigns(named.map { next($0) })) }
    var cells = BookSigns.Cells()
    cells.titles = titles.map { next($0).plainBytes }
    cells.subtitle = next(subtitle).plainBytes
    cells.author = next(author).plainBytes
    cells.isbn = next(isbn).plain
    cells.volume = next(volume).plain
    cells.language = next(language).plain ?? ""
    return .book(BookSigns(cells))
  }
}

/// Hashes of rows in a temporary file, partitioned by their first bits, so that only one part is in memory.
struct HashFile {
  struct Entry {
    let hash: UInt64
    let place: Int64
  }

  static let partCount = 64
  private static let blockSize = 1_024

  private let file: TemporaryFile
  private var size = 0
  private var waiting: [[Entry]] = Array(repeating: [], count: partCount)
  private var blocks: [[(offset: Int, count: Int)]] = Array(repeating: [], count: partCount)

  init() throws(StoreError) { file = try TemporaryFile() }

  mutating func append(_ hash: UInt64, _ place: Int64) throws(StoreError) {
    let part = Int(hash >> 58)
    waiting[part].append(Entry(hash: hash, place: place))
    if waiting[part].count == Self.blockSize { try write(part) }
  }

  private mutating func write(_ part: Int) throws(StoreError) {
    var failure: StoreError?
    let count = waiting[part].count
    waiting[part].withUnsafeBytes { bytes in
      do throws(StoreError) { try file.write(bytes, at: size) } catch { failure = error }
    }
    if let failure { throw failure }
    blocks[part].append((size, count))
    size += count * MemoryLayout<Entry>.stride
    waiting[part].removeAll(keepingCapacity: true)
  }

  mutating func entries(of part: Int) throws(StoreError) -> [Entry] {
    if !waiting[part].isEmpty { try write(part) }
    let total = blocks[part].reduce(0) { $0 + $1.count }
    // Swift would set the count of the storage that all empty arrays share.
    guard total > 0 else { return [] }
    let stride = MemoryLayout<Entry>.stride
    var isWhole = true
    var entries = [Entry](unsafeUninitializedCapacity: total) { buffer, count in
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      for block in blocks[part] {
        let range = count * stride..<(count + block.count) * stride
        let room = UnsafeMutableRawBufferPointer(rebasing: bytes[range])
        if file.read(into: room, at: block.offset) < room.count { isWhole = false }
        count += block.count
      }
    }
    guard isWhole else { throw .ioError(code: Int32(CSQLITE_IOERR_READ)) }
    entries.sort { ($0.hash, $0.place) < ($1.hash, $1.place) }
    return entries
  }
}

/// A hash of all of a row's values, to detect later whether it has changed.
enum RowDigest {
  static func of(_ id: RecordID, _ sql: TableSQL, on connection: Connection) throws(StoreError) -> UInt64? {
    let values = try connection.row(sql.wholeRow, id.values) { $0.values(at: sql.rowColumns.indices) }
    guard let values else { return nil }
    return ([.text(Text(sql.schema.table))] + id.values + values).reduce(MatchHash.basis, next)
  }

  private static func next(_ hash: UInt64, _ value: Value) -> UInt64 {
    let bytes = PackedBytes.pack([value])
    return MatchHash.next(bytes.reduce(hash, MatchHash.next), 0xFF)
  }
}
