import Platform
import Records
import SQLite

/// Rows that may be the same. Edits that are not written yet do not count.
extension RowSelection {
  /// Finds the rows that may be the same.
  ///
  /// Books are recognised by their names at services, ISBNs, titles and authors; rows of other tables by their titles.
  ///
  /// - Parameters:
  ///   - store: The store whose rows are selected.
  ///   - fields: Fields whose words are all the same in rows that may be; none for what is described above.
  ///   - progress: Called with the fraction that is done, from 0 to 1.
  /// - Complexity: O(*n* log *n*) in the rows; in memory are a part of their hashes and the pairs that are found.
  /// - Throws: Why the rows cannot be read; `noKeys` if none of them can be named.
  public func duplicates(
    in store: BookStore, by fields: [Int] = [], progress: @escaping (Double) -> Void = { _ in }
  ) throws(StoreError) -> DuplicateList {
    try duplicateSearch(store, fields).find(on: database.connection, progress: progress)
  }

  /// Starts finding the rows that may be the same on a thread.
  ///
  /// - Parameters:
  ///   - store: The store whose rows are selected.
  ///   - fields: As for `duplicates(in:by:progress:)`.
  /// - Throws: As `duplicates(in:by:progress:)`.
  public func startDuplicates(in store: BookStore, by fields: [Int] = []) throws(StoreError) -> DuplicateRun {
    let search = try duplicateSearch(store, fields)
    return DuplicateRun((), of: schema, named: "duplicates", in: store) {
      (_, connection, progress) throws(StoreError) in
      try search.find(on: connection, progress: progress)
    }
  }

  private func duplicateSearch(_ store: BookStore, _ fields: [Int]) throws(StoreError) -> DuplicateSearch {
    try DuplicateSearch(database, query, named: fields, store.differentPairs)
  }
}

/// The rows that may be the same, which a thread finds.
public typealias DuplicateRun = ReportRun<Void, DuplicateList>

extension BookStore {
  /// The pairs of rows that somebody has called different; nil if nothing is remembered.
  var differentPairs: DifferentPairs? {
    options.editLog.map { DifferentPairs(ofDatabase: path, in: $0.folder) }
  }

  /// Forgets which rows have been called different.
  ///
  /// - Throws: Why it cannot be forgotten.
  public func forgetDifferent() throws(StoreError) {
    do throws(SystemError) { try differentPairs?.forgetAll() } catch {
      throw .cannotWrite(path: error.path ?? path, errno: error.number)
    }
  }

  /// Remembers that rows are different ones, until one of them changes, or forgets it again.
  ///
  /// - Throws: Why the rows cannot be read, or why it cannot be remembered.
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
