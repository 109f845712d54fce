import SQLite

enum ValueNews: Sendable {
  case counted(lines: Int, rows: Int)
  case matched(lines: Int)
  /// The fraction of the table that has been read, from 0 to 1.
  case progress(Double)
  case complete
  case found(FoundRows)
  case failed(StoreError)
}
