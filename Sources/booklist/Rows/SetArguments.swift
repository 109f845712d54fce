import BookStore
import Queries
import Records
import Screens

struct SetArguments {
  private(set) var keys: [String] = []
  private var values: [FieldRule] = []
  private var rules: [FieldRule] = []

  /// Parses the arguments, which are keys and changes; the longest matching field name wins.
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

  var isAny: Bool { !all.isEmpty }

  var all: [FieldRule] { values + rules }
}
