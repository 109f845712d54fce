import Cells
import Records

/// What questions and menus say.
public enum QuestionWording {
  /// What the table's own order is called in the menu of orders.
  static let ownOrder = "Table order"

  /// The heading of the menu of orders.
  static let orderHeading = "Sort by"

  /// The heading of the menu of fields, one of which is set in many rows.
  static func setHeading(_ count: RowCount, _ schema: Schema) -> String {
    "Set in \(Wording.count(count, schema))"
  }

  /// The heading of the menu of the lists whose rows point to a record.
  static let referencesHeading = "Rows that point here"

  /// What shows the direction of an order.
  static func arrow(_ order: ListOrder) -> String { arrow(isDescending: order.isDescending) }

  /// What shows the direction of one field of an order.
  static func arrow(isDescending: Bool) -> String { isDescending ? "↓" : "↑" }

  /// What stands before a choice of the menu of orders: its number, if there are several, and its direction.
  static func mark(of field: Int?, in order: ListOrder) -> String {
    guard let field else { return order.terms.isEmpty ? arrow(order) : "" }
    guard let place = order.fields.firstIndex(of: field) else { return "" }
    let number = order.terms.count > 1 ? "\(place + 1)" : ""
    return number + arrow(isDescending: order.terms[place].isDescending)
  }

  /// What the signs mean.
  static let signs =
    "● hydrated   ◆ changed, not yet written   ! in conflict   ✓ marked, or a valid ISBN   › opens   ○ partly hydrated   ▲ memory warning"

  /// What the help says where no key is found.
  static func noKeyFound(_ words: String) -> String { "No key here matches “\(words)”." }

  /// The heading over what can be typed into the finder.
  static let finderHeading = "The finder"

  /// The heading of the menu of fields, one of which is copied.
  static let copyHeading = "Copy"

  /// The heading of the menu of forms in which rows are copied.
  static let copyFormHeading = "Copy as"

  /// The question before a row is deleted.
  public static func deleteQuestion(_ title: String) -> String { "Delete “\(title)”?" }

  /// The question before many rows are deleted; if their number is not known, it names none.
  static func deleteQuestion(_ count: RowCount, _ schema: Schema, hiddenCount: Int = 0) -> String {
    guard count.isExact else { return "Delete all \(schema.plural) of this list?" }
    let hidden =
      hiddenCount == 0
      ? "" : hiddenCount == count.value ? ", not shown" : ", \(Wording.number(hiddenCount)) of them not shown"
    return "Delete \(Wording.count(count, schema))\(hidden)?"
  }

  /// The question before a row is deleted for another one.
  static func replaceQuestion(_ title: String) -> String { "Replace “\(title)”?" }

  /// A sentence about what goes in all, where more goes or changes than was asked about.
  ///
  /// For example ` This deletes 1 book, 3 readings and 2 links.`, or nothing.
  static func along(_ all: DeletionCount?, with count: RowCount) -> String {
    counted(all, with: count) + (all?.isFinal == true ? " This cannot be undone." : "")
  }

  private static func counted(_ all: DeletionCount?, with count: RowCount) -> String {
    if let all, !all.isUndoneWhole {
      return " Changes that triggers and foreign keys make cannot be undone."
    }
    guard let all, !all.isExact || all.deletedCount > count.value || all.changedCount > 0 else { return "" }
    guard all.isExact else {
      return " This deletes or changes at least \(Wording.number(all.deletedCount + all.changedCount)) rows."
    }
    var parts = all.tables.filter { $0.count > 0 }.map { rows($0.count, $0.schema) }
    let last = parts.popLast() ?? ""
    let deleted = parts.isEmpty ? last : parts.joined(separator: ", ") + " and " + last
    let changed = all.changedCount
    let changes =
      changed == 0 ? "" : ", and changes \(Wording.number(changed)) \(changed == 1 ? "row" : "rows")"
    return " This deletes \(deleted)\(changes)."
  }

  /// A number of rows with what they are called, or with the table that they are of.
  private static func rows(_ count: Int, _ schema: Schema) -> String {
    Wording.count(count, schema) + (schema.singular == "row" ? " of “\(schema.table)”" : "")
  }

  /// The question before an editor is left in which something was typed.
  static func leaveQuestion(_ field: Field) -> Message {
    Message("Your text for \(field.label) is not saved.")
  }

  /// The question before a record is inserted in which nothing was filled in.
  static func emptyQuestion(_ schema: Schema) -> Message {
    Message("Nothing is filled in. Save an empty \(schema.singular)?")
  }

  /// What is said where another record is asked for while there is none to go on from.
  static func saveFirst(_ schema: Schema) -> Message {
    .problem("Save the new \(schema.singular) first: it has no place in the list yet.")
  }

  /// The question before a draft is left in which something was typed.
  static func discardQuestion(_ schema: Schema) -> Message {
    Message("The new \(schema.singular) is not saved.")
  }

  /// The question before a field of many rows is set; if their number is not known, it names none.
  static func setQuestion(_ field: Field, _ value: Value, _ count: RowCount, _ schema: Schema) -> String {
    let rows = count.isExact ? Wording.count(count, schema) : "all \(schema.plural) of this list"
    if value == "" { return "Clear \(field.label) of \(rows)?" }
    return "Set \(field.label) of \(rows) to \(name(of: value, in: field))?"
  }

  /// The heading of the menu of fields, the values of one of which are listed.
  static let valuesHeading = "Values of"

  /// A value in a sentence: a text in quotes, on one line and cut where it is long.
  static func name(of value: Value, in field: Field) -> String {
    switch value {
    case .null: return Wording.null
    case .blob(let bytes): return "a file of \(Wording.bytes(bytes.count))"
    case .integer, .real: return field.text(of: value)
    case .text:
      let text = field.text(of: value)
      return "“\(Wording.shortened(String(text.prefix(41).map { $0.isNewline ? " " : $0 }), to: 40))”"
    }
  }

  /// The question before edits of rows are given up that another program has deleted or replaced.
  static func givingUpQuestion(_ count: Int) -> Message {
    Message(
      count == 1
        ? "This discards a change to a row that another program has changed or deleted. It cannot be recovered."
        : "This discards your changes to \(Wording.number(count)) rows that another program has changed or deleted. They cannot be recovered."
    )
  }

  /// The button that makes a change.
  static func answer(_ change: FieldChange) -> String {
    switch change {
    case .addition: "Add"
    case .removal: "Remove"
    case .renaming: "Rename"
    }
  }

  /// Asks whether to leave a step as it is that cannot be undone or redone.
  ///
  /// - Parameters:
  ///   - step: What the history says of it.
  ///   - reason: Why it cannot be, as a sentence.
  static func passOverQuestion(_ step: String, _ reason: String, isRedo: Bool) -> Message {
    .problem(
      "Not \(isRedo ? "redone" : "undone"): \(step). \(reason) Pass over it, and \(isRedo ? "redo" : "undo") the one before it?"
    )
  }

  static let passOver = "Pass over"
}
