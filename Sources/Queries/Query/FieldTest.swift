import Records

package enum FieldTest: Hashable, Sendable {
  case contains(Matcher)
  case matches(Pattern)
  case equals(ExactValue)
  case within(ValueRange)
  case during(MomentRange)
  case truth(Bool)
  case isNull(Bool)

  package func passes(_ value: Value, in field: Field) -> Bool {
    switch self {
    case .contains(let matcher):
      field.searchedText(of: value).map { text in
        text.bytes.withUnsafeBytes { matcher.matches($0, in: field) }
      } ?? false
    case .matches(let pattern):
      field.searchedText(of: value).map { $0.bytes.withUnsafeBytes { pattern.matches($0) } } ?? false
    case .equals(let exact): exact.isEqual(to: value, in: field)
    case .within(let range):
      range.contains(range.isNumeric ? field.ordered(value) : field.compared(value))
    case .during(let range): field.comparedMoment(of: value).map { range.contains(Moment($0)) } ?? false
    case .truth(let truth): Field.truth(of: value) == truth
    case .isNull(let isNull): value.isNull == isNull
    }
  }

  /// One related row is enough; if all values are NULL, the value counts as NULL.
  package func passes(anyOf values: [Value], in field: Field) -> Bool {
    if case .isNull(let isNull) = self { return values.allSatisfy(\.isNull) == isNull }
    return values.contains { passes($0, in: field) }
  }
}
