import Records

/// The sentences and the forms of numbers that the screens show.
public enum Wording {
  /// A number with commas between thousands: `1,204`.
  public static func number(_ number: Int) -> String {
    let digits = String(number.magnitude)
    var text = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }

  /// A number of rows with what they are called: `1 book`, `3 books`.
  public static func count(_ count: Int, _ schema: Schema) -> String {
    "\(number(count)) \(count == 1 ? schema.singular : schema.plural)"
  }

  /// A number of rows as far as it is known: `3`, `≥ 1,000`.
  static func number(_ count: RowCount) -> String {
    (count.isExact ? "" : "≥ ") + number(count.value)
  }

  /// A number of rows as far as it is known, with what they are called: `≥ 1,000 books`.
  static func count(_ rows: RowCount, _ schema: Schema) -> String {
    (rows.isExact ? "" : "≥ ") + count(rows.value, schema)
  }

  /// A number of bytes in B, KB or MB of 1,024, with one decimal from KB on.
  public static func bytes(_ count: Int) -> String {
    guard count >= 1_024 else { return "\(count) B" }
    let (unit, name) = count < 1_024 * 1_024 ? (1_024, "KB") : (1_024 * 1_024, "MB")
    let tenths = count * 10 / unit
    return "\(number(tenths / 10)).\(tenths % 10) \(name)"
  }

  /// What is wrong with what was typed into a field.
  public static func problem(_ error: FieldError, in field: Field) -> Message {
    switch error {
    case .required: .problem("\(field.label) is required.")
    case .notAnInteger: .problem("\(field.label) takes a whole number, like 42.")
    case .integerTooLarge:
      .problem("\(field.label) is too large: whole numbers go from \(number(.min)) to \(number(.max)).")
    case .notANumber: .problem("\(field.label) takes a number, like 3.5.")
    case .notADecimal: .problem("\(field.label) takes a number with a point, like 3.50.")
    case .tooManyDigits: .problem("\(field.label) has more digits than the column can keep.")
    case .notABoolean: .problem("\(field.label) takes yes or no.")
    case .notADate: .problem("Type a date like 1870-01-25, 1870-01, 1870, 25 Jan 1870 or today.")
    case .noSuchMonth(let month): .problem("There is no month \(month); months are 1 to 12.")
    case .noSuchDay(let day): .problem("That month has no day \(day).")
    case .yearOutOfRange(let year): .problem("The year \(year) is outside -4712 to 9999.")
    case .notEditable where field.isGenerated:
      .problem("\(field.label) is computed by the database, and cannot be edited.")
    case .notEditable: .problem("\(field.label) cannot be typed.")
    }
  }

  /// What an empty list says; it names the key that adds a row only where that does so.
  public static func emptyList(_ schema: Schema, canAdd: Bool) -> String {
    canAdd ? "No \(schema.plural) yet. Press + to add one." : "No \(schema.plural)."
  }

  /// The bar's title over a draft.
  public static func draftTitle(_ schema: Schema) -> String { "New \(schema.singular)" }

  /// A text of at most so many characters; what goes on ends with an ellipsis.
  public static func shortened(_ text: String, to limit: Int) -> String {
    text.count > limit ? text.prefix(limit - 1) + "…" : text
  }

  /// What a row is called by its title.
  public static func title(_ title: Value, _ schema: Schema) -> String {
    title.isNull ? null : schema.text(ofTitle: title)
  }

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

  /// What is said where work on many rows stands against what was asked for.
  public static let stillWorking = Message("Wait until this is over.")

  /// Why several rows cannot be given one value.
  static func uniqueInMany(_ field: Field, _ schema: Schema) -> Message {
    .problem("No two \(schema.plural) may have the same \(field.label); set it in one of them.")
  }

  /// Why a text cannot be edited.
  static func tooLong(_ field: Field, _ byteCount: Int) -> Message {
    .problem("\(field.label) has \(bytes(byteCount)), which is too long to be edited here.")
  }

  /// What stands below a text of which only the beginning is shown.
  static func cutText(_ byteCount: Int, isEditable: Bool) -> String {
    "… \(size(byteCount)) in all" + (isEditable ? "; Enter, while editing, shows the rest" : "")
  }

  /// What the key that turns a truth round says on a field of another kind.
  static let onlyTruths = Message("Space is for fields that are yes or no; Enter edits the field.")

  /// Why a value cannot be turned round.
  static func noTruth(_ field: Field) -> Message {
    .problem("\(field.label) is neither yes nor no; Enter edits it.")
  }

  /// What a list says whose filter finds nothing.
  static func noMatch(_ filter: String, _ schema: Schema) -> String {
    "No \(schema.singular) matches “\(filter)”."
  }

  /// What the key to the next match says on the last one.
  static let noFurtherMatch = Message("No further match.")

  /// What the table's own order is called in the menu of orders.
  static let ownOrder = "Table order"

  /// The heading of the menu of orders.
  static let orderHeading = "Order by"

  /// The heading of the menu of fields that many rows are to be given one value of.
  static func setHeading(_ count: RowCount, _ schema: Schema) -> String {
    "Set in \(self.count(count, schema))"
  }

  /// The list's name in the bar with its filter and its order, and shorter forms of it, the longest first.
  static func listTitles(
    _ schema: Schema, _ scope: ListSource.Scope?, _ order: ListOrder, filter: String
  ) -> [String] {
    let found = filter.isEmpty ? "" : " “\(shortened(filter, to: 24))”"
    let by = order.field.map { " by \(schema.fields[$0].label) \(arrow(order))" }
    let ordered = by ?? (order.isDescending ? " " + arrow(order) : "")
    let rows = scope.map { name(of: schema) + " of “\($0.title)”" } ?? name(of: schema)
    return [rows + found + ordered, rows + found, rows, name(of: schema)]
  }

  /// The name of a table's list in the bar: `Books`; any other table goes by its own name.
  public static func name(of schema: Schema) -> String {
    schema.singular == "row" ? schema.table : schema.name
  }

  /// What the bar calls the way back to a screen; a long title is cut.
  static func back(to title: String) -> String {
    "‹ " + shortened(title, to: 20)
  }

  /// The heading of the list of tables, with the words that their names have.
  static func tablesTitle(_ words: String) -> String {
    words.isEmpty ? "Tables" : "Tables “\(shortened(words, to: 24))”"
  }

  /// What the list of tables says where no name has the words.
  static func noTable(_ words: String) -> String { "No table matches “\(words)”." }

  /// What stands beside a table's name: its rows as far as they are counted, and what it is if it is no table.
  static func note(on table: TableEntry) -> String {
    let kind =
      switch table.kind {
      case .table: ""
      case .view: "view"
      case .virtual: "virtual table"
      }
    let rows =
      switch table.count {
      case .exactly(let count)?: "\(number(count)) \(count == 1 ? "row" : "rows")"
      case .atLeast?: "…"
      case nil: "cannot be read"
      }
    return kind.isEmpty ? rows : kind + ", " + rows
  }

  /// What the bar says of a table that cannot be changed.
  static let readOnlySign = "read-only"

  /// What an editing key says in a table or view that cannot be changed.
  static let noKey = Message.problem("Rows have no key here, and so cannot be changed.")

  /// The heading of the menu of the lists whose rows point to a record.
  static let referencesHeading = "Rows that point here"

  /// What shows the direction of an order.
  static func arrow(_ order: ListOrder) -> String { order.isDescending ? "↓" : "↑" }

  /// What may be typed to find rows.
  static let findNote = "words"

  /// What may be typed to jump.
  static let jumpNote = "row, or 50%"

  /// What a key says that is no part of the place to jump to.
  static let noNumber = Message.problem("A row number, or a percentage like 50%.")

  /// What may be typed to jump to a letter.
  static let letterNote = "letter"

  /// What says that the keys can give the whole list back.
  static let filterKept = Message("Esc brings the whole list back.")

  /// Says that the marks of all rows are gone with a new filter.
  static let marksLost = Message("The marks are gone: the list shows other rows now.")

  /// What the keys to the next match say before anything was searched for.
  static let nothingSearched = Message("Nothing was searched for yet: / finds.")

  /// What the key that sets a field says where no row is marked.
  static let nothingMarked = Message("Mark rows first: Space marks one, * marks all.")

  /// What an editor for many rows says before anything was typed.
  static let undecided = Message.problem("Type a value, or ^N for NULL.")

  /// What an editing key says where nothing can be changed.
  static let readOnly = Message.problem("Opened read-only: nothing can be changed.")

  /// What stands for NULL.
  public static let null = "NULL"
}
