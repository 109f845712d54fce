/// A store of books that makes the nine promises.
///
/// For a class that writes a store of its own: make it conform, and let `Promises` judge it. The library is an SQLite
/// database with the table `book (pk INTEGER PRIMARY KEY, title TEXT, copyright REAL, author TEXT)`.
protocol PromisedStore: AnyObject, SendableMetatype {
  /// Opens a library.
  ///
  /// - Parameters:
  ///   - path: The database.
  ///   - log: A folder that exists, for whatever is to survive the end of the process.
  ///   - trace: Is told the text of each SQL statement.
  init(path: String, log: String, trace: @escaping @Sendable (String) -> Void) throws

  /// The titles of some rows of the list, ordered by key; the first row is 0.
  func titles(_ rows: Range<Int>) throws -> [String]

  /// The object of a row, with its fields read: a look.
  func record(_ key: Int64) throws -> AnyObject

  /// What the row's author is, as far as the person sees; a look.
  func author(of key: Int64) throws -> String?

  /// Accepts an edit.
  func setAuthor(_ author: String, of key: Int64) throws

  /// Whether the row's fields are held.
  func isHydrated(_ key: Int64) -> Bool

  /// Whether the row has an edit that the database does not have.
  func isDirty(_ key: Int64) -> Bool

  /// Answers a memory warning: writes what is dirty, then lets all fields go.
  ///
  /// - Returns: How many records could not be written.
  func warn() -> Int

  /// The rows whose value another program has changed, too, since it was read.
  var conflicts: [Int64] { get }

  /// Settles a conflict: the person's value is to be written with the next warning.
  func keepMine(_ key: Int64)

  /// The bytes that the held fields take, or a good guess.
  var heldBytes: Int { get }

  /// Lets fields go, the least recently used first, until they take no more than so many bytes.
  func keepWithin(bytes: Int) throws

  /// Finds the edits of a process that was killed, in the folder for that, and makes them dirty again.
  ///
  /// - Returns: How many there were.
  func recover() throws -> Int
}
