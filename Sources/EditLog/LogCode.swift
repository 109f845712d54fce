import Records

/// The numbers that stand for kinds, causes and states in the log's file; they must never change.
package enum LogCode {
  private static let kinds: [ChangeEntry.Kind] = [.edit, .insertion, .deletion, .field]
  private static let causes: [ChangeEntry.Cause] = [.edit, .undo, .redo]

  /// The session's mark says whether the change has been written.
  static let byMark: Int64 = 0
  /// It has been written.
  package static let written: Int64 = 1
  /// It has not been written, whatever the session's mark says.
  package static let pending: Int64 = 2
  /// It was given up.
  package static let discarded: Int64 = 3
  /// It is of rows, and not yet confirmed to be in the database.
  package static let draft: Int64 = 4
  /// It comes back with such a row, and is `pending` then.
  static let waitingDraft: Int64 = 5

  /// What the log has as the former value of a deleted row that pointed to nothing; it is NULL for all others.
  static let dangling = Value.integer(1)

  /// The step holds what was taken back of another one; a step that was taken back itself is 1.
  static let undonePart: Int64 = 2
  /// The step is being dropped, some changes at a time.
  package static let dropped: Int64 = 3
  /// The step is not undone, and undo goes on with the one before it.
  static let passedOver: Int64 = 4

  package static func code(_ kind: ChangeEntry.Kind) -> Value {
    .integer(Int64(kinds.firstIndex(of: kind) ?? 0))
  }
  package static func code(_ cause: ChangeEntry.Cause) -> Value {
    .integer(Int64(causes.firstIndex(of: cause) ?? 0))
  }

  /// The kind that a number stands for; nil for a number that stands for none.
  package static func kind(_ code: Int64) -> ChangeEntry.Kind? {
    kinds.indices.contains(Int(clamping: code)) ? kinds[Int(code)] : nil
  }

  /// A change of columns by what the log has of it: before and after an addition or a removal are the definitions, NULL where
  /// there is no column, and the names for a renaming.
  package static func fieldChange(_ column: String, _ before: Value, _ after: Value) -> FieldChange? {
    switch (before, after) {
    case (.null, .text(let definition)): .addition(column: column, definition: definition.string)
    case (.text(let definition), .null): .removal(column: column, definition: definition.string)
    case (.text, .text(let name)): .renaming(column: column, to: name.string)
    default: nil
    }
  }

  /// What the log has of a change of columns.
  package static func values(_ change: FieldChange) -> (column: Value, before: Value, after: Value) {
    let column = Value.text(Text(change.column))
    return switch change {
    case .addition(_, let definition): (column, .null, .text(Text(definition)))
    case .removal(_, let definition): (column, .text(Text(definition)), .null)
    case .renaming(_, let name): (column, column, .text(Text(name)))
    }
  }

  /// The cause that a number stands for, or the nearest.
  package static func cause(_ code: Int64) -> ChangeEntry.Cause {
    causes[min(max(0, Int(clamping: code)), causes.count - 1)]
  }

  /// Whether the change `c` of the session `s` has not reached the database, as far as the log knows.
  static let isPending = "(c.state = \(pending) OR c.state = \(byMark) AND c.id > s.written)"

  /// Whether a step has changes that the database does not have, as far as the log knows.
  ///
  /// Each of the two looks has an index, so that a step of very many changes is not gone through.
  static func hasPending(_ step: String) -> String {
    """
    (EXISTS (SELECT 1 FROM change c WHERE c.state = \(pending) AND +c.step = \(step))
      OR EXISTS (SELECT 1 FROM step t JOIN session s ON s.id = t.session
        CROSS JOIN change c ON c.step = t.id AND c.id > s.written
        WHERE t.id = \(step) AND c.state = \(byMark)))
    """
  }
}
