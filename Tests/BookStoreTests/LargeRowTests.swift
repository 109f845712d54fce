import CSQLite
import Foundation
import Records
import TestSupport
import Testing

@testable import BookStore
@testable import SQLite

/// Rows with values that are not read before they are asked for.
///
/// One after the other, for SQLite's figures are those of the process; values of this size are in no other tests.
@Suite("Large rows", .serialized) struct LargeRowTests {
  private static let possessions =
    "CREATE TABLE possessions (id INTEGER PRIMARY KEY, name TEXT, description TEXT, photo BLOB);"

  /// Nothing of the size of a large value was taken.
  private func isSmall(_ meter: SQLiteMeter) -> Bool { meter.largestAllocation < 4_000_000 }

  /// A store that has just read a row for the first time, and what that took.
  private func firstLook(
    in scratch: Scratch
  ) throws -> (store: BookStore, snapshot: RecordSnapshot, look: SQLiteMeter) {
    var (store, snapshot): (BookStore?, RecordSnapshot?) = (nil, nil)
    let look = try small {
      let opened = try scratch.store()
      store = opened
      _ = scratch.statementsSinceLastCall()
      return try SQLiteMeter(opened.database.connection) { snapshot = try opened.shelf.snapshot(of: 1) }
    }
    return (try #require(store), try #require(snapshot), look)
  }

  /// SQLite's figures are those of the process: if a test of another suite took much at that moment, it is measured again.
  private func small(_ measure: () throws -> SQLiteMeter) rethrows -> SQLiteMeter {
    for _ in 1..<5 {
      let figures = try measure()
      if isSmall(figures) { return figures }
    }
    return try measure()
  }

  @Test("A possession's photo is not read before it is drawn") func photoOfFiveMegabytes() throws {
    let scratch = try Scratch(
      Self.possessions
        + "INSERT INTO possessions VALUES (1, 'Lamp', 'yellow', CAST(x'89504E470D0A1A0A0000000D49484452"
        + "000002800000012008' || zeroblob(5000000) AS BLOB))")
    let (store, snapshot, look) = try firstLook(in: scratch)
    #expect(look.pageCount <= 5 && isSmall(look), "\(look)")
    #expect(scratch.statementsSinceLastCall().count == 1)
    let photo = try #require(snapshot.large(at: 2))
    #expect(snapshot.values == ["Lamp", "yellow", .null])
    #expect(!photo.isText && photo.head.count == 4_096 && photo.byteCount > 5_000_000)
    #expect(ImageInfo(photo.head)?.size?.width == 640)
    let again = try SQLiteMeter(store.database.connection) { _ = try store.shelf.snapshot(of: 1) }
    #expect(again.pageCount == 0 && scratch.statementsSinceLastCall().isEmpty)
    let before = store.counts.byteCount
    let drawn = try small {
      store.dehydrateAll()
      _ = try store.shelf.snapshot(of: 1)
      return try SQLiteMeter(store.database.connection) {
        try #expect(store.shelf.read(2, of: 1).payloadByteCount == photo.byteCount)
      }
    }
    #expect(drawn.pageCount > 1_200 && isSmall(drawn), "\(drawn)")
    #expect(store.counts.byteCount - before == photo.byteCount + 32)
    let held = try SQLiteMeter(store.database.connection) { _ = try store.shelf.read(2, of: 1) }
    #expect(held.pageCount == 0)
  }

  @Test("A text of 10 MB among a hundred columns is known by its size", arguments: [1, 50, 99])
  func hugeText(place: Int) throws {
    let columns = (0..<100).map { "c\($0) TEXT" }.joined(separator: ", ")
    let scratch = try Scratch("CREATE TABLE t (id INTEGER PRIMARY KEY, \(columns))")
    let values = (0..<100).map { $0 == place ? "CAST(zeroblob(10000000) AS TEXT)" : "'value \($0)'" }
    try scratch.run("INSERT INTO t VALUES (1, \(values.joined(separator: ", ")))")
    let store = try scratch.store()
    var snapshot: RecordSnapshot?
    let look = try small {
      store.dehydrateAll()
      return try SQLiteMeter(store.database.connection) { snapshot = try store.shelf.snapshot(of: 1) }
    }
    let shown = try #require(snapshot)
    #expect(isSmall(look), "\(look)")
    // The columns after the text are on the pages after its own.
    if place == 99 { #expect(look.pageCount <= 6, "\(look)") }
    #expect(shown.large.map(\.index) == [place + 1] && shown.values[place + 1] == .null)
    #expect(shown.large(at: place + 1)?.byteCount == 10_000_000 && shown.large(at: place + 1)?.isText == true)
    for field in 0..<100 where field != place { #expect(shown.values[field + 1] == "value \(field)".text) }
    #expect(store.counts.byteCount < 40_000)
    #expect(
      try store.shelf.read(place + 1, of: 1) == .text(Text(bytes: [UInt8](repeating: 0, count: 10_000_000))))
    #expect(store.counts.byteCount > 10_000_000)
    #expect(store.writer.keepWithin(bytes: 1_000_000, keeping: [1]) == nil)
    #expect(store.counts.byteCount < 40_000 && store.shelf.state(of: 1) == .hydrated)
  }

  @Test("A blob of a gigabyte opens with a few pages, and so does the list") func gigabyte() throws {
    let scratch = try Scratch("")
    try StockDatabase(scratch.path).run(
      "PRAGMA page_size = 65536; CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, data BLOB)")
    try HugeBlob.write(to: scratch.path)
    #expect(
      try scratch.rows("SELECT id, name, typeof(data), length(data) FROM t") == ["1|Lamp|blob|999999000"])
    let store = try scratch.store()
    var snapshot: RecordSnapshot?
    let look = try SQLiteMeter(store.database.connection) {
      try #expect(store.shownRows(in: 0..<9).map(\.title) == ["Lamp"])
      snapshot = try store.shelf.snapshot(of: 1)
    }
    #expect(look.pageCount <= 4 && isSmall(look), "\(look)")
    #expect(snapshot?.large(at: 2)?.byteCount == HugeBlob.byteCount)
    #expect(snapshot?.large(at: 2)?.head == [UInt8](repeating: 0, count: 4_096))
    #expect(store.counts.byteCount < 10_000)
    // Among all rows it counts as one of the largest, which are alike.
    let sort = try SQLiteMeter(store.database.connection) {
      try store.arranged(by: ListOrder(field: 2))
      try #expect(store.listing.position(of: 1) == 0)
    }
    #expect(isSmall(sort), "\(sort)")
  }

  @Test("A list whose titles are large reads as much of each as a head has") func largeTitles() throws {
    let store = try Scratch(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, title TEXT, other);
      INSERT INTO t VALUES (1, 'short', 1), (2, 'ä' || CAST(zeroblob(8000000) AS TEXT), 2), (4, NULL, 4),
        (3, zeroblob(8000000), 3);
      """
    ).store()
    var rows: [ListRow] = []
    let list = try SQLiteMeter(store.database.connection) { rows = try store.shownRows(in: 0..<9) }
    #expect(list.pageCount <= 20 && isSmall(list), "\(list)")
    #expect(rows.map(\.id) == [1, 2, 3, 4] && rows[0].title == "short" && rows[3].title == .null)
    #expect(rows[1].title == .text(Text(bytes: [0xC3, 0xA4] + [UInt8](repeating: 0, count: 4_094))))
    #expect(rows[2].title == .blob([UInt8](repeating: 0, count: 4_096)))
    // The same by another order, and of records that are held.
    try store.arranged(by: ListOrder(field: 2))
    let ranked = try SQLiteMeter(store.database.connection) {
      try #expect(store.shownRows(in: 0..<9).map(\.title) == rows.map(\.title))
    }
    #expect(isSmall(ranked))
    for row in rows { _ = try store.record(row.id) }
    #expect(try store.shownRows(in: 0..<9).map(\.title) == rows.map(\.title))
    // The end of the table, read backwards.
    try store.listing.arrange(by: .own)
    store.dehydrateAll()
    #expect(try store.shownRows(in: 2..<4).map(\.title) == rows[2...].map(\.title))
  }

  @Test("A write-back is not kept out by an export, which is complete then", arguments: ["delete", "wal"])
  func writeBackDuringExport(journal: String) throws {
    let scratch = try Scratch(Self.possessions)
    try scratch.run(
      "INSERT INTO possessions VALUES (1, 'Lamp', NULL, randomblob(60000000)), (2, 'Key', '', x'')")
    #expect(try scratch.setJournalMode(journal) == journal)
    let store = try scratch.store()
    var (path, end, isMeanwhile, attempt): (String, TransferNews?, Bool, Int) = ("", nil, false, 0)
    let export = try SQLiteMeter(store.database.connection) {
      // A busy machine may end an export before anybody has seen that it reads.
      while !isMeanwhile, attempt < 20 {
        attempt += 1
        (path, end) = (scratch.folder + "/file \(attempt)", nil)
        // Not the row that is exported, which would take long to be written anew.
        try store.set("Lock \(attempt)".text, at: 0, of: 2)
        try store.files.startExport(2, of: 1, to: Text(path))
        try store.wait { try scratch.hasPartialFile || !store.files.isTransferring }
        isMeanwhile = store.files.isTransferring
        #expect(store.writeBack().isComplete)
        try store.wait {
          end = store.files.takeTransfer()
          return end != nil && !store.files.isTransferring
        }
      }
    }
    #expect(isMeanwhile)
    #expect(isSmall(export), "\(export)")
    #expect(end == .exported(path: Text(path), byteCount: 60_000_000))
    #expect(try .blob(Array(Data(contentsOf: URL(fileURLWithPath: path)))) == store.shelf.read(2, of: 1))
  }

  @Test("Finding looks through all of a large text, and its memory is given back") func finding() throws {
    let store = try Scratch(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, title TEXT, notes TEXT);
      INSERT INTO t VALUES (1, 'a', hex(zeroblob(10000000)) || ' needle'), (2, 'b', '!');
      """
    ).store()
    _ = try store.record(1)
    try store.arranged(by: .own, finding: "needle")
    #expect(try store.shownRows(in: 0..<9).map(\.id) == [1])
    try store.set("other", at: 1, of: 1)
    #expect(try store.shownRows(in: 0..<9).map(\.id) == [1])
    try store.arranged(by: ListOrder(field: 2))
    #expect(try store.shownRows(in: 0..<9).map(\.id) == [2, 1])
    var (current, highest): (sqlite3_int64, sqlite3_int64) = (0, 0)
    sqlite3_status64(SQLITE_STATUS_MEMORY_USED, &current, &highest, 1)
    #expect(current < 16_000_000)
  }
}

extension Scratch {
  /// Whether a file that is not complete yet has something in it.
  fileprivate var hasPartialFile: Bool {
    get throws {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      return try names.filter { $0.hasPrefix(".booklist") }.contains {
        try FileManager.default.attributesOfItem(atPath: folder + "/" + $0)[.size] as? Int ?? 0 > 0
      }
    }
  }
}

extension String {
  var text: Value { .text(Text(self)) }
}

/// A database whose second page is the leaf of a table with one row, the last of whose columns is a blob of zeros.
///
/// The blob has nearly the most bytes that SQLite holds. Its pages are a chain and so each of them begins with the number
/// of the next one (fileformat2.html, 1.6 and 2); all else stays a hole in the file, which is a sixteenth of it that way.
struct HugeBlob {
  static let byteCount = 999_999_000
  private static let pageSize = 65_536

  /// Puts the blob into a database of 64 KB pages that has one table without rows.
  static func write(to path: String) throws {
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    defer { try? file.close() }
    // The record: NULL for the rowid, a text, the blob; each by its serial type.
    let name = Array("Lamp".utf8)
    let types = [0] + varint(13 + 2 * name.count) + varint(12 + 2 * byteCount)
    let header = varint(types.count + 1) + types
    let payload = header.count + name.count + byteCount
    let minimum = (pageSize - 12) * 32 / 255 - 23
    let local = minimum + (payload - minimum) % (pageSize - 4)
    precondition(local <= pageSize - 35)
    let start = header + name.map { Int($0) }
    var cell = varint(payload) + varint(1) + start + [Int](repeating: 0, count: local - start.count)
    cell += bigEndian(3, 4)
    let pageCount = 2 + (payload - local + pageSize - 5) / (pageSize - 4)
    let content = pageSize - cell.count
    let leaf = [13, 0, 0] + bigEndian(1, 2) + bigEndian(content, 2) + [0] + bigEndian(content, 2)
    try put(leaf, at: pageSize, in: file)
    try put(cell, at: pageSize + content, in: file)
    for page in 3..<pageCount { try put(bigEndian(page + 1, 4), at: (page - 1) * pageSize, in: file) }
    try file.truncate(atOffset: UInt64(pageCount * pageSize))
    try put(bigEndian(pageCount, 4), at: 28, in: file)
  }

  private static func put(_ bytes: [Int], at offset: Int, in file: FileHandle) throws {
    try file.seek(toOffset: UInt64(offset))
    try file.write(contentsOf: Data(bytes.map { UInt8($0) }))
  }

  private static func bigEndian(_ number: Int, _ count: Int) -> [Int] {
    (0..<count).reversed().map { number >> (8 * $0) & 0xFF }
  }

  /// Seven bits in each byte, the most significant first, all but the last one marked.
  private static func varint(_ number: Int) -> [Int] {
    var bytes = [number & 0x7F]
    var rest = number >> 7
    while rest > 0 {
      bytes.insert(rest & 0x7F | 0x80, at: 0)
      rest >>= 7
    }
    return bytes
  }
}

/// What SQLite reads and takes for something, by its own figures.
struct SQLiteMeter {
  /// The pages that came from the file.
  let pageCount: Int
  /// The bytes of the largest piece of memory that was asked for, by whatever connection of the process.
  let largestAllocation: Int

  /// Measures with an empty page cache.
  init(_ connection: Connection, _ body: () throws -> Void) rethrows {
    connection.releaseMemory()
    _ = Self.misses(connection)
    var (current, highest): (sqlite3_int64, sqlite3_int64) = (0, 0)
    sqlite3_status64(SQLITE_STATUS_MALLOC_SIZE, &current, &highest, 1)
    try body()
    sqlite3_status64(SQLITE_STATUS_MALLOC_SIZE, &current, &highest, 0)
    pageCount = Self.misses(connection)
    largestAllocation = Int(highest)
  }

  private static func misses(_ connection: Connection) -> Int {
    var (current, highest): (Int32, Int32) = (0, 0)
    sqlite3_db_status(connection.pointer, SQLITE_DBSTATUS_CACHE_MISS, &current, &highest, 1)
    return Int(current)
  }
}
