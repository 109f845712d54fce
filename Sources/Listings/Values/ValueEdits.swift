import Records

/// The edits that are not in the database yet, as far as they change which values are counted.
struct ValueEdits: Sendable {
  /// The new values of the counted field.
  var values: [RecordID: Value] = [:]
  /// Whether the list shows a row, for rows whose edits may change that.
  var isShown: [RecordID: Bool] = [:]
}
