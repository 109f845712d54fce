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

  /// A number of rows, as far as known: `3`, `≥ 1,000`.
  package static func number(_ count: RowCount) -> String {
    (count.isExact ? "" : "≥ ") + number(count.value)
  }

  /// A number of rows with their noun, as far as known: `≥ 1,000 books`.
  package static func count(_ rows: RowCount, _ schema: Schema) -> String {
    (rows.isExact ? "" : "≥ ") + count(rows.value, schema)
  }

  /// A number of bytes in B, KB or MB of 1,024, with one decimal from KB on.
  public static func bytes(_ count: Int) -> String {
    guard count >= 1_024 else { return "\(count) B" }
    let (unit, name) = count < 1_024 * 1_024 ? (1_024, "KB") : (1_024 * 1_024, "MB")
    let tenths = count * 10 / unit
    return "\(number(tenths / 10)).\(tenths % 10) \(name)"
  }

  /// The title of the bar above a draft.
  public static func draftTitle(_ schema: Schema) -> String { "New \(schema.singular)" }

  /// A text cut to a number of characters, the last of which is then an ellipsis.
  public static func shortened(_ text: String, to limit: Int) -> String {
    text.count > limit ? text.prefix(limit - 1) + "…" : text
  }

  /// The rows of a table that point to a row by one of several foreign keys, as in "Messages by Sender".
  public static func name(of reference: Reference, in schema: Schema) -> String {
    "\(name(of: schema)) by \(reference.fields.map { schema.fields[$0].label }.joined(separator: ", "))"
  }

  /// Shown instead of lines if none has the words.
  package static func noMatch(_ words: String) -> String { "Nothing matches “\(shortened(words, to: 30))”." }

  /// The answer to a sort of more lines than are sorted while a key waits.
  static let tooManyToSort = Message(
    "More than 10,000 lines are not sorted here; :export writes them to a file.")

  /// Shown while no line with the typed words has been found yet.
  static let finding = "Finding …"

  /// A text in one line.
  package static func line(_ text: String) -> String { String(text.map { $0.isNewline ? " " : $0 }) }

  /// The title of a row, as displayed.
  public static func title(_ title: Value, _ schema: Schema) -> String {
    title.isNull ? empty : schema.text(ofTitle: title)
  }

  /// Shown while work on many rows prevents what was asked for.
  public static let stillWorking = Message("Wait until this has finished.")

  /// The name of a table's list in the bar: `Books`; a table without a noun has its own name.
  public static func name(of schema: Schema) -> String {
    schema.singular == "row" ? schema.table : schema.name
  }

  /// The way back to a screen in the bar; a long title is cut.
  package static func back(to title: String) -> String { "‹ " + shortened(title, to: 20) }

  /// Shown in the bar of a table that is read-only.
  package static let readOnlySign = "read-only"

  /// The reply to an editing key in a table or view without a key.
  package static let noKey = Message.problem("Rows have no key here, so they cannot be changed.")

  /// The reply of an editor for many rows before anything is typed.
  package static let undecided = Message.problem("Type a value, or ^N for – (no value).")

  /// Shown when a typed text was discarded.
  package static let typedIsKept = Message("Not saved. ^Y in a field brings back your text.")

  /// Shown when input is restored after the program was killed.
  package static func inputRestored(isDrafted: Bool, hasText: Bool) -> Message {
    let text =
      "\(hasText && isDrafted ? "; " : "")\(hasText ? "^Y in a field brings back your text" : "")"
    return Message((isDrafted ? "Your unsaved new record is back" : "") + text + ".")
  }

  /// Shown when several lines were pasted into a single one.
  package static let linesJoined = Message(
    "The lines were joined with spaces; after ^J a paste keeps its lines.")

  /// The reply to an editing key if the database is read-only.
  public static let readOnly = Message.problem("Opened read-only: nothing can be changed.")

  /// Shown for NULL, wherever the text is not SQL.
  public static let empty = "–"

  /// Shown in a field of a form for an empty text, which is not NULL.
  package static let emptyTextSign = "\"\""

  /// Shown for rows that have not been read yet.
  package static let fault = "·····"

  /// The reply to the key that adds a row if no table points to the record.
  package static let nothingPointsHere = Message(
    "No table points to this one, so there is nothing to add here.")

  /// The reply to the key that deletes such a row if none is selected.
  package static let noRelatedRow = Message("Go down to a row that points here to delete it.")

  /// Where no label has the words.
  package static func noField(named words: String) -> Message {
    .problem("No field here is called “\(shortened(words, to: 20))”.")
  }

  /// The reply to a key that is about one row if several are marked.
  static func notOfSeveral(_ schema: Schema) -> Message {
    Message("Progress is noted for one \(schema.singular) at a time. Esc removes the marks.")
  }

  /// The title of the form about a book that was finished.
  package static let finished = "Finished"

  /// The title of the form about how far a book was read.
  package static let progress = "Progress"

  /// The line for the folded empty fields.
  package static func emptyFields(_ count: Int) -> String {
    count == 1 ? "1 empty field" : "\(count) empty fields"
  }

  /// Shown above the rows that a field may point to.
  package static let choosesRow = Message(
    "Enter takes the row, + makes a new one, Esc goes back to the form.")

  /// The reply if a record has no web address.
  package static let noAddress = Message("There is no web address here to open.")

  /// Asks whether to open an address, and says what is odd about it.
  package static func openQuestion(_ address: String) -> Message {
    let marked = URLText.marked(address)
    let hidden = marked == address ? "" : " It has characters that nobody sees, shown here as <U+…>."
    let hostless = URLText.hasNoHost(address) ? " It names no host." : ""
    let question = "Open \(marked)?" + hidden + hostless
    return URLText.isOdd(address) ? .problem(question) : Message(question)
  }

  /// Shown after an address was passed to the program that opens it.
  public static func opened(_ address: String) -> Message { Message("Opened \(URLText.marked(address)).") }

  /// Why an address cannot be opened.
  public static func cannotOpen(_ address: String, noProgram name: String) -> Message {
    .problem("Cannot open \(URLText.marked(address)): \(name) is not installed.")
  }

  /// Shown in an empty list; it names the key that adds a row if rows can be added.
  public static func emptyList(_ schema: Schema, canAdd: Bool) -> String {
    canAdd ? "No \(schema.plural) yet. Press + to add one." : "No \(schema.plural)."
  }

  /// The prompt for a path.
  package static let pathRequest = "Path:"

  /// Says that mouse reporting was not requested, because the terminal is not known to support it.
  package static let noMouse = Message("This terminal is not known to report the mouse.")

  /// Says whether the program or the terminal handles the mouse.
  package static func mouse(_ isOn: Bool) -> Message {
    Message(
      isOn
        ? "The mouse works in booklist; hold Shift to leave it to the terminal."
        : "The mouse works in the terminal.")
  }

  /// Shown in place of a picture if no program can draw it.
  package static let noPictureMaker = "To see pictures here, install chafa."

  /// The title of the report about a file.
  package static func importTitle(_ file: Text) -> String {
    "Import " + shortened(file.lastPathPart.string, to: 30)
  }

  /// The reply to a key that does nothing here.
  package static func unbound(_ key: Key, in mode: Mode) -> Message {
    Message("\(key.name) does nothing here. \(mode.isTyping ? "F1" : "?") shows the keys.")
  }

  /// The reply if the selection cannot be copied.
  public static let nothingToCopy = Message("There is nothing to copy.")

  /// The name of a format for copying rows.
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

  /// Says how much room side by side needs.
  package static let tooNarrowToSplit = Message("Side by side needs \(Panes.splitColumns) columns.")
}
