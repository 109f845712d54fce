import Records

struct ValueEdits: Sendable {
  var values: [RecordID: Value] = [:]
  /// Whether the list shows a row, for rows whose edits may change that.
  var isShown: [RecordID: Bool] = [:]
}
