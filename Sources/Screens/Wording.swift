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

  // MARK: - Lists

  /// What an empty list says; it names the key that adds a row only if that does so.
  public static func emptyList(_ schema: Schema, canAdd: Bool) -> String {
    canAdd ? "No \(schema.plural) yet. Press + to add one." : "No \(schema.plural)."
  }

  /// Why several rows cannot be given one value.
  static func problem(settingMany field: Int, in schema: Schema) -> Message? {
    let isUnique = schema.uniqueKeys.contains { $0.fields == [field] } || schema.fields[field].isUnique
    return isUnique ? uniqueInMany(schema.fields[field], schema) : nil
  }

  private static func uniqueInMany(_ field: Field, _ schema: Schema) -> Message {
    .problem("\(field.label) must be unique, so it cannot be set in several \(schema.plural) at once.")
  }

  /// What a list says whose filter finds nothing.
  static func noMatch(_ filter: String, _ schema: Schema) -> String {
    "No \(schema.singular) matches “\(filter)”."
  }

  /// What the key to the next match says on the last one.
  static let noFurtherMatch = Message("No more matches.")

  /// What the table's own order is called in the menu of orders.
  static let ownOrder = "Table order"

  /// The heading of the menu of orders.
  static let orderHeading = "Sort by"

  /// The heading of the menu of fields, one of which is set in many rows.
  static func setHeading(_ count: RowCount, _ schema: Schema) -> String {
    "Set in \(self.count(count, schema))"
  }

  /// The list's name in the bar with its filter and its order, and shorter forms of it, the longest first.
  static func listTitles(
    _ schema: Schema, _ scope: ListSource.Scope?, _ order: ListOrder, filter: String
  ) -> [String] {
    let found = filter.isEmpty ? "" : " “\(shortened(filter, to: 24))”"
    let by = order.terms.isEmpty ? nil : " by \(terms(order, schema))"
    let ordered = by ?? (order.isDescending ? " " + arrow(order) : "")
    let rows = scope.map { name(of: schema) + " of “\($0.title)”" } ?? name(of: schema)
    return [rows + found + ordered, rows + found, rows, name(of: schema)]
  }

  /// The fields of an order, with an arrow where the direction is not that of the field before: `Author ↑, Title`.
  static func terms(_ order: ListOrder, _ schema: Schema) -> String {
    var direction: Bool?
    return order.terms.map { term in
      defer { direction = term.isDescending }
      let label = schema.fields[term.field].label
      return term.isDescending == direction ? label : "\(label) \(arrow(isDescending: term.isDescending))"
    }.joined(separator: ", ")
  }

  /// The number of the selected row among so many: `12,345 of 131,989`.
  static func place(_ place: Int, of count: RowCount) -> String {
    "\(number(place + 1)) of \(number(count))"
  }

  /// The heading of the menu of columns.
  static let columnsHeading = "Columns beside the title"

  /// The menu of columns of a table that has but one.
  static let noColumns = "There are no other columns."

  /// The heading of the saved views.
  static let viewsHeading = "Saved views"

  /// The line that saves the present view.
  static let saveView = "Save this view as…"

  /// The name of a view, as a field.
  static let viewName = "Name of the view"

  /// What stands in a column for NULL.
  static let noValue = "–"

  /// The heading of a column, with an arrow if the list is ordered by it.
  static func heading(_ field: Int, _ window: ListWindow, _ schema: Schema) -> String {
    schema.fields[field].label + heading(field, window.order)
  }

  /// The mark behind a heading, if the list is ordered by it.
  private static func heading(_ field: Int, _ order: ListOrder) -> String {
    let mark = mark(of: field, in: order)
    return mark.isEmpty ? "" : " " + mark
  }

  /// The heading over the titles.
  static func titleHeading(_ window: ListWindow, _ schema: Schema) -> String {
    let labels = schema.titleFields.map { schema.fields[$0].label }.joined(separator: ", ")
    let ordered = window.order.fields.first(where: schema.titleFields.contains)
    return labels + (ordered.map { heading($0, window.order) } ?? "")
  }

  /// The heading of the list of tables, with the words that their names have.
  static func tablesTitle(_ words: String) -> String {
    words.isEmpty ? "Tables" : "Tables “\(shortened(words, to: 24))”"
  }

  /// What the list of tables says where no name has the words.
  static func noTable(_ words: String) -> String { "No table matches “\(words)”." }

  /// The note beside a table's name: its rows as far as they are counted, and what it is if it is not a table.
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

  /// What may be typed to find rows.
  static let findNote = "words, or F1 for more"

  /// What is asked for while a path is typed.
  static let pathRequest = "Path:"

  /// Says who has the mouse.
  static func mouse(_ isOn: Bool) -> Message {
    Message(
      isOn
        ? "The mouse works in booklist; hold Shift to leave it to the terminal."
        : "The mouse works in the terminal.")
  }

  /// Says that the terminal is not asked to report the mouse, since it would not know what that means.
  static let noMouse = Message("This terminal is not known to report the mouse.")

  /// What the signs mean.
  static let signs =
    "● hydrated   ◆ changed, not yet written   ! in conflict   ✓ marked, or a valid ISBN   › opens   ○ partly hydrated   ▲ memory warning"

  /// What the help says where no key is found.
  static func noKeyFound(_ words: String) -> String { "No key here matches “\(words)”." }

  /// The heading over what can be typed into the finder.
  static let finderHeading = "The finder"

  /// What may be typed to jump.
  static let jumpNote = "row, or 50%"

  /// What stands in the place of a picture that nothing can draw.
  static let noPictureMaker = "To see pictures here, install chafa."

  /// What may be typed behind the colon.
  static let commandNote = "row, 50%, import, export, new"

  /// What is said of a text behind the colon that is no command.
  static func noCommand(_ text: String) -> Message {
    .problem("No command “\(shortened(text, to: 20))”: type a row number, 50%, import, export or new.")
  }

  /// What a command of the list is called on its screen.
  static func name(of command: ListCommand) -> String {
    switch command {
    case .importing: "Import"
    case .exporting: "Export"
    case .new: "New library"
    }
  }

  /// What is said of a command while it is typed.
  static func explanation(of command: ListCommand) -> Message {
    switch command {
    case .importing: Message("import FILE: first shows what the import would do.")
    case .exporting: Message("export FILE: writes what the list shows, as .csv .tsv .json .md .bib .ris.")
    case .new: Message("new FILE TEMPLATE: reading, sample, possessions, contacts or coffees.")
    }
  }

  /// What the report about a file is called.
  static func importTitle(_ file: Text) -> String { "Import " + shortened(file.lastPathPart.string, to: 30) }

  /// What may be typed to jump to a letter.
  static let letterNote = "letter"

  /// What says that the keys can give the whole list back.
  static let filterKept = Message("Esc brings the whole list back.")

  /// Says that the marks of all rows are gone with a new filter.
  static let marksLost = Message("The marks were removed, because the list shows other rows now.")

  /// What the keys to the next match say before anything was searched for.
  static let nothingSearched = Message("No search yet. Press / to find.")

  /// What the key that sets a field says where no row is marked.
  static let nothingMarked = Message("Mark rows first: Space marks one, * marks all.")

  /// What the jump to a letter says where the rows are in no order of texts.
  public static let sortByTextFirst = Message("Sort the list by a text first: press s.")

  /// What is said of a key that does nothing on a screen.
  static func unbound(_ key: Key, in mode: Mode) -> Message {
    Message("\(key.name) does nothing here. \(mode.isTyping ? "F1" : "?") shows the keys.")
  }

  /// What is said where nothing is selected that can be copied.
  public static let nothingToCopy = Message("There is nothing to copy.")

  /// The heading of the menu of fields, one of which is copied.
  static let copyHeading = "Copy"

  /// The heading of the menu of forms in which rows are copied.
  static let copyFormHeading = "Copy as"

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

  // MARK: - Fields

  /// What is wrong with what was typed into a field.
  public static func problem(_ error: FieldError, in field: Field) -> Message {
    switch error {
    case .required: .problem("\(field.label) is required.")
    case .notAnInteger: .problem("\(field.label) takes a whole number, like 42.")
    case .integerTooLarge:
      .problem("\(field.label) is too large: whole numbers go from \(number(.min)) to \(number(.max)).")
    case .notANumber: .problem("\(field.label) takes a number, like 3.5.")
    case .notADecimal: .problem("\(field.label) takes a number with a point, like 3.50.")
    case .tooManyDigits: .problem("\(field.label) has more digits than the column can store.")
    case .notABoolean: .problem("\(field.label) takes yes or no.")
    case .notADate where field.kind.isDateTime:
      .problem("Type a date and a time like 2024-05-06 07:08, 6 May 2024 07:08:09, 07:08 or today.")
    case .notADate: .problem("Type a date like 1870-01-25, 1870-01, 1870, 25 Jan 1870 or today.")
    case .noDate: .problem("Type the date too, like 2024-05-06 07:08 or today 07:08.")
    case .noSuchMonth(let month): .problem("There is no month \(month); months are 1 to 12.")
    case .noSuchDay(let day): .problem("That month has no day \(day).")
    case .yearOutOfRange(let year): .problem("The year \(year) is outside -4712 to 9999.")
    case .notATime: .problem("Type a time like 07:08, 07:08:09 or 07:08:09+02:00.")
    case .noSuchTime: .problem("There is no such time; times go from 00:00:00 to 23:59:59.")
    case .tooFineTime(let digits):
      .problem(
        digits == 0
          ? "\(field.label) keeps whole seconds."
          : "\(field.label) keeps no more than \(digits) digits of a second.")
    case .momentNotKept: .problem("The numbers of \(field.label) do not stand for that date and time.")
    case .notEditable where field.isGenerated:
      .problem("\(field.label) is computed by the database, and cannot be edited.")
    case .notEditable: .problem("\(field.label) cannot be typed.")
    case .holdsBytes: .problem("\(field.label) holds bytes, which typing would lose.")
    case .notAChoice(let choices): .problem("\(field.label) is one of: \(choices.joined(separator: ", ")).")
    case .notARating: .problem("\(field.label) takes 0 to 5 stars, in halves, like 4.5.")
    case .notAnISBN: .problem("An ISBN has 10 or 13 digits; one of 13 begins with 978 or 979.")
    case .unfinishedISBN(let missing):
      .problem("This ISBN is missing \(missing == 1 ? "1 digit" : "\(missing) digits").")
    case .wrongCheckDigit(let digit):
      .problem("This is not a valid ISBN: its last digit should be \(digit), or another one is mistyped.")
    case .notAPartialDate:
      .problem("Type a date like 1869, 1869-03, 1869-03-25, 25 Mar 1869, 751 BC or today.")
    case .notAYear: .problem("Type a year like 1869 or 751 BC.")
    case .notAURL: .problem("Type an address like https://example.org, without spaces.")
    }
  }

  /// Said when a file is chosen for a field that is not for bytes.
  static func takesFile(_ field: Field, _ value: Value) -> Message {
    if case .text = value {
      return .problem(
        "\(field.label) is not UTF-8, and typing would lose bytes: ^T writes it to a file, Enter takes one.")
    }
    return Message("\(field.label) holds bytes, which come from a file.")
  }

  /// Why a text cannot be edited.
  static func tooLong(_ field: Field, _ byteCount: Int) -> Message {
    .problem("\(field.label) has \(bytes(byteCount)), which is too long to edit here.")
  }

  /// What stands below a text of which only the beginning is shown.
  static func cutText(_ byteCount: Int, isEditable: Bool) -> String {
    "… \(size(byteCount)) in all" + (isEditable ? "; Enter, while editing, shows the rest" : "")
  }

  /// What the key that turns a truth round says on a field of another kind.
  static let onlyTruths = Message("Space toggles only yes-or-no fields; Enter edits this one.")

  /// Why a value cannot be toggled.
  static func noTruth(_ field: Field) -> Message {
    .problem("\(field.label) is neither yes nor no; Enter edits it.")
  }

  // MARK: - Bytes and files

  /// A number of bytes as people say it: `312 B`, `48 KB`, `3.2 MB`.
  public static func size(_ byteCount: Int) -> String {
    let text = bytes(byteCount)
    guard let point = text.firstIndex(of: "."), text[point...].hasPrefix(".0") else { return text }
    return String(text[..<point] + text[point...].dropFirst(2))
  }

  /// What stands for bytes: `PNG, 640 × 480, 48 KB`, or `Blob, 3.2 MB, x'00ff…'` if they are no picture.
  static func summary(_ blob: BlobSummary) -> String {
    guard let info = blob.info else {
      let hex = blob.head.isEmpty ? "" : ", " + blob.hex
      return "Blob, \(size(blob.byteCount))\(hex)"
    }
    let pixels = info.size.map { ", \(number($0.width)) × \(number($0.height))" } ?? ""
    return "\(info.format.rawValue)\(pixels), \(size(blob.byteCount))"
  }

  /// What is said of a folder that has nothing to show.
  static let emptyFolder = "Nothing to show here. Press . to show hidden entries."

  /// What the keys that clear and write bytes say on any other field.
  static let noBytes = Message("Only a photo or another blob can be cleared and written to a file here.")

  /// What is said after a file was taken for a photo that seems to be none.
  static let unknownPicture = Message("That file is not in a known picture format; it was stored as it is.")

  /// What that key says where several fields hold bytes and none is chosen.
  static let chooseBytes = Message(
    "Turn editing on with e, and choose the field; ^T then writes it to a file.")

  /// What the key that writes bytes to a file says if there are no bytes.
  static func nothingToWrite(_ field: Field) -> Message { .problem("\(field.label) is empty.") }

  /// A name for the file that a field is written to: the record's title, as far as it can be a name, and an ending.
  ///
  /// - Parameter blob: What the bytes are, or nil for a text.
  static func fileName(title: String, _ blob: BlobSummary?) -> String {
    let scalars = title.unicodeScalars.prefix(60).map { scalar -> Unicode.Scalar in
      scalar == "/" || scalar.properties.generalCategory == .control ? "-" : scalar
    }
    var name = String(String.UnicodeScalarView(scalars))
    while name.last == " " { name.removeLast() }
    while name.first == "." || name.first == " " || name.first == "~" { name.removeFirst() }
    return (name.isEmpty ? "blob" : name) + (blob.map { ending($0.info?.format) } ?? ".txt")
  }

  private static func ending(_ format: ImageInfo.Format?) -> String {
    switch format {
    case .png: ".png"
    case .jpeg: ".jpg"
    case .gif: ".gif"
    case .bmp: ".bmp"
    case .webp: ".webp"
    case nil: ".bin"
    }
  }

  // MARK: - Questions before something is done to rows

  /// The question before a row is deleted.
  public static func deleteQuestion(_ title: String) -> String { "Delete “\(title)”?" }

  /// The question before many rows are deleted; if their number is not known, it names none.
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
    counted(all, with: count) + (all?.isFinal == true ? " This cannot be undone." : "")
  }

  private static func counted(_ all: DeletionCount?, with count: RowCount) -> String {
    if let all, !all.isUndoneWhole {
      return " Changes that triggers and foreign keys make cannot be undone."
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
    let rows = count.isExact ? self.count(count, schema) : "all \(schema.plural) of this list"
    if value == "" { return "Clear \(field.label) of \(rows)?" }
    return "Set \(field.label) of \(rows) to \(name(of: value, in: field))?"
  }

  /// What is asked before a value is changed in all its rows.
  static func changeQuestion(_ line: ValueLine, to value: Value, _ field: Field, _ schema: Schema) -> String {
    let rows = count(line.count, schema)
    return
      "Change \(field.label) from \(name(of: line.value, in: field)) to \(name(of: value, in: field)) in \(rows)?"
  }

  /// The heading of the values of a field.
  static func values(of field: Field, in schema: Schema) -> String { "\(field.label) of \(schema.plural)" }

  /// A number of values, as far as it is known.
  static func valueCount(_ count: RowCount) -> String {
    "\(number(count)) \(count == .exactly(1) ? "value" : "values")"
  }

  /// A number of values, and of the rows that hold them: "1,234 values in 131,989 books".
  static func valueCount(_ count: RowCount, in rowCount: Int, _ schema: Schema) -> String {
    "\(valueCount(count)) in \(self.count(rowCount, schema))"
  }

  /// A value as a line of its own, of a text of several lines the first.
  static func span(of value: Value, _ field: Field) -> Span {
    switch value {
    case .null: return Span(null, .dim)
    case "": return Span(emptyText, .dim)
    default: return Span(ColumnWidths.text(of: .value(value), field), .content)
    }
  }

  /// What stands for a text without characters.
  static let emptyText = "empty"

  /// The heading of the menu of fields, the values of one of which are listed.
  static let valuesHeading = "Values of"

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

  // MARK: - Undo, history and conflicts

  /// The heading of the history.
  static let history = "History"

  /// The heading of the list of the changes of one step.
  static let changesOfStep = "Changes of one step"

  /// The heading of the list of what a dead session has left.
  static let abandoned = "Unsaved changes"

  /// What a history says that holds nothing.
  static let noHistory = "No changes yet."

  /// The heading of the screen of conflicts.
  static let conflicts = "Changed by another program"

  /// What became of a change, in a word.
  public static func name(of state: ChangeEntry.State) -> String {
    switch state {
    case .pending: "unwritten"
    case .written: "written"
    case .undone: "undone"
    case .abandoned: "unsaved"
    case .discarded: "discarded"
    }
  }

  /// The same for a line of the history: `written`, or `120 of 500 written` if not all changes of a step share a fate.
  static func state(of line: HistoryLine) -> String {
    guard let changes = line.changes else { return name(of: line.state) }
    return state(
      line.state, count: changes.count, writtenCount: changes.writtenCount, undoneCount: changes.undoneCount)
  }

  /// The same for a step.
  public static func state(of step: StepEntry) -> String {
    state(
      step.main.state, count: step.count, writtenCount: step.writtenCount, undoneCount: step.undoneCount)
  }

  /// A step of the history as a sentence names it that goes on with why it cannot be undone.
  public static func stuck(_ step: StepEntry, _ schema: Schema?) -> String {
    line(step, schema) + (step.undoneCount > 0 ? " (\(state(of: step)))" : "")
  }

  private static func state(
    _ state: ChangeEntry.State, count: Int, writtenCount: Int, undoneCount: Int
  ) -> String {
    if state == .undone { return name(of: state) }
    if undoneCount > 0 { return "\(number(undoneCount)) of \(number(count)) \(name(of: .undone))" }
    guard writtenCount > 0, writtenCount < count else { return name(of: state) }
    return "\(number(writtenCount)) of \(number(count)) \(name(of: .written))"
  }

  /// What the person calls one of the three values.
  static func name(of choice: Conflict.Choice) -> String {
    switch choice {
    case .mine: "Mine"
    case .theirs: "Theirs"
    case .original: "Original"
    }
  }

  /// What brings a row back that another program has deleted.
  static let insertAgain = "Insert again"

  /// What gives up a row that another program has deleted.
  static let discard = "Discard"

  /// The heading of a field in conflict.
  static func heading(of field: ConflictLine.Field, _ line: ConflictLine) -> String {
    "\(field.label) of “\(line.title)”"
  }

  /// What a row is called that is gone.
  static func goneHeading(_ line: ConflictLine) -> String {
    if let replacement = line.replacement {
      return "Replaced, and changed here: \(replacement.mine)"
    }
    return "“\(line.title)” was deleted, and was changed here"
  }

  /// What stands in the place of such a row.
  static func inItsPlace(_ replacement: ConflictLine.Replacement) -> String {
    "In its place: \(replacement.theirs)"
  }

  /// The question before edits of rows are given up that another program has deleted.
  static func givingUpQuestion(_ count: Int) -> Message {
    Message(
      count == 1
        ? "1 row was deleted or replaced by another program. Your changes to it cannot be recovered."
        : "\(number(count)) rows were deleted or replaced by another program. Your changes to them cannot be recovered."
    )
  }

  /// What a change is about, as the sentences of undo and the history name it: `Author of “Lamp”`.
  ///
  /// - Parameters:
  ///   - label: The field's, or nil if rows came or went, or several fields were set.
  ///   - what: The row's title in quotes, or the number of rows.
  static func subject(_ kind: ChangeEntry.Kind, label: String?, _ what: String) -> String {
    switch kind {
    case .edit: "\(label ?? "changes") of \(what)"
    case .insertion: "addition of \(what)"
    case .deletion: "deletion of \(what)"
    case .field: "field \(what)"
    }
  }

  // MARK: - The fields of a table

  static let fieldName = "Name"
  static let fieldChoices = "Choices, separated by commas"
  static func fieldsHeading(_ schema: Schema) -> String { "Fields of \(schema.table)" }
  static func fieldTypeHeading(_ name: String) -> String { "What does \(name) hold?" }

  /// What a field is, beside its label.
  static func kind(of field: Field) -> String {
    let marks = [field.isGenerated ? "computed" : nil, field.isRequired ? "required" : nil]
    return ([field.kind.name] + marks.compactMap(\.self)).joined(separator: ", ")
  }

  static func fieldNameTaken(_ name: String) -> Message {
    .problem("The field “\(name)” already exists. Choose another name.")
  }

  /// The button that makes a change.
  static func answer(_ change: FieldChange) -> String {
    switch change {
    case .addition: "Add"
    case .removal: "Remove"
    case .renaming: "Rename"
    }
  }

  /// A change of a table's fields, as the sentences of undo and the history name it: `addition of the field translator`.
  public static func subject(_ change: FieldChange) -> String {
    switch change {
    case .addition(let column, _): "addition of the field \(column)"
    case .removal(let column, _): "removal of the field \(column)"
    case .renaming(let column, let name): "new name \(name) of the field \(column)"
    }
  }

  /// A change of the history, with its values before and after: `Author of “Lamp”: a → b`.
  ///
  /// - Parameter limit: The most characters of a value.
  public static func line(_ change: ChangeEntry, _ schema: Schema?, limit: Int = 60) -> String {
    if let field = change.fieldChange {
      return sentence(subject(change.cause == .undo ? field.reversed : field), change.cause)
    }
    func text(_ value: Value) -> String {
      if value.isNull { return null }
      let field = change.field.flatMap { index in schema?.fields[index] }
      return shortened((field ?? Field(column: "", label: "", kind: .text)).text(of: value), to: limit)
    }
    let rows =
      quoted(change.title, schema) + (change.rowCount > 1 ? " and \(number(change.rowCount - 1)) more" : "")
    let subject = subject(whatWas(change), label: change.label, rows)
    let values = change.kind == .edit ? ": \(text(change.before)) → \(text(change.after))" : ""
    return sentence(subject, change.cause) + values
  }

  /// A step of the history: `Author of 500 books`, or the change itself if it has only one.
  public static func line(_ step: StepEntry, _ schema: Schema?, limit: Int = 60) -> String {
    guard step.count > 1 else { return line(step.main, schema, limit: limit) }
    let count = step.alikeCount
    let rows =
      count == 1
      ? quoted(step.main.title, schema)
      : step.main.kind == .edit && !step.isOfOneField
        ? fields(count) : schema.map { Self.count(count, $0) } ?? "\(number(count)) rows"
    let label = step.isOfOneField ? step.main.label : nil
    return sentence(
      subject(whatWas(step.main), label: label, rows + along(step.count - count)), step.main.cause)
  }

  /// A number of fields, of one row or of several.
  private static func fields(_ count: Int) -> String { count == 1 ? "1 field" : "\(number(count)) fields" }

  private static func sentence(_ subject: String, _ cause: ChangeEntry.Cause) -> String {
    switch cause {
    case .edit: subject.prefix(1).uppercased() + subject.dropFirst()
    case .undo: "Undone: \(subject)"
    case .redo: "Redone: \(subject)"
    }
  }

  /// What a change has undone, if it is an undo, and otherwise what it does.
  private static func whatWas(_ change: ChangeEntry) -> ChangeEntry.Kind {
    change.cause == .undo ? change.kind.reversed : change.kind
  }

  /// A row's title in quotes; a long one is cut.
  public static func quoted(_ title: Value, _ schema: Schema?) -> String {
    let text = title.isNull ? null : schema?.text(ofTitle: title) ?? Schema.books.text(ofTitle: title)
    return "“\(shortened(text, to: 40))”"
  }

  /// Says what was undone or done again, by the same words for one row and for many.
  public static func undone(_ step: UndoneStep, _ schema: Schema, isRedo: Bool) -> Message {
    if let field = step.fieldChange { return undone(field, isRedo: isRedo) }
    let label = step.field.map { schema.fields[$0].label }
    let isOfFields = step.kind == .edit && step.field == nil
    let all = step.count + step.leftOutCount
    let done = step.count - step.conflictCount
    let part = done == all ? "" : "\(number(done)) of "
    let rows =
      all == 1 ? quoted(step.title, schema) : part + (isOfFields ? fields(all) : count(all, schema))
    let what = rows + along(step.otherCount)
    // A redo repeats the change that an undo has reverted.
    let kind = isRedo ? step.kind.reversed : step.kind
    return Message("\(isRedo ? "Redone" : "Undone"): \(subject(kind, label: label, what)).")
  }

  /// Says what was done to the fields: what has come back has done so as the last one.
  private static func undone(_ field: FieldChange, isRedo: Bool) -> Message {
    let start = "\(isRedo ? "Redone" : "Undone"): \(subject(isRedo ? field.reversed : field))."
    guard case .removal(let column, _) = field else { return Message(start) }
    return Message("\(start) “\(column)” is back with its values, as the last field.")
  }

  /// What went with rows, or changed with them, by a foreign key: `, with 3 other rows`.
  public static func along(_ count: Int) -> String {
    count == 0 ? "" : ", with \(number(count)) \(count == 1 ? "other row" : "other rows")"
  }

  /// What undo and redo say if there is nothing.
  public static func nothingUndone(isRedo: Bool) -> Message {
    Message(isRedo ? "There is nothing to redo." : "There is nothing to undo.")
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

  // MARK: - The inspector

  static let inspector = "Inspector"
  static let statements = "Statements"
  static let allStatements = "all"
  /// What stands before the number of those that are kept of more statements.
  static let last = "last "
  static let nextToGo = "Next to go"
  static let nothingHeld = "Nothing is hydrated."
  static let known = "known"
  static let some = "some"
  static let hydrated = "hydrated"
  static let dirty = "dirty"
  static let someDirty = "some dirty"
  static let recordBytes = "records"
  static let sqliteBytes = "SQLite"
  static let residentBytes = "resident"
  static let freeBytes = "heap free"
  static let warningMark = "warning"

  /// What side by side needs.
  static let tooNarrowToSplit = Message("Side by side needs \(Panes.splitColumns) columns.")

  /// What a statement was for.
  static func name(of purpose: StatementPurpose) -> String {
    switch purpose {
    case .hydrate: "hydrate"
    case .writeBack: "write-back"
    case .list: "list"
    case .count: "count"
    case .other: "other"
    }
  }

  /// Why the statements stay as they are.
  static func held(isPaused: Bool, offset: Int) -> String {
    [isPaused ? "paused" : nil, offset > 0 ? "\(number(offset)) newer below" : nil].compactMap { $0 }
      .joined(separator: " · ")
  }

  static func budget(_ bytes: Int) -> String { "budget \(self.bytes(bytes))" }

  static func rows(_ count: Int) -> String { "\(number(count)) \(count == 1 ? "row" : "rows")" }

  /// How long something took: `41 µs`, `3.2 ms`, `120 ms`, `2.5 s`.
  static func duration(nanoseconds: Int) -> String {
    let micros = nanoseconds / 1_000
    switch micros {
    case ..<1_000: return "\(micros) µs"
    case ..<10_000: return "\(micros / 1_000).\(micros / 100 % 10) ms"
    case ..<1_000_000: return "\(micros / 1_000) ms"
    default: return "\(number(micros / 1_000_000)).\(micros / 100_000 % 10) s"
    }
  }

  /// How long ago something was: `12 s`, `3 min`, `2 h`.
  static func age(_ seconds: Double) -> String {
    switch seconds {
    case ..<120: "\(Int(seconds)) s"
    case ..<7_200: "\(Int(seconds) / 60) min"
    default: "\(number(Int(seconds) / 3_600)) h"
    }
  }

  /// What a cell of the map stands for, and shorter forms of it, the longest first.
  static func note(on map: RecordMap) -> [String] {
    let each = map.rowsPerCell == 1 ? "1 row each" : "\(number(map.rowsPerCell)) rows each"
    switch map.order {
    case .list: return [each]
    case .key: return ["\(each), by key", each]
    case .none: return ["\(each), by number alone", each]
    }
  }

  /// A text with blanks before it.
  static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// A text with blanks behind it.
  static func filled(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}

extension ChangeEntry.Kind {
  /// What takes such a change back.
  fileprivate var reversed: ChangeEntry.Kind {
    switch self {
    case .edit, .field: self
    case .insertion: .deletion
    case .deletion: .insertion
    }
  }
}
