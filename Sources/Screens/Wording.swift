import Cells
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

  /// A text of at most a number of characters; a longer one is cut and ends with an ellipsis.
  public static func shortened(_ text: String, to limit: Int) -> String {
    text.count > limit ? text.prefix(limit - 1) + "…" : text
  }

  /// What a row is called by its title.
  public static func title(_ title: Value, _ schema: Schema) -> String {
    title.isNull ? null : schema.text(ofTitle: title)
  }

  /// Said when work on many rows prevents what was asked for.
  public static let stillWorking = Message("Wait until this has finished.")

  /// The name of a table's list in the bar: `Books`; any other table goes by its own name.
  public static func name(of schema: Schema) -> String {
    schema.singular == "row" ? schema.table : schema.name
  }

  /// What the bar calls the way back to a screen; a long title is cut.
  static func back(to title: String) -> String { "‹ " + shortened(title, to: 20) }

  /// What the bar says of a table that cannot be changed.
  static let readOnlySign = "read-only"

  /// What an editing key says in a table or view that cannot be changed.
  static let noKey = Message.problem("Rows have no key here, so they cannot be changed.")

  /// What an editor for many rows says before anything was typed.
  static let undecided = Message.problem("Type a value, or ^N for NULL.")

  /// What is said of a text that was given up.
  static let typedIsKept = Message("Not saved. ^Y in a field brings back your text.")

  /// What is said when what was typed into a program that was killed is there again.
  static func inputRestored(isDrafted: Bool, hasText: Bool) -> Message {
    let text =
      "\(hasText && isDrafted ? "; " : "")\(hasText ? "^Y in a field brings back your text" : "")"
    return Message((isDrafted ? "Your unsaved new record is back" : "") + text + ".")
  }

  /// What is said when lines were pasted where only one is typed.
  static let linesJoined = Message("The lines were joined with spaces; after ^J a paste keeps its lines.")

  /// What an editing key says where nothing can be changed.
  public static let readOnly = Message.problem("Opened read-only: nothing can be changed.")

  /// What a field of a form shows for NULL.
  static let empty = "–"

  /// What a field of a form shows for an empty text, which is not NULL.
  static let emptyTextSign = "\"\""

  /// What stands for rows that nobody has read yet.
  static let fault = "·····"

  /// How many rows point to a record.
  static func count(_ rows: RelatedRows, _ content: RelatedRows.Content) -> String {
    let count = content.count.value
    guard content.count.isExact else { return "\(number(count)) \(rows.plural) or more" }
    return count == 0 ? "no \(rows.plural)" : "\(number(count)) \(count == 1 ? rows.singular : rows.plural)"
  }

  /// What the key that adds a row says in a detail to which no table points.
  static let nothingPointsHere = Message("No table points to this one, so there is nothing to add here.")

  /// What it says where several tables do.
  static let chooseRelated = Message("Go down to the rows that point here to choose which kind to add.")

  /// What is said of the fields that are folded away.
  static func emptyFields(_ count: Int) -> String {
    count == 1 ? "1 empty field" : "\(count) empty fields"
  }

  /// What is said when the rows that a field may point to are listed.
  static let choosesRow = Message(
    "Enter takes the row, + makes a new one, Esc goes back to the form.")

  /// What is said where a record has no web address to be opened.
  static let noAddress = Message("There is no web address here to open.")

  static func openQuestion(_ address: String) -> Message { Message("Open \(address)?") }

  /// What is said once an address was given to the program that opens it.
  public static func opened(_ address: String) -> Message { Message("Opened \(address).") }

  /// Why an address cannot be opened.
  public static func cannotOpen(_ address: String, noProgram name: String) -> Message {
    .problem("Cannot open \(address): \(name) is not installed.")
  }

  /// What stands for NULL.
  public static let null = "NULL"

  /// What an empty list says; it names the key that adds a row only if that does so.
  public static func emptyList(_ schema: Schema, canAdd: Bool) -> String {
    canAdd ? "No \(schema.plural) yet. Press + to add one." : "No \(schema.plural)."
  }

  /// What is asked for while a path is typed.
  static let pathRequest = "Path:"

  /// Says that the terminal is not asked to report the mouse, since it would not know what that means.
  static let noMouse = Message("This terminal is not known to report the mouse.")

  /// Says who has the mouse.
  static func mouse(_ isOn: Bool) -> Message {
    Message(
      isOn
        ? "The mouse works in booklist; hold Shift to leave it to the terminal."
        : "The mouse works in the terminal.")
  }

  /// What stands in the place of a picture that nothing can draw.
  static let noPictureMaker = "To see pictures here, install chafa."

  /// What the report about a file is called.
  static func importTitle(_ file: Text) -> String { "Import " + shortened(file.lastPathPart.string, to: 30) }

  /// What is said of a key that does nothing on a screen.
  static func unbound(_ key: Key, in mode: Mode) -> Message {
    Message("\(key.name) does nothing here. \(mode.isTyping ? "F1" : "?") shows the keys.")
  }

  /// What is said where nothing is selected that can be copied.
  public static let nothingToCopy = Message("There is nothing to copy.")

  /// What a form is called in which rows are copied.
  public static func name(of form: CopyForm) -> String {
    switch form {
    case .title: "Title"
    case .tsv: "TSV, for a spreadsheet"
    case .csv: "CSV"
    case .json: "JSON"
    case .markdown: "Markdown"
    case .bibtex: "BibTeX"
    case .insert: "INSERT, for SQL"
    }
  }

  /// The same in a sentence.
  public static func shortName(of form: CopyForm) -> String {
    switch form {
    case .title: "titles"
    case .tsv: "TSV"
    case .insert: "SQL"
    case .csv, .json, .markdown, .bibtex: name(of: form)
    }
  }

  static let inspector = "Inspector"

  /// What side by side needs.
  static let tooNarrowToSplit = Message("Side by side needs \(Panes.splitColumns) columns.")
}
