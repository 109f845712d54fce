import BookStore
import Platform
import Records

/// A library of invented books for the demonstration.
public struct ScratchLibrary {
  /// The number of books.
  public let count: Int
  /// The seed of its books: the same count and seed make the same books.
  public let seed: UInt64

  /// Describes a library; the same count and seed make the same books.
  public init(count: Int = 100_000, seed: UInt64 = 1) {
    self.count = count
    self.seed = seed
  }

  /// The original values of a book, by its number from 1, which is its key.
  func values(ofBook number: Int) -> [Value] { ScratchBook(number: number, seed: seed).values }

  /// Makes the database, in one transaction.
  ///
  /// - Parameter progress: Receives the fraction that is done, from 0 to 1.
  /// - Throws: The errors of making a database; `interrupted` if a signal has arrived.
  public func make(at path: String, progress: (Double) -> Void) throws(StoreError) {
    try BookStore.create(
      at: path, count: count, book: values(ofBook:),
      progress: { part throws(StoreError) in
        progress(part)
        if Interruption.isAsked { throw .interrupted }
      })
  }
}
