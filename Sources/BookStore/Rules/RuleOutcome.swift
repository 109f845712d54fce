import Queries
import Records
import SQLite

/// What becomes of a row that rules change.
public struct RuleOutcome: Hashable, Sendable {
  /// What becomes of it.
  public enum Result: Hashable, Sendable {
    /// It has these new values, in the order of the rules.
    case changed([Value])
    /// It was changed, and a trigger has deleted it because of that.
    case removed
    /// It holds all of the values already.
    case same
    /// It cannot take one of the values, and keeps all that it holds.
    case refused(Refusal)
    /// It was no longer there before.
    case gone
  }

  /// Why a row cannot take a value.
  public enum Refusal: Hashable, Sendable {
    /// The rule makes no value for it, or the field does not take it; the field is an index in the schema.
    case rule(RuleRefusal, field: Int)
    /// The database refuses it.
    case store(StoreError)
  }

  /// The row.
  public let id: RecordID
  /// Its title before the change.
  public let title: Value
  /// What it held, in the order of the rules.
  public let before: [Value]
  /// What becomes of it.
  public internal(set) var result: Result
}
