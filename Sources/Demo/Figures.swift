import BookStore

/// The figures of the store and the system at one moment.
struct Figures: Hashable, Sendable {
  /// The statements since the store was opened, including those on the schema.
  var statements = 0
  /// With the dirty records.
  var hydrated = 0
  var dirty = 0
  var heldBytes = 0
  /// The process can give this back.
  var anonymousBytes = 0
  /// With the pages of the program that have been used.
  var residentBytes = 0

  /// The current figures of a store, or only of the process without a store.
  init(_ store: BookStore? = nil) {
    (anonymousBytes, residentBytes) = MemoryFigures.ofProcess ?? (0, 0)
    guard let counts = store?.counts else { return }
    (statements, hydrated, dirty) = (counts.statementCount, counts.hydrated, counts.dirty)
    heldBytes = counts.byteCount
  }
}
