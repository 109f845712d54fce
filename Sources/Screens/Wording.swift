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
    case .notANumber: .problem("\(field.label) takes a number, like 3.5.")
    case .notADecimal: .problem("\(field.label) takes a number with a point, like 3.50.")
    case .tooManyDigits: .problem("\(field.label) has more digits than the column can keep.")
    case .notABoolean: .problem("\(field.label) takes yes or no.")
    case .notADate: .problem("Type a date like 1870-01-25, 1870-01, 1870 or 25 Jan 1870.")
    case .noSuchMonth(let month): .problem("There is no month \(month); months are 1 to 12.")
    case .noSuchDay(let day): .problem("That month has no day \(day).")
    case .yearOutOfRange(let year): .problem("The year \(year) is outside -4712 to 9999.")
    case .notEditable: .problem("\(field.label) cannot be typed.")
    }
  }

  /// What an empty list says.
  public static func emptyList(_ schema: Schema) -> String { "No \(schema.plural) yet. Press + to add one." }

  /// The bar's title over a draft.
  public static func draftTitle(_ schema: Schema) -> String { "New \(schema.singular)" }

  /// The question before a row is deleted.
  public static func deleteQuestion(_ title: String) -> String { "Delete “\(title)”?" }

  /// The question before many rows are deleted; where their number is not known, it names none.
  static func deleteQuestion(_ count: RowCount, _ schema: Schema) -> String {
    count.isExact ? "Delete \(self.count(count, schema))?" : "Delete all \(schema.plural) of this list?"
  }

  /// What a list says whose filter finds nothing.
  static func noMatch(_ filter: String, _ schema: Schema) -> String {
    "No \(schema.singular) matches “\(filter)”."
  }

  /// What the table's own order is called in the menu of orders.
  static let ownOrder = "Table order"

  /// The heading of the menu of orders.
  static let orderHeading = "Order by"

  /// The heading of the menu of fields that many rows are to be given one value of.
  static func setHeading(_ count: RowCount, _ schema: Schema) -> String {
    "Set in \(self.count(count, schema))"
  }

  /// The list's name in the bar with its filter and its order, and shorter forms of it, the longest first.
  static func listTitles(_ schema: Schema, _ order: ListOrder, filter: String) -> [String] {
    let found = filter.isEmpty ? "" : " “\(filter.count > 24 ? filter.prefix(23) + "…" : filter)”"
    let by = order.field.map { " by \(schema.fields[$0].label) \(arrow(order))" }
    let ordered = by ?? (order.isDescending ? " " + arrow(order) : "")
    return [schema.name + found + ordered, schema.name + found, schema.name]
  }

  /// What shows the direction of an order.
  static func arrow(_ order: ListOrder) -> String { order.isDescending ? "↓" : "↑" }

  /// What may be typed to find rows.
  static let findNote = "words"

  /// What may be typed to jump.
  static let jumpNote = "row, or 50%"

  /// What may be typed to jump to a letter.
  static let letterNote = "letter"

  /// What says that the keys can give the whole list back.
  static let filterKept = Message("Esc brings the whole list back.")

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

extension Wording {
  /// A date in words: `Thursday, 7 June 1321`.
  static func date(_ date: CalendarDate) -> String {
    let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
      "November", "December",
    ]
    // 1970-01-01 was a Thursday.
    let days = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"]
    let day = Int(date.secondsSince1970 / 86_400)
    let weekday = days[((day % 7) + 7) % 7]
    return "\(weekday), \(date.day) \(months[date.month - 1]) \(date.year)"
  }
}
