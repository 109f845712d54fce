import Foundation
import Records
import Synchronization
import Testing
import Transfers

@testable import BookStore

@Suite("Fields that are added for an import") struct AddedFieldsTests {
  private static let columns = "SELECT group_concat(name) FROM pragma_table_info('book')"
  private static let plain = ["pk,title,copyright,author"]
  private let scratch: Scratch
  private let file: FileImport

  init() throws {
    scratch = try Scratch(.sample, sample: true)
    let source = scratch.folder + "/rich.csv"
    try "Title,Author,Publisher,Pages,Rating\nEmma,Jane Austen,John Murray,474,5\n".write(
      toFile: source, atomically: true, encoding: .utf8)
    let store = try scratch.loggedStore()
    var file = FileImport(of: source, into: scratch.path, storeOptions: store.options)
    _ = store.close()
    file.addsFields = true
    self.file = file
  }

  @Test("They are there with their values, and are counted") func added() throws {
    let outcome = try file.run(.init(isCancelled: { false }, progress: { _ in }))
    #expect(outcome.addedFieldCount == 3)
    let rows = try scratch.rows("SELECT publisher, pages, rating FROM book WHERE title = 'Emma'")
    #expect(rows == ["John Murray|474|5"])
  }

  @Test("If the import is cancelled after them they are taken back") func cancelled() throws {
    let isCancelled = Mutex(false)
    let scratch = scratch
    let watcher = FileImport.Watcher(isCancelled: { isCancelled.withLock { $0 } }) { _ in
      let columns = try? scratch.rows(Self.columns)
      if let columns, columns != Self.plain { isCancelled.withLock { $0 = true } }
    }
    #expect(throws: ImportError.self) { try file.run(watcher) }
    #expect(isCancelled.withLock { $0 })
    #expect(try scratch.rows(Self.columns) == Self.plain)
    #expect(try scratch.rows("SELECT count(*) FROM book") == ["3"])
  }
}
