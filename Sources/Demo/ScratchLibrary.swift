import BookStore
import Platform
import Records

/// A library of invented books for the demonstration.
public struct ScratchLibrary {
  /// The number of books.
  public let count: Int
  /// The seed of the books.
  public let seed: UInt64

  /// Describes a library; the same count and seed make the same books.
  public init(count: Int = 100_000, seed: UInt64 = 1) {
    self.count = count
    self.seed = seed
  }

  func values(ofBook number: Int) -> [Value] { ScratchBook(number: number, seed: seed).values }

  /// Creates the database in one transaction; `progress` receives the fraction done, from 0 to 1.
  public func make(at path: String, progress: (Double) -> Void) throws(StoreError) {
    try BookStore.create(
      at: path, count: count, book: values(ofBook:),
      progress: { part throws(StoreError) in
        progress(part)
        if Interruption.isAsked { throw .interrupted }
      })
  }
}
