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

  /// What is said where work on many rows stands against what was asked for.
  public static let stillWorking = Message("Wait until this is over.")

  /// The name of a table's list in the bar: `Books`; any other table goes by its own name.
  public static func name(of schema: Schema) -> String {
    schema.singular == "row" ? schema.table : schema.name
  }

  /// What the bar calls the way back to a screen; a long title is cut.
  static func back(to title: String) -> String {
    "‹ " + shortened(title, to: 20)
  }

  /// What the bar says of a table that cannot be changed.
  static let readOnlySign = "read-only"

  /// What an editing key says in a table or view that cannot be changed.
  static let noKey = Message.problem("Rows have no key here, and so cannot be changed.")

  /// What an editor for many rows says before anything was typed.
  static let undecided = Message.problem("Type a value, or ^N for NULL.")

  /// What an editing key says where nothing can be changed.
  static let readOnly = Message.problem("Opened read-only: nothing can be changed.")

  /// What stands for NULL.
  public static let null = "NULL"
}
