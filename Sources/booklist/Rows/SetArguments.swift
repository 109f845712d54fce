import BookStore
import Queries
import Records
import Screens

/// The arguments of `set`: keys of rows, and changes of their fields.
struct SetArguments {
  private(set) var keys: [String] = []
  private var values: [FieldRule] = []
  private var rules: [FieldRule] = []

  /// Takes arguments apart; the longest name of a field counts.
  ///
  /// - Throws: `CommandFailure` for a change that no row can take.
  init(_ arguments: [String], _ rows: RowArguments) throws {
    let schema = try rows.store.lists.completeSchema()
    for argument in arguments {
      let value = try Assignment(argument, schema)
      let length = FieldRule.nameLength(in: argument, schema) ?? 0
      if length > value?.nameLength ?? 0, let rule = try rule(argument, schema) {
        rules.append(rule)
      } else if let value {
        values.append(value.rule)
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
  var isAny: Bool { !all.isEmpty }

  /// All changes as rules.
  var all: [FieldRule] { values + rules }
}
