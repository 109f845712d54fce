import BookStore

/// The figures of the store and the system at one moment.
public struct Figures: Hashable, Sendable {
  /// The statements since the store was opened, including those on the schema.
  public var statements = 0
  /// The number of hydrated records, including dirty ones.
  public var hydrated = 0
  /// The records that differ from the database.
  public var dirty = 0
  /// The bytes that hydrated records hold.
  public var heldBytes = 0
  /// The anonymous memory of the process in bytes, which it can give back.
  public var anonymousBytes = 0
  /// The resident memory of the process in bytes, with the pages of the program that have been used.
  public var residentBytes = 0

  /// The current figures of a store, or only of the process without a store.
  public init(_ store: BookStore? = nil) {
    (anonymousBytes, residentBytes) = MemoryFigures.ofProcess ?? (0, 0)
    guard let counts = store?.counts else { return }
    (statements, hydrated, dirty) = (counts.statementCount, counts.hydrated, counts.dirty)
    heldBytes = counts.byteCount
  }
}
