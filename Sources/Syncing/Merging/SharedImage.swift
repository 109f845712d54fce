import Records

/// The intended values of a row that the library does not have, or has with other values.
struct SharedImage {
  enum Reason: Int64 {
    /// The row was deleted; if that is a question, it was deleted here.
    case deleted = 0
    case refused = 1
    case targetMissing = 2
  }

  var reason: Reason
  /// The values; empty for a row that the library refuses to delete.
  var values: [Value]

  var content: [Value]? { values.isEmpty ? nil : values }
}
