/// What speaks for dates in a column, the weakest first.
enum DateSign: Comparable {
  /// The name ends with what was done, as that of a yes or no may, too: `read`, `delivered`.
  case verb
  /// The name is that of a time or of a duration: `last_visit_time`, `date_read`.
  case weakName
  /// The name is that of a date: `birthday`, `created_at`.
  case name
  /// The declared type says so.
  case type
}
