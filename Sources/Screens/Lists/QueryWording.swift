import Queries
import Records

extension Wording {
  /// Says what is wrong in a query, and what to type instead.
  public static func explanation(of problem: QueryProblem.Kind) -> Message {
    switch problem {
    case .unclosedQuote: .problem("The quote is not closed yet.")
    case .unclosedGroup: .problem("A ) is missing.")
    case .unopenedGroup: .problem("There is no ( for this ); \\) finds a parenthesis.")
    case .emptyGroup: .problem("There is nothing between ( and ).")
    case .missingAlternative: .problem("Type words on both sides of |; \\| finds a bar.")
    case .missingTerm: .problem("Type what to leave out.")
    case .missingValue("no:"): .problem("Type the field that is empty, like no:author.")
    case .missingValue("has:"): .problem("Type the field that is not empty, like has:photo.")
    case .missingValue(let label): .problem("Type a value for \(label).")
    case .unknownField(let name, nil):
      .problem("No field begins with “\(shortened(name, to: 20))”; \\: finds a colon.")
    case .unknownField(let name, let meant?):
      .problem(
        "No field begins with “\(shortened(name, to: 20))”. Did you mean \(shortened(meant, to: 20)):?")
    case .ambiguousField(let name, let labels):
      .problem(
        "“\(shortened(name, to: 20))” could be \(labels.prefix(3).joined(separator: ", "))\(labels.count > 3 ? ", …" : ".")"
      )
    case .unknownState: .problem("Type is:dirty, is:hydrated, is:conflict or is:marked.")
    case .notANumber(let label): .problem("\(label) is compared with a number, like 42 or 3.5.")
    case .notADate(let label): .problem("\(label) is compared with a date, like 1870, 1870-01 or 1870-01-25.")
    case .notComparable(let label): .problem("\(label) holds bytes; use has: or no: to ask for it.")
    case .brokenPattern(let error): .problem(sentence(error))
    case .reversedRange: .problem("The range ends before it begins.")
    case .tooDeep: .problem("Parentheses are nested too deeply.")
    }
  }

  package static func leftOut(_ words: [String]) -> String {
    let named = words.prefix(4).map { "“\(shortened($0, to: 20))”" }.joined(separator: ", ")
    let rest = words.count > 4 ? " and others" : ""
    return "Nothing has all the words, so \(named)\(rest) \(words.count == 1 ? "does" : "do") not count."
  }

  /// If a query for a “no” value may miss rows without a value, says so; otherwise nil.
  public static func nothingDenied(_ query: Query, _ schema: Schema) -> String? {
    query.deniedField(in: schema).map { "Without a value it is not “no”: no:\($0) finds that." }
  }

  package static func sentence(_ error: PatternError) -> String {
    switch error {
    case .empty: "Type a pattern, like ^the."
    case .unbalancedGroup: "The parentheses of the pattern do not match; \\( finds one."
    case .unclosedBracket: "A ] is missing in the pattern; \\[ finds a bracket."
    case .nothingToRepeat: "There is nothing to repeat before *, +, ? or { in the pattern; \\* finds a star."
    case .brokenCount:
      "Between braces a pattern takes one or two numbers up to 255, like {2} or {2,4}; \\{ finds a brace."
    case .reversedRange: "A range between brackets ends before it begins."
    case .unknownClass(let name):
      "There is no [:\(shortened(name, to: 20)):]; there are alpha, digit, alnum, space, punct, upper and lower."
    case .backReference: "A pattern cannot refer back to what a group has matched."
    case .nothingEscaped: "Type a character behind the \\ at the end of the pattern."
    case .tooLarge: "The pattern is too large."
    }
  }
}
