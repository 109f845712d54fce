/// The evidence for dates in a column, weakest first.
enum DateSign: Comparable {
  /// The name ends with a verb, as the name of a boolean may: `read`, `delivered`.
  case verb
  /// The name suggests a time or a duration: `last_visit_time`, `date_read`.
  case weakName
  /// The name suggests a date: `birthday`, `created_at`.
  case name
  case type
}
