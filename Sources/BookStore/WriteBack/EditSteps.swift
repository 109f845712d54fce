import Records

/// The steps of the log that edits belong to which are not written, in tables whose updates do more than they say.
///
/// There the edits of each step are written apart, so that what triggers and foreign keys do is logged in the right one.
struct EditSteps {
  private var steps: [RecordID: Int64] = [:]
  /// The step that edited such a table last.
  private(set) var latest: Int64?
  /// The number of the log that the steps are in.
  private var logNumber = 0

  /// Notes that a step has edited rows.
  mutating func note(_ step: Int64, of ids: some Sequence<RecordID>, inLog number: Int) {
    if number != logNumber { (steps, logNumber) = ([:], number) }
    latest = step
    for id in ids { steps[id] = step }
  }

  /// The step that edited a row last.
  func step(of id: RecordID, inLog number: Int) -> Int64? { number == logNumber ? steps[id] : nil }

  /// Forgets a row whose edits are written.
  mutating func forget(_ id: RecordID) { steps[id] = nil }
}
