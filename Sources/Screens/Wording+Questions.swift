import Records

/// The questions before something is done to rows.
extension Wording {
  /// The question before a row is deleted.
  public static func deleteQuestion(_ title: String) -> String { "Delete “\(title)”?" }

  /// The question before many rows are deleted; where their number is not known, it names none.
  static func deleteQuestion(_ count: RowCount, _ schema: Schema, hiddenCount: Int = 0) -> String {
    guard count.isExact else { return "Delete all \(schema.plural) of this list?" }
    let hidden =
      hiddenCount == 0
      ? "" : hiddenCount == count.value ? ", not shown" : ", \(number(hiddenCount)) of them not shown"
    return "Delete \(self.count(count, schema))\(hidden)?"
  }

  /// The question before a row is deleted for another one.
  static func replaceQuestion(_ title: String) -> String { "Replace “\(title)”?" }

  /// A sentence about what goes in all, where more goes or changes than was asked about.
  ///
  /// For example ` This deletes 1 book, 3 readings and 2 links.`, or nothing.
  static func along(_ all: DeletionCount?, with count: RowCount) -> String {
    if let all, !all.isUndoneWhole {
      return " What triggers and foreign keys do along with it cannot be undone."
    }
    guard let all, !all.isExact || all.deletedCount > count.value || all.changedCount > 0 else { return "" }
    guard all.isExact else {
      return " This deletes or changes at least \(number(all.deletedCount + all.changedCount)) rows."
    }
    var parts = all.tables.filter { $0.count > 0 }.map { rows($0.count, $0.schema) }
    let last = parts.popLast() ?? ""
    let deleted = parts.isEmpty ? last : parts.joined(separator: ", ") + " and " + last
    let changed = all.changedCount
    let changes = changed == 0 ? "" : ", and changes \(number(changed)) \(changed == 1 ? "row" : "rows")"
    return " This deletes \(deleted)\(changes)."
  }

  /// A number of rows with what they are called, or with the table that they are of.
  private static func rows(_ count: Int, _ schema: Schema) -> String {
    self.count(count, schema) + (schema.singular == "row" ? " of “\(schema.table)”" : "")
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
