import BookStore
import Records

/// The rows that were called different in this session, so that `u` and `^R` take each call back and repeat it in its turn
/// among the steps of the edit log.
struct DifferentCalls {
  /// A call, and where undo and redo were when it was made or taken back.
  private struct Call {
    let ids: [RecordID]
    let place: History.Place
  }

  private var made: [Call] = []
  private var takenBack: [Call] = []

  /// Notes that rows were called different.
  mutating func note(_ ids: [RecordID], at place: History.Place) {
    made.append(Call(ids: ids, place: place))
    takenBack = []
  }

  /// Takes the last call back, or repeats the one that was taken back last.
  ///
  /// - Returns: The rows; nil if a step of the edit log comes first.
  mutating func reverse(isRedo: Bool, _ history: History) throws(StoreError) -> [RecordID]? {
    guard let last = isRedo ? takenBack.last : made.last else { return nil }
    let call = Call(ids: last.ids, place: try history.place())
    if isRedo {
      guard call.place == last.place else { return nil }
      takenBack.removeLast()
      made.append(call)
    } else {
      guard call.place.depth == last.place.depth else { return nil }
      made.removeLast()
      takenBack.append(call)
    }
    return last.ids
  }
}
