import Records

/// What a row holds that the library does not have, or not like that.
struct SharedImage {
  /// Why the library does not have it.
  enum Reason: Int64 {
    /// It was deleted; if that is a question, it was deleted here.
    case deleted = 0
    /// The library refuses it.
    case refused = 1
    /// It points to a row that was deleted.
    case targetMissing = 2
  }

  var reason: Reason
  /// What it holds; nothing for a row that the library refuses to delete.
  var values: [Value]

  /// What the row should hold; nil if it should be gone.
  var content: [Value]? { values.isEmpty ? nil : values }
}
