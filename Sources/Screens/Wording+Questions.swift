import Records

/// The questions before something is done to rows.
extension Wording {
  /// The question before a row is deleted, and how many others with it.
  public static func deleteQuestion(_ title: String, others: RowCount = .exactly(0)) -> String {
    "Delete “\(title)”\(and(others))?"
  }

  /// The question before many rows are deleted; where their number is not known, it names none.
  static func deleteQuestion(
    _ count: RowCount, _ schema: Schema, hiddenCount: Int = 0, others: RowCount = .exactly(0)
  ) -> String {
    guard count.isExact else { return "Delete all \(schema.plural) of this list\(and(others))?" }
    let hidden =
      hiddenCount == 0
      ? "" : hiddenCount == count.value ? ", not shown," : ", \(number(hiddenCount)) of them not shown,"
    let rows = self.count(count, schema) + hidden + and(others)
    return "Delete \(rows.hasSuffix(",") ? String(rows.dropLast()) : rows)?"
  }

  /// The question before a row is deleted for another one, and how many others with it.
  static func replaceQuestion(_ title: String, others: RowCount) -> String {
    others == .exactly(0)
      ? "Replace “\(title)”?" : "Replace “\(title)”, and delete\(and(others).dropFirst(4)) with it?"
  }

  /// The rows that go with others: ` and 4 other rows`.
  private static func and(_ others: RowCount) -> String {
    switch others {
    case .exactly(0): ""
    case .exactly(1): " and 1 other row"
    case .exactly(let count): " and \(number(count)) other rows"
    case .atLeast(let count) where count < 2: " and other rows"
    case .atLeast(let count): " and more than \(number(count - 1)) other rows"
    }
  }

  /// The question before a draft is left in which something was typed.
  static func discardQuestion(_ schema: Schema) -> Message {
    Message("The new \(schema.singular) is not saved.")
  }

  /// The question before a field of many rows is set; where their number is not known, it names none.
  static func setQuestion(_ field: Field, _ value: Value, _ count: RowCount, _ schema: Schema) -> String {
    let rows = count.isExact ? self.count(count, schema) : "all \(schema.plural) of this list"
    if value == "" { return "Empty \(field.label) of \(rows)?" }
    return "Set \(field.label) of \(rows) to \(name(of: value, in: field))?"
  }

  /// A value in a sentence: a text in quotes, on one line and cut where it is long.
  private static func name(of value: Value, in field: Field) -> String {
    switch value {
    case .null: return null
    case .blob(let bytes): return "a file of \(self.bytes(bytes.count))"
    case .integer, .real: return field.text(of: value)
    case .text:
      let text = field.text(of: value)
      return "“\(shortened(String(text.prefix(41).map { $0.isNewline ? " " : $0 }), to: 40))”"
    }
  }
}
