import Queries

/// How many rows a rule has changed, and which rows could not take the new value.
public struct RuleReport: Hashable, Sendable {
  /// How many rows were changed, including those that a trigger then deleted.
  public private(set) var changedCount = 0
  /// How many rows already held the values.
  public private(set) var sameCount = 0
  /// How many rows could not take a value.
  public private(set) var refusedCount = 0
  /// How many rows no longer existed.
  public private(set) var goneCount = 0
  /// How many rows were not tried in the database, because a trial ended before; the other counts include them.
  public internal(set) var untriedCount = 0
  /// How many rows of joining tables were inserted or deleted, if the rules went through records.
  public internal(set) var partCount = 0
  /// The first rows that could not take a value, without what they hold.
  public private(set) var refused: [RuleOutcome] = []

  /// How many refused rows are kept.
  public static let refusedLimit = 1_000

  /// Creates an empty report.
  public init() {}

  /// The total number of rows.
  public var count: Int { changedCount + sameCount + refusedCount + goneCount }

  /// Whether rows were refused, each because its field does not accept the value.
  public var isOfInvalidValue: Bool {
    !refused.isEmpty
      && refused.allSatisfy { if case .refused(.rule(.value, _)) = $0.result { true } else { false } }
  }

  mutating func note(_ outcome: RuleOutcome) {
    switch outcome.result {
    case .changed, .removed: changedCount += 1
    case .same: sameCount += 1
    case .gone: goneCount += 1
    case .refused:
      refusedCount += 1
      if refused.count < Self.refusedLimit {
        refused.append(RuleOutcome(id: outcome.id, title: outcome.title, before: [], result: outcome.result))
      }
    }
  }
}
