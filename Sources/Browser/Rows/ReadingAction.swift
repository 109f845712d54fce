import BookStore
import Records
import Screens

/// Records the same event for each of several books: started, finished, lent or returned.
final class ReadingAction: RowAction {
  enum Deed {
    case starting
    /// The values of `FinishForm`.
    case finishing([Value])
    /// The values of the loans table.
    case lending([Value])
    case takingBack
  }

  private let workspace: Workspace
  private let deed: Deed
  private let today: Value
  private let step: EditStep
  private var leftCount = 0

  init(_ deed: Deed, on today: Value, in workspace: Workspace) {
    (self.deed, self.today, self.workspace) = (deed, today, workspace)
    step = workspace.store.beginStep(from: ReadingWording.origin(deed))
  }

  var name: String { ReadingWording.doing(deed) }
  // Each book gets rows of its own.
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

  private func note(_ id: RecordID) throws(StoreError) -> Bool {
    let store = workspace.store
    if case .takingBack = deed { return try takeBack(id) }
    let readings = try BookReadings(id, in: store)
    switch deed {
    case .starting: return try readings.start(on: today, in: step)
    case .lending(let values): return try readings.lend(values, in: step)
    case .finishing(let values):
      if try readings.reading(finishedOn: values[FinishForm.day]) != nil { return false }
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
