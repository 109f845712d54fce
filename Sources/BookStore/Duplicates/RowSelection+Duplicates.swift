import Platform
import Records
import SQLite

extension RowSelection {
  /// Finds possible duplicates in O(*n* log *n*) time; unwritten edits do not count.
  ///
  /// Books are compared by their identifiers at online services, ISBNs, titles and authors, other rows by their titles.
  ///
  /// - Parameter fields: Fields whose words must all match instead.
  /// - Throws: `noKeys` if the rows have no keys.
  public func duplicates(
    in store: BookStore, by fields: [Int] = [], progress: @escaping (Double) -> Void = { _ in }
  ) throws(StoreError) -> DuplicateList {
    try duplicateSearch(store, fields).find(on: database.connection, progress: progress)
  }

  /// Starts finding possible duplicates on a thread.
  public func startDuplicates(in store: BookStore, by fields: [Int] = []) throws(StoreError) -> DuplicateRun {
    let search = try duplicateSearch(store, fields)
    return DuplicateRun((), of: schema, named: "duplicates", in: store) {
      (_, connection, progress) throws(StoreError) in
      try search.find(on: connection, progress: progress)
    }
  }

  private func duplicateSearch(_ store: BookStore, _ fields: [Int]) throws(StoreError) -> DuplicateSearch {
    try DuplicateSearch(database, source, named: fields, store.differentPairs)
  }
}

/// A search for possible duplicates on a thread.
public typealias DuplicateRun = ReportRun<Void, DuplicateList>

extension BookStore {
  var differentPairs: DifferentPairs? {
    options.editLog.map { DifferentPairs(ofDatabase: path, in: $0.folder) }
  }

  /// Removes all marks of rows as different.
  public func forgetDifferent() throws(StoreError) {
    do throws(SystemError) { try differentPairs?.forgetAll() } catch {
      throw .cannotWrite(path: error.path ?? path, errno: error.number)
    }
  }

  /// Marks rows as different until one of them changes, or removes the marks.
  public func noteDifferent(_ ids: [RecordID], areDifferent: Bool = true) throws(StoreError) {
    guard let differentPairs else { return }
    var digests: [UInt64] = []
    for id in ids {
      if let digest = try RowDigest.of(id, database.sql(of: id.table), on: database.connection) {
        digests.append(digest)
      }
    }
    do throws(SystemError) { try differentPairs.note(digests, areDifferent: areDifferent) } catch {
      throw .cannotWrite(path: error.path ?? path, errno: error.number)
    }
  }
}
