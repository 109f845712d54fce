import Cells
import Records

/// The words of questions and menus.
public enum QuestionWording {
  static func confirmed(by answer: String) -> Message { Message("Press Enter for “\(answer)”.") }

  static func defaultQuestion(_ path: String) -> Message {
    Message("Open \(path) by default from now on? booklist writes its path into your settings file.")
  }

  static let ownOrder = "Table order"
  static let orderHeading = "Sort by"

  static func setHeading(_ count: RowCount, _ schema: Schema) -> String {
    "Set in \(Wording.count(count, schema))"
  }

  static let byRule = "By a rule, like title:=trim"
  static func rule(_ schema: Schema) -> String { "Rule, like \(schema.titleField.column):=trim" }
  static let referencesHeading = "Rows that point here"
  static let addHeading = "Add to"
  static func arrow(_ order: ListOrder) -> String { arrow(isDescending: order.isDescending) }
  static func arrow(isDescending: Bool) -> String { isDescending ? "↓" : "↑" }

  /// The number of a field in an order of several, and the direction.
  static func mark(of field: Int?, in order: ListOrder) -> String {
    guard let field else { return order.terms.isEmpty ? arrow(order) : "" }
    guard let place = order.fields.firstIndex(of: field) else { return "" }
    let number = order.terms.count > 1 ? "\(place + 1)" : ""
    return number + arrow(isDescending: order.terms[place].isDescending)
  }

  private static let lessonSigns =
    "● hydrated   ◆ changed, not yet written   ! in conflict   ✓ marked, or a valid ISBN   › opens   ○ partly hydrated   ▲ memory warning"

  /// A library's lists have signs for reading statuses or loans.
  static func signs(of schema: Schema, showsHydration: Bool) -> String {
    let isRead = schema.isRead
    let loans = schema.isOfLoans ? "→ lent   ← borrowed   " : ""
    let status = isRead ? "○ to read   ▸ reading   × stopped   ✓ read, " : "\(loans)✓ "
    let library = "\(status)marked, or a valid ISBN   ◆ not yet written   ! in conflict   › opens"
    guard showsHydration else { return library }
    return isRead ? library + "   ● hydrated   ○ partly hydrated   ▲ memory warning" : lessonSigns
  }

  /// Two lines of 78 columns.
  static let listPurpose =
    "Here are your rows, a line each: / finds some, Enter opens one. "
    + "Other keys change the selected row, or those marked with Space; u takes that back."

  static let finderHeading = "The finder"
  static let copyHeading = "Copy"
  static let copyFormHeading = "Copy as"
  package static func deleteQuestion(_ title: String) -> String { "Delete “\(title)”?" }

  static func deleteQuestion(_ count: RowCount, _ schema: Schema, hiddenCount: Int = 0) -> String {
    guard count.isExact else { return "Delete all \(schema.plural) of this list?" }
    let hidden =
      hiddenCount == 0
      ? "" : hiddenCount == count.value ? ", not shown" : ", \(Wording.number(hiddenCount)) of them not shown"
    return "Delete \(Wording.count(count, schema))\(hidden)?"
  }

  static func replaceQuestion(_ title: String) -> String { "Replace “\(title)”?" }

  /// For example ` This deletes 1 book and 3 readings.`; empty if nothing else is deleted.
  static func along(_ all: DeletionCount?, with count: RowCount) -> String {
    counted(all, with: count) + (all?.isFinal == true ? " This cannot be undone." : "")
  }

  private static func counted(_ all: DeletionCount?, with count: RowCount) -> String {
    if let all, !all.isUndoneWhole { return " Changes that triggers and foreign keys make cannot be undone." }
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

  /// Rows without a noun have the name of their table: what a joining table joins is not deleted.
  private static func rows(_ count: Int, _ schema: Schema) -> String {
    guard schema.isJoining || schema.singular == "row" else { return Wording.count(count, schema) }
    return "\(Wording.number(count)) \(count == 1 ? "row" : "rows") of “\(schema.table)”"
  }

  static func leaveQuestion(_ field: Field) -> Message {
    Message("Your text for \(field.label) is not saved.")
  }

  static func emptyQuestion(_ schema: Schema) -> Message {
    Message("Nothing is filled in. Save an empty \(schema.singular)?")
  }

  static func saveFirst(_ schema: Schema) -> Message {
    .problem("Save the new \(schema.singular) first: it has no place in the list yet.")
  }

  static func discardQuestion(_ schema: Schema) -> Message {
    Message("The new \(schema.singular) is not saved.")
  }

  static func setQuestion(_ field: Field, _ value: Value, _ count: RowCount, _ schema: Schema) -> String {
    let rows = count.isExact ? Wording.count(count, schema) : "all \(schema.plural) of this list"
    if value == "" { return "Clear \(field.label) of \(rows)?" }
    return "Set \(field.label) of \(rows) to \(name(of: value, in: field))?"
  }

  static func changing(_ field: Field) -> String { "Add to \(field.label), or -name to remove" }
  static func partMissing(_ field: Field) -> Message { .problem("Type a name for \(field.label).") }

  static func changeQuestion(_ field: Field, _ typed: String, _ count: RowCount, _ schema: Schema) -> String {
    let rows = count.isExact ? Wording.count(count, schema) : "all \(schema.plural) of this list"
    let name = name(of: .text(Text(typed.hasPrefix("-") ? String(typed.dropFirst()) : typed)), in: field)
    return typed.hasPrefix("-") ? "Remove \(rows) from \(name)?" : "Add \(rows) to \(name)?"
  }

  static let valuesHeading = "Values of"

  static func authors(_ schema: Schema) -> String {
    let others = [schema.pageField == nil ? nil : "pages", schema.starField == nil ? nil : "stars"]
    let counted = [schema.plural] + others.compactMap(\.self)
    let first = counted.dropLast().joined(separator: ", ")
    return "Authors, with \(first.isEmpty ? "" : first + " and ")\(counted.last ?? "")"
  }

  static let shelfHeading = "Shelf"
  static let newShelf = "New shelf"
  static let none = "none"

  /// A text in a sentence is quoted, on one line, and cut.
  static func name(of value: Value, in field: Field) -> String {
    switch value {
    case .null: return Wording.empty
    case .blob(let bytes): return "a file of \(Wording.bytes(bytes.count))"
    case .integer, .real: return field.text(of: value)
    case .text:
      let text = field.text(of: value)
      return "“\(Wording.shortened(String(text.prefix(41).map { $0.isNewline ? " " : $0 }), to: 40))”"
    }
  }

  static func givingUpQuestion(_ count: Int) -> Message {
    Message(
      count == 1
        ? "This discards 1 change of yours, because of what another program did. It cannot be recovered."
        : "This discards \(Wording.number(count)) changes of yours, because of what another program did. They cannot be recovered."
    )
  }

  static func answer(_ change: FieldChange) -> String {
    switch change {
    case .addition: "Add"
    case .removal: "Remove"
    case .renaming: "Rename"
    }
  }

  static func passOverQuestion(_ step: String, _ reason: String, isRedo: Bool) -> Message {
    .problem(
      "Not \(isRedo ? "redone" : "undone"): \(step). \(reason) Pass over it, and \(isRedo ? "redo" : "undo") the one before it?"
    )
  }

  static let passOver = "Pass over"
  static let recentHeading = "Files"

  static func name(of file: RecentFile) -> String {
    let (name, folder) = (Text(file.path).lastPathPart.string, Text(file.path).parentFolder.string)
    let rows = file.rowCount.map { $0 == 1 ? "1 row" : "\(Wording.number($0)) rows" }
    return ([name] + [rows, file.time].compactMap(\.self)).joined(separator: " · ") + "  " + folder
  }
}
