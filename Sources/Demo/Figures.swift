import BookStore

/// What the store and the system say at one moment.
public struct Figures: Hashable, Sendable {
  /// The statements that the store has run since it was opened, those over the schema among them.
  public var statements = 0
  /// The records whose fields are held, dirty ones among them.
  public var hydrated = 0
  /// The records that differ from the database.
  public var dirty = 0
  /// The bytes that hydrated records hold.
  public var heldBytes = 0
  /// The bytes of the process that are in memory.
  public var residentBytes = 0

  /// The figures of a store, now; without one, those of the process alone.
  public init(_ store: BookStore? = nil) {
    residentBytes = MemoryFigures.residentByteCount ?? 0
    guard let counts = store?.counts else { return }
    (statements, hydrated, dirty) = (counts.statementCount, counts.hydrated, counts.dirty)
    heldBytes = counts.byteCount
  }
}
