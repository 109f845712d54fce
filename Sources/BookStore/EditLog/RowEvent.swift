/// A row that came or went, as the log has it: what was set before may have been set in another row of the same key.
struct RowEvent {
  /// The number of the change.
  let number: Int64
  let kind: ChangeEntry.Kind
  let cause: ChangeEntry.Cause
  /// The step that it is of.
  let step: Int64
  /// The session that has made it.
  let session: Int64
  /// Whether its step was undone.
  let isUndone: Bool
  /// Whether it is a deletion of a dead session that the database may not have made.
  fileprivate(set) var isInDoubt: Bool

  /// Whether it ends what was set in the row before, beyond doubt.
  ///
  /// A row that was brought back is the same one, with what was set in it by the session that had deleted it.
  ///
  /// - Parameter maker: The session that has set it, or nil where its changes were kept back or restored, and a row that
  ///   it has deleted may not have had them.
  func ends(editOf maker: Int64?) -> Bool {
    switch kind {
    case .edit: false
    case .insertion: cause == .edit
    case .deletion: !isInDoubt && (!isUndone || session == maker)
    }
  }
}

extension [RowEvent] {
  /// Has later events of one row tell of deletions in doubt before them.
  ///
  /// One has happened if a row with its key was inserted since, and has not if the row was deleted since.
  mutating func settle() {
    var next: ChangeEntry.Kind?
    for index in indices.reversed() {
      if !self[index].isInDoubt {
        next = self[index].kind
      } else if next == .insertion {
        self[index].isInDoubt = false
      } else if next == .deletion {
        remove(at: index)
      }
    }
  }

  /// What became of a change of the row that was not noted as written.
  func fate(of kind: ChangeEntry.Kind, _ number: Int64, by maker: Int64?) -> AbandonedReader.Fate {
    let later = drop { $0.number <= number }
    switch kind {
    case .edit:
      if later.contains(where: { $0.ends(editOf: maker) }) { return .settled }
      return later.contains(where: \.isInDoubt) ? .overtaken : .open
    case .insertion: return later.contains { $0.kind == .deletion } ? .settled : .open
    case .deletion: return later.contains { !$0.isInDoubt } ? .settled : .open
    }
  }
}
