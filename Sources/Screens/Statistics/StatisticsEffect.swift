import Statistics

/// A request of a screen about the statistics of a list's rows.
public enum StatisticsEffect: Hashable, Sendable {
  /// The results follow as `Update.statistics`.
  case open
  /// Read other statistics of the same rows; the answer is `Update.statistics`.
  case read(StatisticsRequest)
  /// Show the counted rows that match a query.
  case showRows(String)
}
