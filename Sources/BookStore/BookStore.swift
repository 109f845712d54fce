import Records

/// A table of a database whose rows are records: known by key and title, hydrated when looked at, written when asked.
///
/// A store lives on one thread.
public final class BookStore {
  /// The database's path, as it was given.
  public let path: String
  /// The table as people see it.
  public let schema: Schema
  /// Whether nothing can be written: it was asked for, or the file or its folder takes no writes.
  public let isReadOnly: Bool
  /// The table's rows in its own order.
  public let listing: Listing

  /// Opens the database and reads its schema and the first rows; creates and changes nothing.
  public init(path: String, options: StoreOptions = StoreOptions()) throws(StoreError) {
    fatalError("not yet")
  }

  /// Makes a new database of books, with mode 0600 and missing folders 0700, and never replaces anything.
  public static func create(at path: String, sample: Bool) throws(StoreError) { fatalError("not yet") }

  /// What the store holds and has done; O(1).
  public var counts: Counts { fatalError("not yet") }

  /// The listing's rows at the given positions with the titles as edited, fewer where the table ends before.
  public func rows(in positions: Range<Int>) throws(StoreError) -> [ListRow] { fatalError("not yet") }

  /// The record of a row, hydrated: by one statement at the first look, by none later.
  public func record(_ id: RecordID) throws(StoreError) -> Record { fatalError("not yet") }

  /// What the record of a row holds now, hydrated if it must be.
  public func snapshot(of id: RecordID) throws(StoreError) -> RecordSnapshot { fatalError("not yet") }

  /// How much of a row is held, without a statement.
  public func state(of id: RecordID) -> RecordState { fatalError("not yet") }

  /// Sets a field of a record, hydrating it if it must be.
  public func set(_ value: Value, at fieldIndex: Int, of id: RecordID) throws(StoreError) {
    fatalError("not yet")
  }

  /// Takes back every edit of a record that the database does not have.
  public func revert(_ id: RecordID) { fatalError("not yet") }

  /// Inserts a row at once; a field that is nil or missing at the end gets the column's default.
  public func insert(_ values: [Value?]) throws(StoreError) -> RecordID { fatalError("not yet") }

  /// Deletes a row at once; its record and its edits go.
  public func delete(_ id: RecordID) throws(StoreError) { fatalError("not yet") }

  /// Writes every dirty record in one transaction and keeps all of them hydrated.
  @discardableResult
  public func writeBack() -> WriteBackResult { fatalError("not yet") }

  /// Writes every dirty record in one transaction and lets go of all that are in the database.
  @discardableResult
  public func dehydrateAll() -> Dehydration { fatalError("not yet") }

  /// Writes one record if it is dirty and lets it go.
  @discardableResult
  public func dehydrate(_ id: RecordID) -> Dehydration { fatalError("not yet") }
}
