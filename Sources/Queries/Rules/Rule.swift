import Records

/// A change of a field, computed from a row's values.
///
/// Commands and screens parse the same text; docs/commands.md lists all rules.
public enum Rule: Hashable, Sendable {
  case empty
  case value(Value)
  /// Only this value or list item is replaced.
  case exchange(Value, for: Value)
  /// Parsed as in the form; parts of the old value may stay.
  case typed(String)
  case write(TextCase)
  case replace(Replacement)
  case template(RuleTemplate)
  case calculate(Amount)
  case parts(ListChange)

  /// The maximum size in bytes of a text that a rule makes.
  public static let textLimit = 4 << 20

  /// The indices of the other fields whose values the rule needs.
  public var fields: [Int] { if case .template(let template) = self { template.fields } else { [] } }

  /// The field's value after the change, returned byte for byte if unchanged; `values` are those of the row before, by field.
  ///
  /// NULL stays NULL, unless an item is added or the text comes from other fields.
  public func value(of index: Int, in schema: Schema, _ values: [Int: Value]) throws(RuleRefusal) -> Value {
    let (field, old) = (schema.fields[index], values[index] ?? .null)
    let new = try self.value(field, old, schema, values)
    if new == old { return old }
    if new.isNull, field.isRequired || !field.takesNull { throw .value(.required) }
    if !field.isFilled(by: new) { throw .value(.required) }
    return new
  }

  private func value(
    _ field: Field, _ old: Value, _ schema: Schema, _ values: [Int: Value]
  ) throws(RuleRefusal) -> Value {
    switch self {
    case .empty: return .null
    case .value(let value): return value
    case .exchange(let held, let new):
      guard field.kind == .list else { return old == held ? new : old }
      return ListText.holds(held, in: old) ? ListText.replacing(held, by: new, in: old) : old
    case .typed(let text): return try Self.typed(text, field, old)
    case .template(let template): return try value(template, field, old, schema, values)
    case .parts(let change):
      let text = try Self.text(old, field)
      guard let new = change.changed(old.isNull ? nil : text) else { return .null }
      return try Self.stored(new, field, old)
    case .calculate, .write, .replace: if old.isNull { return .null }
    }
    if case .calculate(let amount) = self {
      if old.isBytes { throw .holdsBytes }
      return try Self.typed(try amount.changed(old, in: field), field, old)
    }
    return try Self.stored(try changed(try Self.text(old, field)), field, old)
  }

  private func changed(_ text: String) throws(RuleRefusal) -> String {
    switch self {
    case .write(let form): form.changed(text)
    case .replace(let replacement): try replacement.changed(text)
    case .empty, .value, .exchange, .typed, .template, .calculate, .parts: text
    }
  }

  private func value(
    _ template: RuleTemplate, _ field: Field, _ old: Value, _ schema: Schema, _ values: [Int: Value]
  ) throws(RuleRefusal) -> Value {
    // Between fields of the same kind the whole value is copied, including what is not shown.
    if let source = template.copied, schema.fields[source].kind == field.kind {
      return (values[source] ?? .null).stored(in: field.affinity)
    }
    guard let text = try template.text(schema, values) else { return .null }
    if text.utf8.count > Self.textLimit { throw .tooLarge }
    return try Self.stored(text, field, old)
  }

  // MARK: Texts and values

  private static func text(_ value: Value, _ field: Field) throws(RuleRefusal) -> String {
    if value.isBytes { throw .holdsBytes }
    if value.payloadByteCount > textLimit { throw .tooLarge }
    return field.text(of: value)
  }

  /// In a field other than text, parses the text as if it were typed.
  private static func stored(_ text: String, _ field: Field, _ old: Value) throws(RuleRefusal) -> Value {
    if !old.isNull, text.utf8.elementsEqual(field.text(of: old).utf8) { return old }
    guard field.kind.isText || field.kind == .list else { return try typed(text, field, old) }
    do throws(FieldError) {
      return try field.storedText(text)
    } catch { throw .value(error) }
  }

  private static func typed(_ text: String, _ field: Field, _ old: Value) throws(RuleRefusal) -> Value {
    do throws(FieldError) {
      return try field.value(of: text, replacing: old.isBytes ? .null : old)
    } catch { throw .value(error) }
  }
}

/// Why a text is not a valid rule for a field; wording is left to the caller.
public enum RuleProblem: Error, Hashable, Sendable {
  case unknown(String)
  /// `s/old/new/` or `r/pattern/new/` lacks a slash, or ends in something other than `i`.
  case brokenReplacement
  case nothingToReplace
  case brokenPattern(PatternError)
  case noSuchGroup(Int)
  case brokenField
  case unknownField(String)
  /// The field has no numbers or dates.
  case notForNumbers
  /// Multiplies a date, or adds months to a number.
  case wrongUnit
  /// The field is neither a list nor a text.
  case notForLists
  /// A joining table's list takes changes of single items only.
  case onlyForParts
  case missingPart
  /// The field is computed, or takes bytes.
  case fixedField
}

/// Why a row cannot take the value that a rule makes for it; wording is left to the caller.
public enum RuleRefusal: Error, Hashable, Sendable {
  case value(FieldError)
  case notANumber
  case notADate
  case outOfRange
  case holdsBytes
  case tooLarge
  case tooSlow
}
