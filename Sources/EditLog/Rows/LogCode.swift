import Records

/// The numbers in the log for kinds, causes and states, which must never change.
package enum LogCode {
  private static let kinds: [Change.Kind] = [.edit, .insertion, .deletion, .field]
  private static let causes: [ChangeEntry.Cause] = [.edit, .undo, .redo]

  /// The session's mark says whether the change was written.
  static let byMark: Int64 = 0
  package static let written: Int64 = 1
  /// Not written, whatever the session's mark says.
  package static let pending: Int64 = 2
  package static let discarded: Int64 = 3
  package static let draft: Int64 = 4
  /// An edit that comes back with a row of a draft; becomes `pending` when that is confirmed.
  static let waitingDraft: Int64 = 5

  /// The former value of a deleted row with a dangling reference; other rows have NULL.
  static let dangling = Value.integer(1)

  /// The step holds the reversed part of another step; a wholly reversed step is 1.
  static let undonePart: Int64 = 2
  package static let dropped: Int64 = 3
  static let passedOver: Int64 = 4

  package static func code(_ kind: Change.Kind) -> Value {
    .integer(Int64(kinds.firstIndex(of: kind) ?? 0))
  }
  package static func code(_ cause: ChangeEntry.Cause) -> Value {
    .integer(Int64(causes.firstIndex(of: cause) ?? 0))
  }

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

  /// Decodes a change of a column: definitions, with NULL for no column, or the old and the new name.
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

  /// Whether a step has changes that are unwritten according to the log; each half uses an index, because steps may be large.
  static func hasPending(_ step: String) -> String {
    """
    (EXISTS (SELECT 1 FROM change c WHERE c.state = \(pending) AND +c.step = \(step))
      OR EXISTS (SELECT 1 FROM step t JOIN session s ON s.id = t.session
        CROSS JOIN change c ON c.step = t.id AND c.id > s.written
        WHERE t.id = \(step) AND c.state = \(byMark)))
    """
  }
}
