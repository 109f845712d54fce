import Records

/// The numbers for kinds, causes and states in the log's file; they must never change.
package enum LogCode {
  private static let kinds: [Change.Kind] = [.edit, .insertion, .deletion, .field]
  private static let causes: [ChangeEntry.Cause] = [.edit, .undo, .redo]

  /// The session's mark says whether the change was written.
  static let byMark: Int64 = 0
  package static let written: Int64 = 1
  /// Not written, whatever the session's mark says.
  package static let pending: Int64 = 2
  package static let discarded: Int64 = 3
  /// A change of rows, not yet confirmed to be in the database.
  package static let draft: Int64 = 4
  /// An edit that comes back with a row in a draft and becomes `pending` when the draft is confirmed.
  static let waitingDraft: Int64 = 5

  /// Stored as the former value of a deleted row with a dangling reference; all other rows have NULL.
  static let dangling = Value.integer(1)

  /// The step holds the reversed part of another step; a reversed step itself is 1.
  static let undonePart: Int64 = 2
  /// The step is being dropped, some changes at a time.
  package static let dropped: Int64 = 3
  static let passedOver: Int64 = 4

  package static func code(_ kind: Change.Kind) -> Value {
    .integer(Int64(kinds.firstIndex(of: kind) ?? 0))
  }
  package static func code(_ cause: ChangeEntry.Cause) -> Value {
    .integer(Int64(causes.firstIndex(of: cause) ?? 0))
  }

  /// The state of a drafted change that gets the given one when the draft is confirmed.
  static func draft(_ state: Change.State) -> Int64 {
    switch state {
    case .written, .undone: draft
    case .discarded: discarded
    case .pending, .abandoned: waitingDraft
    }
  }

  package static func kind(_ code: Int64) -> Change.Kind? {
    kinds.indices.contains(Int(clamping: code)) ? kinds[Int(code)] : nil
  }

  /// The change of a column from its stored values: definitions with NULL for no column, or names for a renaming.
  package static func fieldChange(_ column: String, _ before: Value, _ after: Value) -> FieldChange? {
    switch (before, after) {
    case (.null, .text(let definition)): .addition(column: column, definition: definition.string)
    case (.text(let definition), .null): .removal(column: column, definition: definition.string)
    case (.text, .text(let name)): .renaming(column: column, to: name.string)
    default: nil
    }
  }

  package static func values(_ change: FieldChange) -> (column: Value, before: Value, after: Value) {
    let column = Value.text(Text(change.column))
    return switch change {
    case .addition(_, let definition): (column, .null, .text(Text(definition)))
    case .removal(_, let definition): (column, .text(Text(definition)), .null)
    case .renaming(_, let name): (column, column, .text(Text(name)))
    }
  }

  package static func cause(_ code: Int64) -> ChangeEntry.Cause {
    causes[min(max(0, Int(clamping: code)), causes.count - 1)]
  }

  /// Whether the change `c` of the session `s` is unwritten according to the log.
  static let isPending = "(c.state = \(pending) OR c.state = \(byMark) AND c.id > s.written)"

  /// Whether a step has changes that are unwritten according to the log; each half uses an index, to avoid scanning large
  /// steps.
  static func hasPending(_ step: String) -> String {
    """
    (EXISTS (SELECT 1 FROM change c WHERE c.state = \(pending) AND +c.step = \(step))
      OR EXISTS (SELECT 1 FROM step t JOIN session s ON s.id = t.session
        CROSS JOIN change c ON c.step = t.id AND c.id > s.written
        WHERE t.id = \(step) AND c.state = \(byMark)))
    """
  }
}
