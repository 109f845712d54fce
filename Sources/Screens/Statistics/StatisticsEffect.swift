import Statistics

/// What a screen asks for about the statistics of a list's rows.
public enum StatisticsEffect: Hashable, Sendable {
  /// Open them; what was read follows as `Update.statistics`.
  case open
  /// Read other statistics of the same rows; the answer is `Update.statistics`.
  case read(StatisticsRequest)
  /// Show the rows that a query finds among those that are counted.
  case showRows(String)
}
