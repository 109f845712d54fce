import Records

/// The titles of rows at the time when a person was asked about them.
public struct SeenTitles: Hashable, Sendable {
  /// The titles that the database held.
  let titles: [RecordID: Value]
  /// The store's data version before they were read.
  let version: Int64?
}
