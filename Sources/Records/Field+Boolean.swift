/// Yes and no as values and as words.
extension Field {
  /// The other truth of a boolean field's value, in the same storage class and form: `TRUE` becomes `FALSE`.
  ///
  /// NULL becomes yes. A value that is no truth is returned as it is.
  public func toggled(_ value: Value) -> Value {
    if value.isNull { return self.value(of: true, replacing: value, typed: "yes") }
    guard let truth = Self.truth(of: value) else { return value }
    return self.value(of: !truth, replacing: value, typed: "")
  }

  /// Whether a value is yes, or nil where it is neither yes nor no.
  public static func truth(of value: Value) -> Bool? {
    switch value {
    case .integer(0), .real(0): false
    case .integer(1), .real(1): true
    case .text(let text) where text.bytes.count <= 5: pair(of: text.string)?.truth
    default: nil
    }
  }

  /// The text of 1 and 0; words are shown as they are.
  func booleanText(of value: Value) -> String? {
    if case .text(let text) = value, text != "1", text != "0" { return nil }
    return Self.truth(of: value).map { $0 ? "yes" : "no" }
  }

  func boolean(_ text: Substring, replacing old: Value) throws(FieldError) -> Value {
    guard let truth = Self.pair(of: String(text))?.truth else { throw .notABoolean }
    return value(of: truth, replacing: old, typed: text)
  }

  private func value(of truth: Bool, replacing old: Value, typed: Substring) -> Value {
    guard Self.truth(of: old) != truth else { return old }
    switch old {
    case .integer: return .integer(truth ? 1 : 0)
    case .real(0), .real(1): return .real(truth ? 1 : 0)
    case .text(let text):
      guard let pair = Self.pair(of: text.string) else { break }
      return .text(Text(Self.word(truth ? pair.yes : pair.no, inCaseOf: text.string)))
    default: break
    }
    return affinity == .text ? .text(Text(typed)) : Value.integer(truth ? 1 : 0).stored(in: affinity)
  }

  private static func word(_ word: String, inCaseOf other: String) -> String {
    if other == other.lowercased() { return word }
    if other.count > 1, other.dropFirst() == other.dropFirst().lowercased() {
      return word.prefix(1).uppercased() + word.dropFirst()
    }
    return word.uppercased()
  }

  private static func pair(of word: String) -> (yes: String, no: String, truth: Bool)? {
    let pairs = [("yes", "no"), ("true", "false"), ("y", "n"), ("t", "f"), ("on", "off"), ("1", "0")]
    let word = word.lowercased()
    for (yes, no) in pairs where word == yes || word == no { return (yes, no, word == yes) }
    return nil
  }
}
