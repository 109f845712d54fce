import Formats
import Records

/// Finds the rows of a table that a row of a file may be about.
struct RowFinder {
  private let database: Database
  private let sql: TableSQL
  private let matches: [ImportOptions.Match]
  private let service: String
  private let hasSources: Bool
  private let isbn: Int?
  private let author: Int?
  private var titles = MatchIndex()
  private var isbns = MatchIndex()
  /// The rows by what they were made of, once one is looked up in this way.
  private var wholes: MatchIndex?

  init(
    _ database: Database, _ sql: TableSQL, _ options: ImportOptions, _ tables: BookTables, service: String
  ) throws(StoreError) {
    (self.database, self.sql, self.service) = (database, sql, service)
    matches = options.action == .add ? [] : options.matches
    hasSources = tables.sources != nil
    func field(_ name: BookField) -> Int? {
      sql.schema.fields.firstIndex { $0.column.lowercased() == name.rawValue && !$0.kind.isBytes }
    }
    isbn = field(.isbn)
    author = field(.author)
    try readTable()
  }

  /// Reads what the rows of the table are recognised by.
  private mutating func readTable() throws(StoreError) {
    guard matches.contains(.title) || matches.contains(.isbn) && isbn != nil else { return }
    let fields = sql.schema.titleFields + [author, isbn].compactMap { $0 }
    let statement = try database.connection.statement(
      "SELECT \(sql.keyList), \(sql.columnList(fields)) FROM \(sql.table)")
    let (titleCount, hasAuthor, hasISBN) = (sql.schema.titleFields.count, author != nil, isbn != nil)
    let (byTitle, byISBN) = (matches.contains(.title), matches.contains(.isbn) && hasISBN)
    try statement.forEachRow { row throws(StoreError) in
      let key = row.integer(at: 0)
      if byTitle, let hash = Self.hash(of: row, titleCount, hasAuthor) { titles.append(hash, key) }
      if byISBN, let hash = Self.isbn(row.value(at: Int32(fields.count))) { isbns.append(hash, key) }
    }
    titles.sort()
    isbns.sort()
  }

  /// The hash of a row that has its key first, then its title and its author.
  private static func hash(of row: PreparedStatement, _ titleCount: Int, _ hasAuthor: Bool) -> UInt64? {
    var hash = TitleHash()
    func add(_ column: Int, _ body: (inout TitleHash, UnsafeRawBufferPointer) -> Void) {
      // A number is hashed as people write it, a text where it lies.
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

  /// The keys of the rows that a row may be about, by what finds any first; none if it is new.
  mutating func rows(for row: FormatRow, _ values: [FieldValue]) throws(StoreError) -> [Int64] {
    for match in matches {
      let keys =
        switch match {
        case .source: try bySource(row)
        case .isbn: number(values).map(isbns.keys) ?? []
        case .title: try byTitle(row, values)
        }
      if !keys.isEmpty { return Array(Set(keys)).sorted() }
    }
    return try byWhole(row, values)
  }

  /// The row that was made of exactly this one before, if nothing in it names a book.
  private mutating func byWhole(_ row: FormatRow, _ values: [FieldValue]) throws(StoreError) -> [Int64] {
    guard matches.contains(.source), hasSources, row.id == nil, number(values) == nil, hash(values) == nil
    else { return [] }
    if wholes == nil { wholes = try readWholes() }
    let keys = wholes?.keys(MatchHash.bytes(row.json.utf8)) ?? []
    return Array(keys.prefix(1))
  }

  /// Reads what the rows were made of that nothing else names.
  private func readWholes() throws(StoreError) -> MatchIndex {
    var index = MatchIndex()
    let statement = try database.connection.statement(
      "SELECT book, imported FROM source WHERE service = ? AND id IS NULL")
    try statement.forEachRow(binding: [.text(Text(service))]) { row throws(StoreError) in
      index.append(MatchHash.bytes(Self.bytes(row.value(at: 1))), row.integer(at: 0))
    }
    index.sort()
    return index
  }

  // MARK: Blocks

  /// Whether the rows of a block can be looked up by their cells, which get these fields: by their titles alone.
  func canLookUp(_ fields: [Int?]) -> Bool {
    if matches.isEmpty { return true }
    guard !hasSources, isbn == nil || !fields.contains(isbn) else { return false }
    return (sql.schema.titleFields + [author].compactMap { $0 }).allSatisfy {
      let field = sql.schema.fields[$0]
      return field.affinity == .text && ImportColumns.isStoredAsIs(field)
    }
  }

  /// The keys of the rows that a row of a block may be about, where `canLookUp` says that its title is enough.
  func keys(of row: Int, in block: CSVBlock, _ places: TitlePlaces) -> [Int64] {
    guard matches.contains(.title), !titles.isEmpty else { return [] }
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
    return hash.value.map(titles.keys) ?? []
  }

  /// The cells of a block that have the title and the author.
  struct TitlePlaces {
    fileprivate let titles: [Int?]
    fileprivate let author: Int?
  }

  /// Finds these cells.
  func titlePlaces(_ fields: [Int?]) -> TitlePlaces {
    TitlePlaces(
      titles: sql.schema.titleFields.map { field in fields.firstIndex { $0 == field } },
      author: author.flatMap { author in fields.firstIndex { $0 == author } })
  }

  private func byTitle(_ row: FormatRow, _ values: [FieldValue]) throws(StoreError) -> [Int64] {
    var keys: [Int64] = []
    for key in hash(values).map(titles.keys) ?? [] {
      if try !isOther(key, row, values) { keys.append(key) }
    }
    return keys
  }

  /// Notes a new row, so that a later one of the file can be about it, by its number.
  ///
  /// Equal titles in one file are different books: whoever made the file knows them apart.
  mutating func noteAdded(_ row: FormatRow, _ values: [FieldValue], _ key: Int64) {
    if matches.contains(.isbn), row.id == nil, let number = number(values) { isbns.add(number, key) }
  }

  private func bySource(_ row: FormatRow) throws(StoreError) -> [Int64] {
    guard hasSources, let id = row.id else { return [] }
    return try database.connection.rows(
      "SELECT book FROM source WHERE service = ? AND id = ?", [.text(Text(service)), .text(Text(id))]
    ) { $0.integer(at: 0) }
  }

  /// Whether a row of the same title is another book: the service, or the ISBN, says so.
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
    func value(_ field: Int) -> Value { values.first { $0.index == field }?.value ?? .null }
    var hash = TitleHash()
    for field in sql.schema.titleFields { Self.bytes(value(field)).withUnsafeBytes { hash.addTitle($0) } }
    if let author { Self.bytes(value(author)).withUnsafeBytes { hash.addAuthor($0) } }
    return hash.value
  }

  private static func bytes(_ value: Value) -> [UInt8] {
    if case .text(let text) = value { text.bytes } else { Array((value.plainText ?? "").utf8) }
  }

  private static func isbn(_ value: Value) -> UInt64? { value.plainText.flatMap(MatchHash.isbn) }
}
