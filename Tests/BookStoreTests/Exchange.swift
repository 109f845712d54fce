import Formats
import Foundation
import TestSupport

@testable import BookStore
@testable import Records
@testable import Transfers

extension ImportReport {
  /// How many rows are new, completed, unchanged, unclear and refused.
  var mainCounts: [Int] { [.added, .filled, .same, .doubtful, .refused].map(count) }
}

extension BookStore {
  @discardableResult
  func load(
    _ bytes: [UInt8], into table: TableID? = nil, _ change: (inout ImportOptions) -> Void = { _ in }
  ) throws -> ImportReport {
    var options = ImportOptions()
    change(&options)
    var rest = bytes
    return try Importer(into: self, table: table, options: options).run { () throws(ImportError) in
      defer { rest = [] }
      return rest
    }
  }
}

/// A library, and the files that come into it and go out of it.
struct Exchange {
  let scratch: Scratch

  init() throws { scratch = try Scratch(.reading) }

  init(_ script: String) throws { scratch = try Scratch(script) }

  /// The tables of a library of Calibre's.
  static let calibre = """
    CREATE TABLE books (id INTEGER PRIMARY KEY, title, pubdate, timestamp, series_index REAL, path, has_cover, uuid);
    CREATE TABLE authors (id INTEGER PRIMARY KEY, name); CREATE TABLE books_authors_link (id INTEGER PRIMARY KEY, book, author);
    CREATE TABLE series (id INTEGER PRIMARY KEY, name); CREATE TABLE books_series_link (id INTEGER PRIMARY KEY, book, series);
    CREATE TABLE publishers (id INTEGER PRIMARY KEY, name); CREATE TABLE books_publishers_link (id INTEGER PRIMARY KEY, book, publisher);
    CREATE TABLE ratings (id INTEGER PRIMARY KEY, rating); CREATE TABLE books_ratings_link (id INTEGER PRIMARY KEY, book, rating);
    CREATE TABLE languages (id INTEGER PRIMARY KEY, lang_code); CREATE TABLE books_languages_link (id INTEGER PRIMARY KEY, book, lang_code);
    CREATE TABLE tags (id INTEGER PRIMARY KEY, name); CREATE TABLE books_tags_link (id INTEGER PRIMARY KEY, book, tag);
    CREATE TABLE comments (id INTEGER PRIMARY KEY, book, text); CREATE TABLE identifiers (id INTEGER PRIMARY KEY, book, type, val);
    """

  static func file(_ name: String) throws -> [UInt8] {
    try Array(Data(contentsOf: Repository.fixtures.appending(path: "cases/\(name)")))
  }

  @discardableResult
  func load(
    _ bytes: [UInt8], as format: Format? = nil, into table: String? = nil,
    _ change: (inout ImportOptions) -> Void = { _ in }
  ) throws -> ImportReport {
    let store = try scratch.loggedStore()
    return try store.load(bytes, into: id(table, store)) {
      $0.reading.format = format
      change(&$0)
    }
  }

  @discardableResult
  func load(file name: String, _ change: (inout ImportOptions) -> Void = { _ in }) throws -> ImportReport {
    try load(Self.file(name), change)
  }

  func export(_ format: Format, of table: String? = nil) throws -> [UInt8] {
    var options = ExportOptions()
    options.format = format
    let store = try scratch.store()
    var bytes: [UInt8] = []
    _ = try Exporter(of: store, table: id(table, store), options: options).run { bytes += $0 }
    return bytes
  }

  /// All that the database holds, each value with its class.
  func content() throws -> [String] {
    let tables = try scratch.rows("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    return try tables.flatMap { try scratch.rows("SELECT '\($0)', * FROM \"\($0)\"") }
  }

  private func id(_ table: String?, _ store: BookStore) -> TableID? {
    table.flatMap { store.database.entry(named: $0)?.id }
  }
}
