import BookStore

/// Why a command of the person's own does not run.
enum OwnCommandError: Error {
  /// There is no such program.
  case noProgram(String)
  /// Its arguments name a field, and there are several rows.
  case severalRows
  /// The table has no such field.
  case noField(String, String)
  /// The row has no text in the field.
  case noValue(String)
  /// The rows that it gives are those of a table that is not the list's.
  case otherTable
  /// The system does not start it; the reason is the system's.
  case notStarted(String)
  /// The rows cannot be read.
  case store(StoreError)
}
