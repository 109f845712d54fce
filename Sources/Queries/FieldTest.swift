import Records

/// What the value of one field must be.
public enum FieldTest: Hashable, Sendable {
  /// Words occur in what is shown of it.
  case contains(Matcher)
  /// A pattern matches a part of what is shown of it.
  case matches(Pattern)
  /// It is all of a text, or what is shown as that.
  case equals(ExactValue)
  /// It is a number, or a text, between two others.
  case within(ValueRange)
  /// It is a moment between two others.
  case during(MomentRange)
  /// It is yes, or it is no, in whatever form.
  case truth(Bool)
  /// It is NULL, or it is not.
  case isNull(Bool)

  /// Whether a value of a field passes.
  package func passes(_ value: Value, in field: Field) -> Bool {
    switch self {
    case .contains(let matcher):
      field.searchedText(of: value).map { text in
        text.bytes.withUnsafeBytes { matcher.matches($0, in: field) }
      } ?? false
    case .matches(let pattern):
      field.searchedText(of: value).map { $0.bytes.withUnsafeBytes { pattern.matches($0) } } ?? false
    case .equals(let exact): exact.isEqual(to: value, in: field)
    case .within(let range): range.contains(field.compared(value))
    case .during(let range): field.comparedMoment(of: value).map { range.contains(Moment($0)) } ?? false
    case .truth(let truth): Field.truth(of: value) == truth
    case .isNull(let isNull): value.isNull == isNull
    }
  }

  /// Whether one of the values of other rows passes; a row without any, or with NULLs only, has none.
  package func passes(anyOf values: [Value], in field: Field) -> Bool {
    if case .isNull(let isNull) = self { return values.allSatisfy(\.isNull) == isNull }
    return values.contains { passes($0, in: field) }
  }
}
