import Records

/// The rows whose edits are not in the database yet, as counting values has to see them.
struct ValueEdits: Sendable {
  /// The value of the counted field, of the rows in which it is edited.
  var values: [RecordID: Value] = [:]
  /// Whether the list's filter shows a row, of the rows in which what it asks for is edited.
  var isShown: [RecordID: Bool] = [:]
}
