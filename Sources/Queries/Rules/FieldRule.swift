import Records

/// A field and the rule that changes it, as typed: `title:=trim`, `tags+=fantasy`, `tags:sf=science fiction`.
public struct FieldRule: Hashable, Sendable {
  /// The index of the field in the schema; it may be the list of a joining table, such as a book's shelves.
  public let field: Int
  /// The rule that changes the field.
  public let rule: Rule

  /// Makes a rule for a field.
  public init(field: Int, rule: Rule) { (self.field, self.rule) = (field, rule) }

  /// Parses a field with its rule; nil if the text does not begin with a field and the sign of a rule.
  ///
  /// The longest name wins. With `takesValues`, `title=Emma` is accepted too; `today` completes a date without a year.
  public init?(
    _ text: String, in schema: Schema, takesValues: Bool = false, today: CalendarDate? = nil
  ) throws(RuleProblem) {
    guard let (index, length) = Self.field(text, schema, takesValues: takesValues) else { return nil }
    field = index
    let field = schema.field(at: index)
    let (isJoined, rest) = (schema.related(at: index) != nil, text.dropFirst(length))
    if !isJoined, field.isGenerated || field.kind.isBytes { throw .fixedField }
    if isJoined, rest.hasPrefix(":=") || rest.hasPrefix("=") { throw .onlyForParts }
    if rest.hasPrefix("=") {
      let value = String(rest.dropFirst())
      // An invalid value is reported for each row.
      rule = .typed((try? field.dated(value, today: today)) ?? value)
      return
    }
    rule = try Self.rule(rest, field, schema, isList: isJoined || field.kind == .list)
  }

  /// The length in characters of the field name and blanks before a rule; nil if there is no rule.
  public static func nameLength(in text: String, _ schema: Schema) -> Int? { field(text, schema)?.1 }

  private static func field(_ text: String, _ schema: Schema, takesValues: Bool = false) -> (Int, Int)? {
    let found = schema.field(beginning: text, among: Array(schema.fields.indices) + schema.joinedFields) {
      let rest = $0.drop { $0 == " " }
      return hasSign(rest) || takesValues && rest.hasPrefix("=") ? rest : nil
    }
    return found.map { ($0.field, text.count - $0.rest.count) }
  }

  private static func hasSign(_ rest: Substring) -> Bool {
    rest.hasPrefix(":=") || rest.hasPrefix("+=") || rest.hasPrefix("-=")
      || rest.first == ":" && rest.dropFirst().contains("=")
  }

  private static func rule(
    _ rest: Substring, _ field: Field, _ schema: Schema, isList: Bool
  ) throws(RuleProblem) -> Rule {
    if rest.hasPrefix(":=") { return try rule(String(rest.dropFirst(2)), field, schema) }
    guard isList else { throw .notForLists }
    let (sign, value) = (rest.first, String(rest.dropFirst(2)))
    if sign == "+" || sign == "-" {
      let parts = ListText.parts(of: value.contains(";") ? value : value + ";")
      if parts.isEmpty { throw .missingPart }
      return .parts(sign == "+" ? .add(parts) : .remove(parts))
    }
    let names = rest.dropFirst().split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let parts = names.map { TextCase.trim.changed(String($0)) }
    guard parts.count == 2, !parts[0].isEmpty else { throw .missingPart }
    return .parts(parts[1].isEmpty ? .remove([parts[0]]) : .rename(parts[0], to: parts[1]))
  }

  private static func rule(_ text: String, _ field: Field, _ schema: Schema) throws(RuleProblem) -> Rule {
    let word = TextCase.trim.changed(text)
    if text.isEmpty { return .empty }
    if let form = TextCase(rawValue: word) { return .write(form) }
    if text.hasPrefix("s/") || text.hasPrefix("r/") { return .replace(try replacement(text)) }
    if let amount = Amount(word) {
      if let problem = amount.problem(in: field) { throw problem }
      return .calculate(amount)
    }
    guard text.contains("{") else { throw .unknown(text) }
    return .template(try RuleTemplate(text, in: schema))
  }

  private static func replacement(_ text: String) throws(RuleProblem) -> Replacement {
    let isPattern = text.hasPrefix("r")
    let parts = slashed(text.dropFirst(2))
    guard parts.count == 3, parts[2].isEmpty || parts[2] == "i" else { throw .brokenReplacement }
    if parts[0].isEmpty { throw .nothingToReplace }
    let pattern: Pattern
    do throws(PatternError) {
      pattern = try Pattern(parts[0], isFolded: parts[2] == "i", isLiteral: !isPattern)
    } catch { throw .brokenPattern(error) }
    return isPattern
      ? try Replacement(of: pattern, by: parts[1]) : Replacement(of: pattern, literal: parts[1])
  }

  private static func slashed(_ text: Substring) -> [String] {
    var (parts, isEscaped) = ([""], false)
    for character in text {
      if isEscaped {
        parts[parts.count - 1] += character == "/" ? "/" : "\\\(character)"
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "/", parts.count < 3 {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    if isEscaped { parts[parts.count - 1] += "\\" }
    return parts
  }
}
