import Cells
import Records

/// The sentences and number formats of the screens.
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

  /// A number of rows with their noun: `1 book`, `3 books`.
  public static func count(_ count: Int, _ schema: Schema) -> String {
    "\(number(count)) \(count == 1 ? schema.singular : schema.plural)"
  }

  package static func number(_ count: RowCount) -> String {
    (count.isExact ? "" : "≥ ") + number(count.value)
  }

  package static func count(_ rows: RowCount, _ schema: Schema) -> String {
    (rows.isExact ? "" : "≥ ") + count(rows.value, schema)
  }

  /// In B, KB or MB of 1,024, with one decimal from KB on.
  public static func bytes(_ count: Int) -> String {
    guard count >= 1_024 else { return "\(count) B" }
    let (unit, name) = count < 1_024 * 1_024 ? (1_024, "KB") : (1_024 * 1_024, "MB")
    let tenths = count * 10 / unit
    return "\(number(tenths / 10)).\(tenths % 10) \(name)"
  }

  package static func draftTitle(_ schema: Schema) -> String { "New \(schema.singular)" }

  /// Cuts a text to a number of characters, ending in an ellipsis.
  public static func shortened(_ text: String, to limit: Int) -> String {
    text.count > limit ? text.prefix(limit - 1) + "…" : text
  }

  /// The rows that point to a row by one of several foreign keys: "Messages by Sender".
  public static func name(of reference: Reference, in schema: Schema) -> String {
    "\(name(of: schema)) by \(reference.fields.map { schema.fields[$0].label }.joined(separator: ", "))"
  }

  package static func noMatch(_ words: String) -> String { "Nothing matches “\(shortened(words, to: 30))”." }

  static let tooManyToSort = Message(
    "More than 10,000 lines are not sorted here; :export writes them to a file.")

  static let finding = "Finding …"
  package static func line(_ text: String) -> String { String(text.map { $0.isNewline ? " " : $0 }) }

  package static func title(_ title: Value, _ schema: Schema) -> String {
    title.isNull ? empty : schema.text(ofTitle: title)
  }

  package static let stillWorking = Message("Wait until this has finished.")

  /// The name of a table's list; a table without a noun keeps its own name.
  public static func name(of schema: Schema) -> String {
    schema.singular == "row" ? schema.table : schema.name
  }

  package static func back(to title: String) -> String { "‹ " + shortened(title, to: 20) }
  package static let readOnlySign = "read-only"
  package static let noKey = Message.problem("Rows have no key here, so they cannot be changed.")
  package static let undecided = Message.problem("Type a value, or ^N for – (no value).")
  package static let typedIsKept = Message("Not saved. ^Y in a field brings back your text.")

  package static func inputRestored(isDrafted: Bool, hasText: Bool) -> Message {
    let text = "\(hasText && isDrafted ? "; " : "")\(hasText ? "^Y in a field brings back your text" : "")"
    return Message((isDrafted ? "Your unsaved new record is back" : "") + text + ".")
  }

  package static let linesJoined = Message(
    "The lines were joined with spaces; after ^J a paste keeps its lines.")

  package static let readOnly = Message.problem("Opened read-only: nothing can be changed.")
  package static let empty = "–"

  /// Shown in a form for an empty text, as opposed to NULL.
  package static let emptyTextSign = "\"\""
  package static let fault = "·····"

  package static let nothingPointsHere = Message(
    "No table points to this one, so there is nothing to add here.")

  package static let noRelatedRow = Message("Go down to a row that points here to delete it.")

  package static func noField(named words: String) -> Message {
    .problem("No field here is called “\(shortened(words, to: 20))”.")
  }

  static func notOfSeveral(_ schema: Schema) -> Message {
    Message("Progress is noted for one \(schema.singular) at a time. Esc removes the marks.")
  }

  package static let finished = "Finished"
  package static let progress = "Progress"

  package static func emptyFields(_ count: Int) -> String {
    count == 1 ? "1 empty field" : "\(count) empty fields"
  }

  package static let choosesRow = Message(
    "Enter takes the row, + makes a new one, Esc goes back to the form.")

  package static let noAddress = Message("There is no web address here to open.")

  package static func openQuestion(_ address: String) -> Message {
    let marked = URLText.marked(address)
    let hidden = marked == address ? "" : " It has characters that nobody sees, shown here as <U+…>."
    let hostless = URLText.hasNoHost(address) ? " It names no host." : ""
    let question = "Open \(marked)?" + hidden + hostless
    return URLText.isOdd(address) ? .problem(question) : Message(question)
  }

  package static func opened(_ address: String) -> Message { Message("Opened \(URLText.marked(address)).") }

  package static func cannotOpen(_ address: String, noProgram name: String) -> Message {
    .problem("Cannot open \(URLText.marked(address)): \(name) is not installed.")
  }

  package static func emptyList(_ schema: Schema, canAdd: Bool) -> String {
    // Rows that belong to others are rarely imported.
    let command = schema.references.isEmpty ? ", or type :import" : ""
    return canAdd ? "No \(schema.plural) yet. Press + to add one\(command)." : "No \(schema.plural)."
  }

  package static let pathRequest = "Path:"
  package static let noMouse = Message("This terminal is not known to report the mouse.")

  package static func mouse(_ isOn: Bool) -> Message {
    Message(
      isOn
        ? "The mouse works in booklist; hold Shift to leave it to the terminal."
        : "The mouse works in the terminal.")
  }

  package static let noPictureMaker = "To see pictures here, install chafa."

  package static func importTitle(_ file: Text) -> String {
    "Import " + shortened(file.lastPathPart.string, to: 30)
  }

  package static func unbound(_ key: Key, in mode: Mode) -> Message {
    Message("\(key.name) does nothing here. \(mode.isTyping ? "F1" : "?") shows the keys.")
  }

  package static let nothingToCopy = Message("There is nothing to copy.")

  package static func name(of form: CopyForm) -> String {
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

  /// The name of a format in a sentence.
  public static func shortName(of form: CopyForm) -> String {
    switch form {
    case .title: "titles"
    case .tsv: "TSV"
    case .insert: "SQL"
    case .csv, .json, .markdown, .bibtex: name(of: form)
    }
  }

  package static let inspector = "Inspector"
  package static let tooNarrowToSplit = Message("Side by side needs \(Panes.splitColumns) columns.")
}
