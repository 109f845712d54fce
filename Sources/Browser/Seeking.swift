import Records

/// A record that is to be selected in a list whose rows are still coming in.
struct Seeking {
  /// The record, or nil where the first row is as good as any.
  let id: RecordID?
  /// Whether the first row is selected until the record is there.
  var isAtTop = false
}
