import BookStore
import Queries
import Records
import Screens

/// The arguments of `set`: keys of rows, and changes of their fields.
struct SetArguments {
  private(set) var keys: [String] = []
  private(set) var values: [Assignment] = []
  private(set) var rules: [FieldRule] = []
  private(set) var parts: [PartsChange] = []

  /// Takes arguments apart; the longest name of a field counts.
  ///
  /// - Throws: `CommandFailure` for a change that no row can take.
  init(_ arguments: [String], _ rows: RowArguments) throws {
    for argument in arguments {
      let value = try Assignment(argument, rows.schema)
      let length = FieldRule.nameLength(in: argument, rows.schema) ?? 0
      if length > value?.nameLength ?? 0, let rule = try rule(argument, rows.schema) {
        rules.append(rule)
      } else if let value {
        values.append(value)
      } else if let change = try PartsChange(argument, rows) {
        parts.append(change)
      } else {
        keys.append(argument)
      }
    }
  }

  private func rule(_ argument: String, _ schema: Schema) throws -> FieldRule? {
    do throws(RuleProblem) {
      return try FieldRule(argument, in: schema)
    } catch {
      let sentence = RuleWording.sentence(error, in: schema)
      throw CommandFailure("\(sentence) Not set: \(Wording.shortened(argument, to: 40))")
    }
  }

  /// Whether anything is changed.
  var isAny: Bool { !all.isEmpty || !parts.isEmpty }

  /// All changes of fields as rules.
  var all: [FieldRule] { values.map(\.rule) + rules }
}
