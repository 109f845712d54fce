import SQLite

/// News from the thread of a list of values.
enum ValueNews: Sendable {
  /// The file of a run has this many lines, for this many rows.
  case counted(lines: Int, rows: Int)
  /// This many values contain the words.
  case matched(lines: Int)
  /// This fraction of the table has been read, from 0 to 1.
  case progress(Double)
  /// All values have been counted.
  case complete
  /// The rows that hold a value.
  case found(FoundRows)
  /// A run ended with an error.
  case failed(StoreError)
}
