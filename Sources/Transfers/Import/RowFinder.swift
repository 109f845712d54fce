import Formats
import Listings
import Queries
import Records
import SQLite

struct RowFinder {
  private let database: Database
  private let sql: TableSQL
  private let matches: [ImportOptions.Match]
  private let service: String
  private let hasSources, isReplacing: Bool
  private let status, isbn, author: Int?
  private let echo: ExportEcho?
  private var titles = MatchIndex()
  private var isbns = MatchIndex()
  private let isISBNUnique: Bool
  private var addedISBNs = AddedRows()
  /// Rows that this import has added, if `joinsRows`.
  private var addedTitles = AddedRows()
  let joinsRows: Bool
  private var untitled: [Int64] = []
  private var hasRows = false
  private var wholes: WholeRows
  private var imported: MatchIndex?
  private var keyPlace: (columns: [String], place: Int?) = ([], nil)

  init(
    _ database: Database, _ sql: TableSQL, _ options: ImportOptions, _ tables: BookTables, _ format: Format,
    _ echo: ExportEcho?
  ) throws(StoreError) {
    (self.database, self.sql, self.echo) = (database, sql, echo)
    (service, joinsRows) = (format.sourceName, format.hasManyRowsOfBooks)
    matches = options.action == .add ? [] : options.matches
    isReplacing = options.action == .update
    hasSources = tables.sources != nil
    wholes = WholeRows(database, sql)
    func field(_ name: BookField) -> Int? {
      sql.schema.fields.firstIndex { $0.column.isSameName(as: name.rawValue) && !$0.kind.isBytes }
    }
    status = field(.status)
    isbn = field(.isbn)
    author = field(.author)
    isISBNUnique = isbn.map { isbn in sql.schema.uniqueKeys.contains { $0.fields == [isbn] } } ?? false
    try readTable()
  }

  private mutating func readTable() throws(StoreError) {
    guard !matches.isEmpty else { return }
    let fields = sql.schema.titleFields + [author, isbn].compactMap(\.self)
    let statement = try database.connection.statement(
      "SELECT \(sql.keyList), \(sql.columnList(fields)) FROM \(sql.table)")
    let (titleCount, hasAuthor, hasISBN) = (sql.schema.titleFields.count, author != nil, isbn != nil)
    let (byTitle, byISBN) = (matches.contains(.title), matches.contains(.isbn) && hasISBN)
    try statement.forEachRow { row throws(StoreError) in
      let key = row.integer(at: 0)
      let hash = Self.hash(of: row, titleCount, hasAuthor)
      if hash == nil { untitled.append(key) }
      if byTitle, let hash { titles.append(hash, key) }
      if byISBN, let hash = Self.isbn(row.value(at: Int32(fields.count))) { isbns.append(hash, key) }
      hasRows = true
    }
    titles.sort()
    isbns.sort()
  }

  /// Expects the key first, then the title and the author.
  private static func hash(of row: PreparedStatement, _ titleCount: Int, _ hasAuthor: Bool) -> UInt64? {
    var hash = TitleHash()
    func add(_ column: Int, _ body: (inout TitleHash, UnsafeRawBufferPointer) -> Void) {
      // Texts are hashed without a copy, numbers as written.
      if row.isUTF8(at: Int32(column)) {
        row.withBytes(at: Int32(column)) { body(&hash, $0) }
      } else {
        bytes(row.value(at: Int32(column))).withUnsafeBytes { body(&hash, $0) }
      }
    }
    for column in 0..<titleCount { add(column + 1) { $0.addTitle($1) } }
    if hasAuthor { add(titleCount + 1) { $0.addAuthor($1) } }
    return hash.value
  }

  /// The keys from the first rule that finds rows; `isByContent` is false for keys and IDs.
  mutating func rows(
    for row: FormatRow, _ values: [FieldValue], _ fields: [Int?], isPart: Bool
  ) throws(StoreError) -> (keys: [Int64], isByContent: Bool) {
    for match in matches {
      let keys =
        switch match {
        case .key: try byKey(row, values)
        case .source: try bySource(row, values)
        case .isbn: try byISBN(values, isPart: isPart)
        case .title: try byTitle(row, values)
        }
      if !keys.isEmpty { return (Array(Set(keys)).sorted(), match == .isbn || match == .title) }
    }
    return (matches.isEmpty ? [] : [try byWhole(row, values, fields)].compactMap(\.self), true)
  }

  /// The row with the same content, if the title does not identify it.
  private mutating func byWhole(
    _ row: FormatRow, _ values: [FieldValue], _ fields: [Int?]
  ) throws(StoreError) -> Int64? {
    // An export may change a title, or write one for an untitled book.
    if let key = try echo?.book(of: row, among: sameTitles(row, values)) { return key }
    let mayBeUntitled = hasRows && !untitled.isEmpty
    if mayBeUntitled, let key = try echo?.book(of: row, amongUntitled: untitled) { return key }
    guard hash(values) == nil else { return nil }
    if let key = try byImported(row) { return key }
    guard mayBeUntitled, echo == nil else { return nil }
    let known = fields.compactMap(\.self)
    return try wholes.key(
      of: values, in: known.isEmpty ? values.map(\.index) : known.sorted(), among: untitled)
  }

  /// Includes books that an ISBN or ID distinguishes.
  private func sameTitles(_ row: FormatRow, _ values: [FieldValue]) -> [Int64] {
    // A title that seems to end with a series is read without it.
    let whole = row.text("Title").flatMap { title in
      hash(
        values.map {
          $0.index == sql.schema.titleIndex ? FieldValue(index: $0.index, value: .text(Text(title))) : $0
        })
    }
    return [hash(values), whole].compactMap(\.self).flatMap(titles.keys)
  }

  private mutating func byImported(_ row: FormatRow) throws(StoreError) -> Int64? {
    guard hasSources, row.id == nil else { return nil }
    if imported == nil { imported = try readImported() }
    return imported?.keys(MatchHash.bytes(row.json.utf8)).min()
  }

  private func readImported() throws(StoreError) -> MatchIndex {
    var index = MatchIndex()
    let statement = try database.connection.statement(
      "SELECT book, imported FROM source WHERE service = ? AND id IS NULL")
    try statement.forEachRow(binding: [.text(Text(service))]) { row throws(StoreError) in
      index.append(MatchHash.bytes(row.value(at: 1).writtenBytes), row.integer(at: 0))
    }
    index.sort()
    return index
  }

  /// Whether the cells of a block with these columns and fields tell which rows match.
  func canLookUp(_ columns: [String], _ fields: [Int?]) -> Bool {
    if matches.isEmpty { return true }
    if hasRows, matches.contains(.key), columns.contains(where: isKey) { return false }
    return (sql.schema.titleFields + [author].compactMap { $0 }).allSatisfy {
      let field = sql.schema.fields[$0]
      return field.affinity == .text && ImportColumns.isStoredAsIs(field)
    }
  }

  private func isKey(_ column: String) -> Bool {
    sql.schema.key.columns.contains { $0.isSameName(as: column) }
  }

  /// Whether no row of the library or of the file so far can match a row of a block, if `canLookUp`.
  func areNew(_ block: CSVBlock, _ places: CellPlaces) -> Bool {
    var numbers: Set<UInt64> = []
    return (0..<block.rowCount).allSatisfy { row in
      if keys(of: row, in: block, places)?.isEmpty != true { return false }
      guard let number = number(of: row, in: block, places) else { return true }
      return numbers.insert(number).inserted && isbns.keys(number).isEmpty && addedISBNs.keys(number).isEmpty
    }
  }

  mutating func noteAdded(_ block: CSVBlock, _ places: CellPlaces, firstKey: Int64) {
    for row in 0..<block.rowCount {
      if let number = number(of: row, in: block, places) { addedISBNs.add(number, firstKey + Int64(row)) }
    }
  }

  private func number(of row: Int, in block: CSVBlock, _ places: CellPlaces) -> UInt64? {
    guard matches.contains(.isbn), let place = places.isbn?.place, let reader = places.isbn?.reader,
      let cell = block.cells(of: row).dropFirst(place).first
    else { return nil }
    let bytes = block.bytes[block.range(of: cell)]
    if let number = MatchHash.isbn(bytes) { return number }
    let value = EncodedBytes.value(of: Array(bytes)) ?? .text(Text(bytes: Array(bytes)))
    return reader.read(value).value.flatMap(Self.isbn)
  }

  /// The rows with the same title, if `canLookUp`; nil without a title, because the whole row decides.
  func keys(of row: Int, in block: CSVBlock, _ places: CellPlaces) -> [Int64]? {
    guard hasRows || hasSources else { return [] }
    let cells = block.cells(of: row)
    var hash = TitleHash()
    block.bytes.withUnsafeBytes { bytes in
      func text(_ place: Int?) -> UnsafeRawBufferPointer {
        guard let place, place < cells.count else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(rebasing: bytes[block.range(of: cells.lowerBound + place)])
      }
      for place in places.titles { hash.addTitle(text(place)) }
      if author != nil { hash.addAuthor(text(places.author)) }
    }
    guard let hash = hash.value else { return untitled.isEmpty && !hasSources ? [] : nil }
    return titles.isEmpty ? [] : titles.keys(hash)
  }

  /// Where the cells of a block are that tell which rows match.
  struct CellPlaces {
    fileprivate let titles: [Int?]
    fileprivate let author: Int?
    fileprivate let isbn: (place: Int, reader: CellReader)?
  }

  func cellPlaces(_ readers: [CellReader?]) -> CellPlaces {
    func place(_ field: Int?) -> Int? {
      field.flatMap { field in readers.firstIndex { $0?.index == field } }
    }
    return CellPlaces(
      titles: sql.schema.titleFields.map(place), author: place(author),
      isbn: place(isbn).flatMap { place in readers[place].map { (place, $0) } })
  }

  private func byTitle(_ row: FormatRow, _ values: [FieldValue]) throws(StoreError) -> [Int64] {
    var keys: [Int64] = []
    for key in hash(values).map(titles.keys) ?? [] {
      if try !isOther(key, row, values) { keys.append(key) }
    }
    return keys
  }

  /// A row that this import has added is another copy, unless title and all fields are the same: a list of loans repeats books.
  private func byISBN(_ values: [FieldValue], isPart: Bool) throws(StoreError) -> [Int64] {
    guard let number = number(values) else { return [] }
    var keys = isbns.keys(number)
    for key in addedISBNs.keys(number) where isPart || isISBNUnique {
      guard try title(values) == title(held(key) ?? []) else { continue }
      let own = try held(values.map(\.index), by: key)
      if isISBNUnique || differing(values, from: own).isEmpty { keys.append(key) }
    }
    return keys
  }

  func bookAdded(for row: FormatRow, _ values: [FieldValue]) throws(StoreError) -> Int64? {
    for key in hash(values).map(addedTitles.keys) ?? [] {
      if try !isOther(key, row, values) { return key }
    }
    return nil
  }

  func held(_ fields: [Int], by key: Int64) throws(StoreError) -> [Value] {
    try database.values(fields, of: RecordID(.rowid(key), in: sql.schema.id)) ?? fields.map { _ in .null }
  }

  /// The fields with different values; the status may move forward.
  func differing(_ values: [FieldValue], from held: [Value]) -> [Int] {
    zip(values, held).filter { new, old in
      !old.isNull && old != .text("") && new.index != status && !isSame(new, old)
    }.map(\.0.index)
  }

  func isSame(_ new: FieldValue, _ old: Value) -> Bool {
    let affinity = sql.schema.fields[new.index].affinity
    if new.value == old || new.value.stored(in: affinity) == old { return true }
    if case .text(let text) = new.value, old.writtenBytes == text.bytes { return true }
    if new.index == isbn { return Self.both(Self.isbn(new.value), Self.isbn(old)).map { $0 == $1 } ?? false }
    if new.index == author {
      let names = [new.value, old].map { Self.bytes($0).withUnsafeBytes { NameWords($0) } }
      return names[0] == names[1] && !names[0].isEmpty
    }
    guard sql.schema.titleFields.contains(new.index) else { return false }
    let titles = [new, FieldValue(index: new.index, value: old)].map { titleHash([$0])?.value }
    return titles[0] == titles[1] && titles[0] != nil
  }

  /// Later rows can match the row by its ISBN; rows with equal titles are different books, unless `joinsRows`.
  mutating func noteAdded(_ row: FormatRow, _ values: [FieldValue], _ key: Int64) {
    if joinsRows, let hash = hash(values) { addedTitles.add(hash, key) }
    guard matches.contains(.isbn), row.id == nil, let number = number(values) else { return }
    addedISBNs.add(number, key)
  }

  /// Whether this import has added a row that these values match by their ISBN.
  func hasAdded(_ key: Int64, _ values: [FieldValue]) -> Bool {
    number(values).map { addedISBNs.keys($0).contains(key) } ?? false
  }

  /// The row with the file's key, unless its title shows a coincidence.
  private mutating func byKey(_ row: FormatRow, _ values: [FieldValue]) throws(StoreError) -> [Int64] {
    guard hasRows, case .rowid(let column) = sql.schema.key else { return [] }
    if row.columns != keyPlace.columns {
      let place =
        row.columns.firstIndex(of: column) ?? row.columns.firstIndex { $0.isSameName(as: column) }
      keyPlace = (row.columns, place)
    }
    let given = values.first { sql.schema.fields[$0.index].column == column }?.value
    let cell = keyPlace.place.flatMap { $0 < row.values.count ? row.values[$0] : nil }
    guard let key = (given ?? cell)?.plainText.flatMap({ Int64($0) }) else { return [] }
    let id = RecordID(.rowid(key), in: sql.schema.id)
    guard try database.values([sql.schema.titleIndex], of: id) != nil else { return [] }
    // An update may change titles.
    if isReplacing { return [key] }
    return try contradicts(key, values) ? [] : [key]
  }

  /// The rows with the service's ID, unless title and ISBN contradict: several libraries may count from 1.
  private func bySource(_ row: FormatRow, _ values: [FieldValue]) throws(StoreError) -> [Int64] {
    guard hasSources, let id = row.id else { return [] }
    let named = try database.connection.rows(
      "SELECT book, imported FROM source WHERE service = ? AND id = ?",
      [.text(Text(service)), .text(Text(id))]
    ) { ($0.integer(at: 0), $0.value(at: 1)) }
    var keys: [Int64] = []
    for (key, imported) in named {
      let isMatch = isAsImported(row, imported) ? true : try !contradicts(key, values)
      if isMatch { keys.append(key) }
    }
    return keys
  }

  private func isAsImported(_ row: FormatRow, _ imported: Value) -> Bool {
    guard case .text(let json) = imported, let value = try? JSONReader.value(of: json.bytes),
      let column = row.columns.first(where: { Self.titleColumns.contains($0.lowercased()) }),
      let title = row.text(column)
    else { return false }
    return value[column]?.plain == title
  }

  private static let titleColumns: Set<String> = ["title", "ti", "t1", "bt", "booktitle"]

  private func contradicts(_ key: Int64, _ values: [FieldValue]) throws(StoreError) -> Bool {
    guard let own = try held(key) else { return true }
    let numbers = Self.both(number(values), number(own))
    if let numbers, numbers.0 == numbers.1 { return false }
    if let titles = Self.both(title(values), title(own)) { return titles.0 != titles.1 }
    if numbers != nil { return true }
    return Self.both(name(values), name(own)).map { $0 != $1 } ?? false
  }

  private func held(_ key: Int64) throws(StoreError) -> [FieldValue]? {
    let fields = sql.schema.titleFields + [author, isbn].compactMap(\.self)
    let held = try database.values(fields, of: RecordID(.rowid(key), in: sql.schema.id))
    return held.map { zip(fields, $0).map { FieldValue(index: $0, value: $1) } }
  }

  private static func both<Element>(_ left: Element?, _ right: Element?) -> (Element, Element)? {
    left.flatMap { left in right.map { (left, $0) } }
  }

  private func isOther(_ key: Int64, _ row: FormatRow, _ values: [FieldValue]) throws(StoreError) -> Bool {
    if hasSources, let id = row.id {
      let isKnown = try database.connection.exists(
        "SELECT 1 FROM source WHERE book = ? AND service = ? AND id <> ?",
        [.integer(key), .text(Text(service)), .text(Text(id))])
      if isKnown { return true }
    }
    guard let isbn, let number = number(values) else { return false }
    let held = try database.values([isbn], of: RecordID(.rowid(key), in: sql.schema.id))?.first
    return held.flatMap(Self.isbn).map { $0 != number } ?? false
  }

  private func number(_ values: [FieldValue]) -> UInt64? {
    isbn.flatMap { isbn in values.first { $0.index == isbn } }.flatMap { Self.isbn($0.value) }
  }

  private func hash(_ values: [FieldValue]) -> UInt64? {
    guard var hash = titleHash(values) else { return nil }
    if let author { Self.bytes(Self.value(author, values)).withUnsafeBytes { hash.addAuthor($0) } }
    return hash.value
  }

  /// Without words, the hash of the title's signs.
  private func title(_ values: [FieldValue]) -> UInt64? {
    if let hash = titleHash(values)?.value { return hash }
    let signs = sql.schema.titleFields.flatMap { Self.bytes(Self.value($0, values)) }
    return signs.isEmpty ? nil : MatchHash.bytes(signs)
  }

  private func titleHash(_ values: [FieldValue]) -> TitleHash? {
    var hash = TitleHash()
    for field in sql.schema.titleFields {
      Self.bytes(Self.value(field, values)).withUnsafeBytes { hash.addTitle($0) }
    }
    return hash.value == nil ? nil : hash
  }

  private func name(_ values: [FieldValue]) -> UInt64? {
    let bytes = author.map { Self.bytes(Self.value($0, values)) } ?? []
    return bytes.isEmpty ? nil : bytes.withUnsafeBytes { TitleHash.ofName($0) }
  }

  private static func value(_ field: Int, _ values: [FieldValue]) -> Value {
    values.first { $0.index == field }?.value ?? .null
  }

  private static func bytes(_ value: Value) -> [UInt8] {
    if case .text(let text) = value { text.bytes } else { Array((value.plainText ?? "").utf8) }
  }

  private static func isbn(_ value: Value) -> UInt64? { value.plainText.flatMap(MatchHash.isbn) }
}

/// The keys of new rows by hash, of which few have several.
///
/// A dictionary takes twice the memory of an index, and more while it grows, so it holds only the latest rows.
private struct AddedRows {
  private var sorted = MatchIndex()
  private var latest: [UInt64: Int64] = [:]
  private var others: [UInt64: [Int64]] = [:]

  private static let leastCount = 8_192

  mutating func add(_ hash: UInt64, _ key: Int64) {
    if latest[hash] != nil { return others[hash, default: []].append(key) }
    if latest.count >= max(Self.leastCount, sorted.count / 4) {
      sorted.append(latest)
      sorted.sort()
      latest.removeAll(keepingCapacity: true)
    }
    latest[hash] = key
  }

  func keys(_ hash: UInt64) -> [Int64] {
    let known = sorted.isEmpty ? [] : sorted.keys(hash)
    guard let key = latest[hash] else { return known + (others[hash] ?? []) }
    return known + [key] + (others[hash] ?? [])
  }
}

/// Rows without a title, indexed by some of their fields.
private struct WholeRows {
  private let database: Database
  private let sql: TableSQL
  private var indexes: [[Int]: MatchIndex] = [:]

  /// Rows of a JSON file may have different members.
  private static let indexLimit = 16

  init(_ database: Database, _ sql: TableSQL) { (self.database, self.sql) = (database, sql) }

  /// The lowest key with exactly these values; all calls must pass the same `keys`.
  mutating func key(
    of values: [FieldValue], in fields: [Int], among keys: [Int64]
  ) throws(StoreError) -> Int64? {
    if indexes[fields] == nil {
      if indexes.count >= Self.indexLimit { indexes.removeAll() }
      indexes[fields] = try index(fields, keys)
    }
    return indexes[fields]?.keys(Self.hash(values)).min()
  }

  private func index(_ fields: [Int], _ keys: [Int64]) throws(StoreError) -> MatchIndex {
    var index = MatchIndex()
    for key in keys {
      let held = try database.values(fields, of: RecordID(.rowid(key), in: sql.schema.id)) ?? []
      index.append(Self.hash(zip(fields, held).map { FieldValue(index: $0, value: $1) }), key)
    }
    index.sort()
    return index
  }

  private static func hash(_ values: [FieldValue]) -> UInt64 {
    var hash = MatchHash.basis
    for value in values {
      let bytes = value.value.writtenBytes
      if bytes.isEmpty { continue }
      withUnsafeBytes(of: value.index) { hash = $0.reduce(hash, MatchHash.next) }
      withUnsafeBytes(of: bytes.count) { hash = $0.reduce(hash, MatchHash.next) }
      hash = bytes.reduce(hash, MatchHash.next)
    }
    return hash
  }
}
