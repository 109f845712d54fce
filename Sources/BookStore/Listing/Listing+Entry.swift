import Records

extension Listing {
  /// One row of a listing, as the database had it when it was read.
  public struct Entry: Hashable, Sendable {
    /// The row's name.
    public var id: RecordID
    /// The title field's value.
    public var title: Value
  }
}
