/// The progress in a book on a day, from an e-reader.
package struct ProgressEntry: Hashable, Sendable {
  /// The last moment, in ISO 8601 with the offset from UTC.
  package var at: String
  /// The first and last moment in seconds since 1970-01-01 UTC; an existing entry between them is the same.
  package var moments: ClosedRange<Int64>
  package var page: Int?
  package var percent: Double?
  package var minutes: Int?

  /// The day, in the zone of the moment.
  package var day: String { String(at.prefix(10)) }
}
