/// What the thread behind a list of values has found out.
enum ValueNews: Sendable {
  /// So many lines are in the file of a run, for so many rows.
  case counted(run: Int, lines: Int, rows: Int)
  /// So much of the table is read, from 0 to 1.
  case progress(run: Int, Double)
  /// All values are counted.
  case complete(run: Int)
  /// The rows that hold a value.
  case found(run: Int, FoundRows)
  /// A run ended with an error.
  case failed(run: Int, StoreError)
}
