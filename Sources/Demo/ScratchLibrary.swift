import BookStore
import Records

/// A library of books that nobody has written, for the demonstration.
public struct ScratchLibrary {
  /// How many books it has.
  public let count: Int
  /// What its books are made from: the same count and seed make the same books.
  public let seed: UInt64

  /// Describes a library; the same count and seed make the same books.
  public init(count: Int = 100_000, seed: UInt64 = 1) {
    self.count = count
    self.seed = seed
  }

  /// The values of a book as it is made, by its number from 1 on, which is its key.
  func values(ofBook number: Int) -> [Value] { ScratchBook(number: number, seed: seed).values }

  /// Makes the database, in one transaction.
  ///
  /// - Parameter progress: Is told the part that is done, from 0 to 1.
  /// - Throws: What making a database can end with; `interrupted` if a signal asks for it.
  public func make(at path: String, progress: (Double) -> Void) throws(StoreError) {
    try BookStore.create(
      at: path, count: count, book: values(ofBook:),
      progress: { part throws(StoreError) in
        progress(part)
        if Interruption.isAsked { throw .interrupted }
      })
  }
}
