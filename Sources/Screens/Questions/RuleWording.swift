import Queries
import Records

/// The sentences about rules, for the screens and the commands.
public enum RuleWording {
  /// Says what is wrong in a rule, and what to type instead.
  public static func sentence(_ problem: RuleProblem, in schema: Schema) -> String {
    switch problem {
    case .unknown(let text):
      "“\(Wording.shortened(text, to: 30))” is no rule. \(rules(schema)) = without : sets a value."
    case .brokenReplacement: "A replacement is s/old/new/ or r/pattern/new/, with i behind it to ignore case."
    case .nothingToReplace: "There is nothing to replace: type s/old/new/."
    case .brokenPattern(let error): Wording.sentence(error)
    case .noSuchGroup(let number): "The pattern has no group \(number); \\\\ is a backslash."
    case .brokenField:
      "A field of the row is its name between braces, like {\(schema.titleField.column)}; \\{ is a brace."
    case .unknownField(let name):
      "“\(schema.table)” has no field “\(Wording.shortened(name, to: 30))”. Its fields are \(names(schema))."
    case .notForNumbers: "Only numbers and dates can be calculated with."
    case .wrongUnit: "A number takes +1, -1 or *2; a date takes +1 day, +2 weeks, +1 month or -1 year."
    case .notForLists: "+=, -= and :old=new change lists; a number takes :=+1."
    case .onlyForParts: "This list takes parts: +=new adds one, -=old removes one, and :old=new renames one."
    case .missingPart: "Name a part of the list, as in tags+=fantasy, tags-=sf or tags:sf=science fiction."
    case .fixedField: "This field is computed by the database or holds bytes, so no rule can change it."
    }
  }

  static func noRule(_ typed: String, _ schema: Schema) -> Message {
    if let end = typed.firstIndex(of: "="), end > typed.startIndex {
      let name = typed[..<end].reversed().drop { ":+- ".contains($0) }.reversed()
      return .problem(sentence(.unknownField(String(name)), in: schema))
    }
    let title = schema.titleField.column
    return .problem("Type a field and a rule, like \(title):=trim or \(title):=s/old/new/.")
  }

  package static func rules(_ schema: Schema) -> String {
    "Rules are trim, lower, upper, sentence, title, turn, +1, *2, +1 month, s/old/new/, r/pattern/new/ and texts with {\(schema.titleField.column)}, as in \(schema.titleField.column):=trim; tags+=new, tags-=old and tags:old=new change lists."
  }

  private static func names(_ schema: Schema) -> String {
    schema.fields.map(\.column).joined(separator: ", ")
  }

  package static func sentence(_ refusal: RuleRefusal, _ field: Field) -> String {
    switch refusal {
    case .value(let error): FieldWording.problem(error, in: field).text
    case .notANumber: "\(field.label) is no number here."
    case .notADate: "\(field.label) is no date here, or lacks a month or a day."
    case .outOfRange: "\(field.label) would be larger or smaller than it can be."
    case .holdsBytes: "\(field.label) holds bytes here."
    case .tooLarge: "\(field.label) is or would be larger than \(Wording.bytes(Rule.textLimit))."
    case .tooSlow: "The pattern takes too long on this text."
    }
  }
}
