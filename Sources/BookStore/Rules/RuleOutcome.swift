import Queries
import Records
import SQLite

/// The outcome of rules for a row.
public struct RuleOutcome: Hashable, Sendable {
  /// Whether the row was changed, left alone or refused.
  public enum Result: Hashable, Sendable {
    case changed([Value])
    /// The row was changed, and a trigger then deleted it.
    case removed
    case same
    case refused(Refusal)
    case gone
  }

  /// Why a row cannot take a value.
  public enum Refusal: Hashable, Sendable {
    /// The rule makes no value for the row, or the field, an index in the schema, does not accept it.
    case rule(RuleRefusal, field: Int)
    case store(StoreError)
  }

  /// The row.
  public let id: RecordID
  /// Its title before the change.
  public let title: Value
  /// The old values, in the order of the rules.
  public let before: [Value]
  /// Whether the row was changed, left alone or refused.
  public internal(set) var result: Result
}
