import BookStore
import Foundation
import Queries
import Records
import TestSupport

/// A database of many books, all of which one step of the edit log changes.
struct LargeStep: BookFolder {
  enum Kind: String, CaseIterable {
    case set, delete, insert, rule, move
  }

  let kind: Kind
  let folder: String
  /// How many changes the step has.
  static let count = 600

  /// Rows by their keys, with their titles, authors and places.
  typealias Rows = [Int64: [String]]

  init(_ kind: Kind, in parent: String, hasWriteAheadLog: Bool) throws {
    self.init(kind, folder: try Self.newFolder(in: parent))
    try Self.queue(path).use { database in
      if hasWriteAheadLog { try database.run("PRAGMA journal_mode = WAL") }
      try database.run(
        """
        CREATE TABLE book (pk INTEGER PRIMARY KEY, title TEXT, author TEXT, place INTEGER);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(Self.count))
          INSERT INTO book SELECT i, 'title' || i, 'author' || i, NULL FROM n;
        """)
    }
  }

  /// A database that another process has made.
  init(_ kind: Kind, folder: String) { (self.kind, self.folder) = (kind, folder) }

  /// What the database holds, as another program reads it.
  func rows() throws -> Rows {
    try Self.queue(path).read { database in
      let rows = try database.rows("SELECT pk, title, author, CAST(place AS TEXT) FROM book")
      return Dictionary(
        uniqueKeysWithValues: rows.map { (Int64($0[0].integer ?? 0), $0.dropFirst().map { $0.text ?? "" }) })
    }
  }

  func run(_ sql: String) throws { try Self.queue(path).write { try $0.run(sql) } }

  // MARK: The step

  func make(_ store: BookStore) throws {
    let step = store.beginStep()
    let ids = (1...Int64(Self.count)).map { RecordID.rowid($0) }
    switch kind {
    case .set:
      try store.set("changed", at: 2, ofEach: ids, in: step)
      guard store.dehydrateAll().writeBack.isComplete else { throw StoreError.busy }
    case .delete: try store.delete(ids, in: step)
    case .insert: _ = try store.insert(ids.map { _ in [nil, "new", "changed", nil] }, in: step)
    case .rule:
      let rules = [try FieldRule("author:=upper", in: store.schema)].compactMap { $0 }
      _ = try RowEngine(rules, of: store.schema.id, in: store).run(ids)
    case .move: try move(ids, store, step)
    }
  }

  /// Moves the first row of an order by hand to its end, which gives all rows a place.
  private func move(_ ids: [RecordID], _ store: BookStore, _ step: EditStep) throws {
    var rows = RowQuery()
    rows.order = ListOrder(field: 3)
    let selected = try SelectedRows(of: RowSelection(of: store, rows))
    let result = try RowMover(3, of: selected, in: store).move([ids[0]], .by(Self.count - 1), in: step)
    guard case .moved(1) = result, store.dehydrateAll().writeBack.isComplete else { throw StoreError.busy }
  }

  /// Undoes or redoes it as the command does.
  ///
  /// - Parameters:
  ///   - batchSize: How many fields wait for a write-back.
  ///   - between: Is done between the parts.
  /// - Returns: What was done; nil if there is nothing to do.
  func reverse(
    _ store: BookStore, _ cause: ChangeEntry.Cause = .undo, batchSize: Int = 128,
    between: () throws -> Void = {}
  ) throws -> UndoJob? {
    guard let job = try store.history.start(cause) else { return nil }
    while try job.step() {
      try between()
      if store.counts.dirty >= batchSize { try write(job, store) }
    }
    try write(job, store)
    return job
  }

  private func write(_ job: UndoJob, _ store: BookStore) throws {
    let result = store.dehydrateAll().writeBack
    if !result.isComplete { try store.history.giveUp(job, after: result) }
  }
}
