import Queries
import Records

/// Works out what rules make of a row, without the database.
public struct RuleEvaluation: Sendable {
  /// The rules.
  public let rules: [FieldRule]
  /// The table's own fields whose values are needed, by their indices: those of the rules, those that they take, and the
  /// title's.
  public let fields: [Int]
  private let schema: Schema

  /// Makes an evaluation for the rows of a table.
  public init(_ rules: [FieldRule], _ schema: Schema) {
    (self.rules, self.schema) = (rules, schema)
    let needed = Set(rules.flatMap { [$0.field] + $0.rule.fields } + schema.titleFields)
    fields = needed.filter { $0 < schema.fields.count }.sorted()
  }

  /// What becomes of a row, as far as the database does not refuse it.
  ///
  /// - Parameters:
  ///   - id: The row.
  ///   - values: The values of `fields`, in their order.
  ///   - lists: The lists of joining tables before and after, by the indices of the rules that change them.
  public func outcome(
    of id: RecordID, _ values: [Value], lists: [Int: (before: Value, after: Value)] = [:]
  ) -> RuleOutcome {
    let values = Dictionary(uniqueKeysWithValues: zip(fields, values))
    let before = rules.indices.map { lists[$0]?.before ?? values[rules[$0].field] ?? .null }
    var outcome = RuleOutcome(id: id, title: title(values), before: before, result: .same)
    var after: [Value] = []
    for (index, rule) in rules.enumerated() {
      do throws(RuleRefusal) {
        if let list = lists[index] {
          after.append(list.after)
        } else {
          let new = try rule.rule.value(of: rule.field, in: schema, values)
          after.append(new == before[index] ? new : new.stored(in: schema.fields[rule.field].affinity))
        }
      } catch {
        outcome.result = .refused(.rule(error, field: rule.field))
        return outcome
      }
    }
    if after != before { outcome.result = .changed(after) }
    return outcome
  }

  private func title(_ values: [Int: Value]) -> Value {
    schema.titleFields.count == 1
      ? values[schema.titleIndex] ?? .null
      : schema.title(of: schema.fields.indices.map { values[$0] ?? .null })
  }
}
