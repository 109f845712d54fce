import BookStore
import Records
import Screens

/// Notes the same about each of several books: that it is started, finished, lent or back.
final class ReadingAction: RowAction {
  /// The kind of note.
  enum Deed {
    case starting
    /// With the values of `FinishForm`.
    case finishing([Value])
    /// With the values of the table of loans.
    case lending([Value])
    case takingBack
  }

  private let workspace: Workspace
  private let deed: Deed
  private let today: Value
  private let step: EditStep
  /// How many rows were like that already.
  private var leftCount = 0

  init(_ deed: Deed, on today: Value, in workspace: Workspace) {
    (self.deed, self.today, self.workspace) = (deed, today, workspace)
    step = workspace.store.beginStep(from: ReadingWording.origin(deed))
  }

  var name: String { ReadingWording.doing(deed) }
  // Each book is noted with its own rows.
  var batchSize: Int { 1 }

  func act(on ids: [RecordID], of rows: RowWork) throws(StoreError) {
    for id in ids {
      var isNoted = false
      try workspace.focus.keepingSelection { () throws(StoreError) in isNoted = try note(id) }
      if !isNoted {
        leftCount += 1
        rows.leaveOut(1)
      }
    }
  }

  /// Notes it about a row; false if there is nothing to note.
  private func note(_ id: RecordID) throws(StoreError) -> Bool {
    let store = workspace.store
    if case .takingBack = deed { return try takeBack(id) }
    let readings = try BookReadings(id, in: store)
    switch deed {
    case .starting: return try readings.start(on: today, in: step)
    case .lending(let values): return try readings.lend(values, in: step)
    case .finishing(let values):
      if try readings.hasFinished(on: values[FinishForm.day]) { return false }
      let review = values[FinishForm.review]
      try readings.finish(
        on: values[FinishForm.day], rating: values[FinishForm.rating], review: review.isNull ? nil : review,
        in: step)
    case .takingBack: break
    }
    return true
  }

  private func takeBack(_ id: RecordID) throws(StoreError) -> Bool {
    let found = try BookReadings.Loan.find(id, in: workspace.store)
    let readings = try BookReadings(found?.book ?? id, in: workspace.store)
    let open = try found == nil ? readings.loan : nil
    guard let loan = found?.loan ?? open, loan.backOn == nil else { return false }
    try readings.takeBack(loan, on: today, in: step)
    return true
  }

  func sentence(_ rows: RowWork, heldCount: Int) -> String {
    ReadingWording.done(deed, rows.count, rows.schema, leftCount)
  }

  func conclude() {
    workspace.lookAgain()
  }
}
