import BookStore
import Cells
import MemoryPressure
import Platform
import Records
import Screens

/// The wording about the store: what it does, what it could not do, and why.
public enum StoreWording {
  /// Says that the list starts with the filter from the last time.
  static func filterRestored(_ words: String) -> Message {
    Message("Filtered by “\(Wording.shortened(words, to: 24))”, as when you left. Esc shows all.")
  }

  /// Says why views are not remembered.
  static func viewsNotKept(_ error: SystemError) -> Message {
    let reason = String(cString: strerror(error.number))
    return .problem("The view cannot be remembered: \(error.path ?? "the file"): \(reason).")
  }

  /// The reply to the key for values on a field of files.
  static func noValues(of field: Field) -> Message {
    .problem("The values of \(field.label) are files, so they are not counted.")
  }

  /// The reply to the key for values in a record reached from another table.
  static let noListForValues = Message.problem(
    "Open the list of this table first: its values are counted there.")

  /// Shown while values are counted or their rows are found.
  static func countingValues(of field: Field) -> String { "Counting the values of \(field.label)" }

  /// The reply to Enter on a value that cannot be typed into the finder.
  static let notFindable = Message.problem("You cannot search for bytes that are not text.")

  static let noViewFile = Message.problem("There is no file to save views in.")

  static func savedView(_ name: String, isNew: Bool) -> Message {
    Message(isNew ? "Saved the view “\(name)”." : "Replaced the view “\(name)”.")
  }

  static func shownView(_ name: String) -> Message { Message("View “\(name)”.") }

  static func removedView(_ name: String) -> Message { Message("Removed the view “\(name)”.") }

  /// What an error means and what can be done about it.
  public static func sentence(_ error: StoreError) -> String {
    switch error {
    case .cannotOpen(let path, let reason): "Cannot open \(path.isEmpty ? "“”" : path): \(clause(reason))."
    case .cannotWrite(let path, let errno):
      "Cannot write to \(path): \(String(cString: strerror(errno)).lowercasedFirst)."
    case .alreadyExists(let path): "\(path) already exists and was left as it is."
    case .notADatabase: "The file is not an SQLite database, or it is encrypted."
    case .damaged(let detail):
      "The database is damaged. Restore a copy, or try sqlite3's .recover. (\(detail))"
    case .damagedAfter(let count, let detail):
      "The database is damaged after row \(Wording.number(count)) and now read-only. Try sqlite3's .recover. (\(detail))"
    case .tooNew: "The database needs a newer SQLite than this one."
    case .newerEditLog: "A newer booklist wrote the edit log in the state folder."
    case .olderEditLog: "An older booklist has the edit log open: end it, and open the database again."
    case .noSuchTable(let name): "The database has no table named “\(name)”."
    case .noUsableTable: "The database has no table that can be shown."
    case .readOnly: "The file or its folder is not writable. Change the permissions and try again."
    case .noKeys(let name, let isView):
      isView
        ? "“\(name)” is a view: its rows have no keys, so they cannot be named or changed."
        : "“\(name)” has no key, so its rows cannot be named or changed."
    case .fileReplaced:
      "The database was moved, replaced or removed while it was open. Put it back, or quit and open it again."
    case .unfinishedWrite:
      "A program ended in the middle of a write. Open the database once without --read-only to let SQLite repair it."
    case .changedMeanwhile: "Another program changed the database while it was being read. Try again."
    case .busy: "Another program has locked the database."
    case .full: "The disk is full. Make room and try again."
    case .ioError(let code) where code & 0xFF == 14:
      "A file beside the database cannot be opened: too many files are open, or the folder does not allow new ones."
    case .ioError(let code):
      "The disk reports an error (SQLite code \(code)). Check it, try again, or copy the file elsewhere."
    case .rowGone: "The row is no longer in the table."
    case .rowReplaced:
      "Another program put a different row in its place; that row stays as it is."
    case .conflict: "Another program changed the same field. Choose a value."
    case .changedSince: "Another program has changed it since, so it stays as it is."
    case .incompleteRow: "The row was not read completely, so it cannot be inserted again."
    case .ignored: "The database ignored the change because of a trigger or a constraint."
    case .fixedField: "The key of a row cannot be changed."
    case .keyOfGoneRow:
      "A row with this key was deleted by another program and has unwritten changes: press C and settle it first."
    case .tooLarge(let byteCount, let limit):
      "It has \(Wording.number(byteCount)) bytes, and SQLite holds up to \(Wording.number(limit))."
    case .notUnique: "Another row already has these values."
    case .noSuchTarget(let schema, let fields, let values): noSuchTarget(schema, fields, values)
    case .isPointedTo(let title, let table):
      "A row of “\(table)” points to \(title.map { "“\(Wording.shortened($0, to: 40))”" } ?? "the row"). Press b in it to see."
    case .unknownEntity(let table):
      "“\(table)” is a table of Core Data, and Z_PRIMARYKEY does not name its entity: add the row in its own program."
    case .severalEntities(let table, let entities):
      "“\(table)” is a table of Core Data for several entities. Set Z_ENT to \(choices(entities))."
    case .cannotApply(let error, let schema): sentence(error, in: schema)
    case .foreignKey:
      "FOREIGN KEY constraint failed: a row would point to one that does not exist."
    case .danglingReference(let table, let target):
      "FOREIGN KEY constraint failed: a row of “\(table)” would point to no row of “\(target)”."
    case .constraint(let message): constraint(message)
    case .other(let code, let message): sentence(code, message)
    case .cannotChange(let table, let obstacle): "“\(table)” cannot be changed here: \(clause(obstacle))."
    case .cannotChangeField(let obstacle): sentence(obstacle)
    case .newerSchema(let detail):
      "SQLite does not understand the schema; a newer version may have made it. (\(detail))"
    case .interrupted:
      "Cancelled. The database had not finished: a view, a trigger or a computed column may never end."
    }
  }

  /// The question before a field is added or renamed.
  static func question(_ change: FieldChange, _ schema: Schema) -> String {
    switch change {
    case .addition(let column, _): "Add the field \(column) to \(schema.table)?"
    case .removal(let column, _): "Remove the field \(column)?"
    case .renaming(let column, let name): "Rename the field \(column) to \(name)?"
    }
  }

  /// The question before a field is removed; the count is nil if counting took too long.
  public static func question(removing field: Field, filledCount count: Int?, _ schema: Schema) -> String {
    let rows =
      switch count {
      case nil: "Very many \(schema.plural) have a value in it."
      case 0?: "No \(schema.singular) has a value in it."
      case 1?: "1 \(schema.singular) has a value in it."
      case let count?: "\(Wording.number(count)) \(schema.plural) have a value in it."
      }
    return "Remove the field \(field.label)? \(rows)"
  }

  /// The statement that a change of fields runs.
  public static func runs(_ statement: String) -> String { "This runs: \(statement)" }

  /// The message after fields were changed.
  ///
  /// - Parameter undo: What undoes it: the key, or the command.
  public static func changed(_ change: FieldChange, undo: String = "u") -> Message {
    switch change {
    case .addition(let column, _): Message("Added the field \(column). \(undo) removes it again.")
    case .removal(let column, _):
      Message("Removed the field \(column). \(undo) brings it back with its values.")
    case .renaming(let column, let name): Message("Renamed the field \(column) to \(name).")
    }
  }

  /// Why the columns of a table stay as they are, and what to do.
  private static func sentence(_ obstacle: FieldObstacle) -> String {
    switch obstacle {
    case .isNamed(by: .table, let name):
      "The table “\(name)” needs the column for a CHECK, a foreign key or a computed column, so it stays as it is."
    case .isNamed(let kind, let name):
      "The \(kind.rawValue) “\(name)” uses the column, so it stays as it is. Remove the \(kind.rawValue) first."
    case .broken(let kind, let name, let detail):
      "SQLite cannot change tables while the \(kind.rawValue) “\(name)” is broken (\(detail)). Repair or remove it first."
    case .key: "The column is part of the table's key, which every row needs."
    case .unique: "The column is unique, and SQLite cannot remove unique columns."
    case .onlyColumn: "This is the table's only column, and a table needs at least one."
    case .notATable: "SQLite can only change the columns of tables, and this is a view or a virtual table."
    case .noName: "The table has no such column, or the name is not allowed."
    case .nameTaken(let name): "The table already has a column “\(name)”. Choose another name."
    case .noFolder:
      "booklist copies the database before it changes columns, and has no folder for the copy. Start it with an edit log."
    case .other(let detail): asSentence(detail)
    }
  }

  /// The message about a missing row if another program has written.
  static let rowDeleted = "The row is gone: another program has deleted it."

  /// The meaning of an SQLite error code; SQLite's own message if it says more than the code's name.
  private static func sentence(_ code: Int32, _ message: String) -> String {
    switch code & 0xFF {
    case 7: return "There is not enough memory. Close other programs, or press m, and try again."
    case 18: return "The value, or its row, is larger than SQLite allows."
    case 20: return "The column does not take a value of this type."
    case 21:
      return "The program misused SQLite (code \(code)). Quit and open the database again."
    default: break
    }
    let names = [
      "", "sql logic error", "not an error", "unknown error", "internal logic error", "query aborted",
    ]
    guard names.contains(message.lowercased()) else { return asSentence(message) }
    return
      "SQLite failed and gives no reason (code \(code)). Try again, and check the file with booklist check."
  }

  /// Numbers to choose from, with their meanings: `1 (Book) or 2 (Map)`.
  private static func choices(_ names: [Int64: String]) -> String {
    names.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }.joined(separator: " or ")
  }

  /// The meaning of an error that may be about fields of a table.
  public static func sentence(_ error: StoreError, in schema: Schema) -> String {
    guard case .notUnique(let fields, let values) = error else { return sentence(error) }
    let texts = zip(fields, values).map { "“\(Wording.shortened(schema.fields[$0].text(of: $1), to: 40))”" }
    if fields == schema.titleFields, let text = texts.first, texts.count == 1 {
      return "Another \(schema.singular) is already called \(text)."
    }
    let named = zip(fields, texts).map { "\(schema.fields[$0].label) \($1)" }
    let joined = named.dropLast().joined(separator: ", ")
    return "Another \(schema.singular) already has the "
      + (joined.isEmpty ? "" : joined + " with the ") + (named.last ?? "") + "."
  }

  /// Says that there is no row to point to, naming the missing values: `No author has the Id 77`.
  private static func noSuchTarget(_ schema: Schema, _ fields: [Int], _ values: [Value]) -> String {
    let rows = schema.singular == "row" ? "row of “\(schema.table)”" : schema.singular
    let held = zip(fields, values).map { index, value in
      let field = schema.fields[index]
      return "\(field.label) \(Wording.shortened(field.text(of: value), to: 40))"
    }
    return "No \(rows) has the \(held.joined(separator: " and the "))."
  }

  /// Says what is wrong with a given title or kind, and what is possible.
  private static func sentence(_ error: SchemaError, in schema: Schema) -> String {
    switch error {
    case .noSuchColumn(let name):
      let columns = schema.fields.map(\.column).joined(separator: ", ")
      return "The table “\(schema.table)” has no column named “\(name)”; it has \(columns)."
        + " Name another table with --table."
    case .noSuchKind(let name):
      let kinds = Field.Kind.plainNames.map(\.name).joined(separator: ", ")
      return
        "There is no kind named “\(name)”; kinds are \(kinds); date and date-time also with -2001, -1904 or"
        + " -1601, followed by -ms, -us or -ns."
    }
  }

  /// The message of a violated constraint; duplicates and missing values have their own wording.
  private static func constraint(_ message: String) -> String {
    func columns(_ list: Substring) -> String {
      list.split(separator: ",").map { column in
        "“\(column.split(separator: ".").last.map { $0.drop { $0 == " " } } ?? "")”"
      }.joined(separator: " and ")
    }
    let unique = "UNIQUE constraint failed: "
    if message.hasPrefix(unique + "index '") {
      let name = message.dropFirst(unique.count + 7).dropLast()
      return
        "Another row already has the same value in the unique index “\(name)”. Change one of the two."
    }
    if message.hasPrefix(unique) {
      return
        "Another row already has the same \(columns(message.dropFirst(unique.count))). Change one of the two."
    }
    let missing = "NOT NULL constraint failed: "
    if message.hasPrefix(missing) { return "\(columns(message.dropFirst(missing.count))) needs a value." }
    return asSentence(message)
  }

  /// A message of the database as a sentence.
  private static func asSentence(_ words: String) -> String {
    let line = words.split(whereSeparator: \.isNewline).joined(separator: " ")
    guard let last = line.last else { return "The database refuses it." }
    return line.prefix(1).uppercased() + line.dropFirst() + (".!?…".contains(last) ? "" : ".")
  }

  /// Why the external editor returned no text, and what can be done about it.
  static func sentence(_ failure: ExternalEditor.Failure, _ command: String) -> Message {
    switch failure {
    case .file(let errno):
      .problem("The temporary file cannot be used: \(String(cString: strerror(errno)).lowercasedFirst).")
    case .ended(.exited(126)), .ended(.exited(127)), .ended(.notStarted):
      .problem("The editor “\(command)” cannot be started; set VISUAL or EDITOR to yours.")
    case .ended(.exited(let status)):
      .problem("The editor ended with status \(status), so the text is unchanged.")
    case .ended(.signalled(let number)):
      .problem("Signal \(number) ended the editor, so the text is unchanged.")
    case .notAFile:
      .problem("The editor did not leave a regular file, so the text is unchanged.")
    case .notUTF8: .problem("The editor saved text that is not UTF-8, so the text is unchanged.")
    }
  }

  /// The meaning of an error on opening a file; the file name is added if the sentence lacks it.
  public static func sentence(_ error: StoreError, in file: String?) -> String {
    switch error {
    case .cannotOpen, .cannotWrite, .alreadyExists: return sentence(error)
    default: break
    }
    return file.map { "\($0): \(sentence(error))" } ?? sentence(error)
  }

  /// Why a table cannot be changed here.
  private static func clause(_ obstacle: StoreError.Obstacle) -> String {
    switch obstacle {
    case .trigger(let name, let detail):
      "its trigger “\(name)” needs something that only its own program provides (\(detail))"
    case .collation(let name):
      "an index is sorted by the collation “\(name)”, which only its own program provides"
    case .other(let detail): detail
    }
  }

  static func clause(_ reason: StoreError.OpenFailure) -> String {
    switch reason {
    case .missing: "there is no such file"
    case .folderMissing: "its folder does not exist; make it first"
    case .directory: "it is a folder, not a database"
    case .notAFile: "it is not an ordinary file"
    case .unreadPipe: "no program reads from this pipe; start the reader first"
    case .companion(let end):
      "SQLite keeps its own files under names that end in \(end); choose another name"
    case .openDatabase: "it is the open database"
    case .besideDatabase: "it belongs to the open database"
    case .editLog: "it belongs to the edit log"
    case .denied: "permission is denied"
    case .link: "it is a link to another file; remove it, and booklist makes a new one"
    case .otherOwner: "it belongs to another user; move it away, and booklist makes a new one"
    case .openToAll: "every user can write there; remove that permission with chmod o-w"
    case .notALog: "it is not an edit log; move it away, and booklist makes a new one"
    case .system(let errno): String(cString: strerror(errno)).lowercasedFirst
    case .sqlite(let code): "SQLite cannot open it (code \(code))"
    }
  }

  /// Says that edits are still unwritten, and why.
  public static func notWritten(_ unwritten: Int, _ schema: Schema, _ reason: StoreError) -> Message {
    .problem("\(Wording.count(unwritten, schema)) could not be written. \(sentence(reason))")
  }

  /// Says which fields of which row are still unwritten, and why.
  ///
  /// - Parameter others: The number of other such rows.
  static func notWritten(
    _ fields: [Field], of title: Value, _ schema: Schema, _ reason: StoreError, others: Int
  ) -> Message {
    let labels = fields.map(\.label).joined(separator: ", ")
    let name = Wording.shortened(Wording.title(title, schema), to: 40)
    let rest = others == 0 ? "" : " and \(Wording.number(others)) more"
    return .problem("Not written: \(labels) of “\(name)”\(rest). \(sentence(reason, in: schema))")
  }

  /// The number of faults found by a check.
  public static func findings(_ count: Int, in file: String) -> String {
    let number =
      Wording.number(min(count, DatabaseCheck.limit)) + (count < DatabaseCheck.limit ? "" : " or more")
    return "\(file): \(number) \(count == 1 ? "fault was" : "faults were") found."
  }

  /// Says that a check has found nothing.
  public static func isSound(_ file: String) -> String { "\(file) is sound." }

  /// Says that a backup was made.
  public static func isCopied(_ file: String, to copy: String) -> String { "Copied \(file) to \(copy)." }

  /// Says that some of the written data is still in the write-ahead log.
  public static func isPartlyInLog(_ path: String) -> Message {
    Message(
      "Another program is reading an older version of \(path), so \(path)-wal holds part of the changes. "
        + "Copy both, or use booklist backup.")
  }

  /// Says that a file did not exist and has been made.
  public static func created(_ path: String, hasSample: Bool) -> Message {
    Message(
      hasSample
        ? "Made a library with three books. To begin your own: :new FILE"
        : "Made a new library, \(path).")
  }

  /// Says that a library was made, and how to open it.
  public static func isMade(_ path: String) -> String { "Made \(path). To open it: booklist \(path)" }

  /// Says why a diagnostics file cannot be written.
  static func cannotWrite(_ path: String, errno: Int32) -> Message {
    .problem(sentence(.cannotWrite(path: path, errno: errno)))
  }

  /// Says why the key settings are ignored.
  static func keysLeftOut(_ problem: KeyProblem) -> Message {
    .problem("Your key settings are ignored: \(problem.text). booklist config --check shows where.")
  }

  // MARK: - The clipboard

  /// Says what was copied, and which way.
  static func copied(_ name: String, by way: ClipboardWay) -> Message {
    switch way {
    case .program(let path, _): Message("Copied \(name) with \(path.split(separator: "/").last ?? "").")
    case .terminal: Message("Copied \(name) through the terminal.")
    }
  }

  /// Says that there is no way to a clipboard.
  static let noClipboard = Message.problem(
    "Not copied: this terminal has no clipboard. Install wl-copy, xclip or xsel, or copy in tmux.")

  /// Says that a text is too long for the clipboard, and what to do instead.
  static func tooMuchToCopy(_ byteCount: Int, limit: Int) -> Message {
    .problem(
      "Not copied: it is \(Wording.bytes(byteCount)), and the clipboard takes \(Wording.bytes(limit)). :export writes a file."
    )
  }

  static func tooManyToCopy(_ schema: Schema) -> Message {
    .problem(
      "The clipboard takes up to \(Wording.number(CopyAction.limit)) \(schema.plural). :export writes more of them to a file."
    )
  }

  /// The reply for a value that is not a text.
  static func noTextToCopy(_ field: Field) -> Message {
    .problem("\(field.label) holds a file: w writes it out.")
  }

  // MARK: - What is going on, and what was done

  /// The progress text, without its full stop, while another connection has locked the database.
  static let waitingForLock = "Waiting for another program"

  /// The progress text, without its full stop, while a statement that cannot be skipped takes long.
  static let takesLong = "Still reading"

  /// The name of a background write-back.
  static let writingBack = "Writing back"

  /// Says where a jump by percentage or beyond the end has landed.
  static func landed(at place: Int, of count: Int) -> Message {
    Message("Row \(Wording.number(place + 1)) of \(Wording.number(count)).")
  }

  static let cancelled = Message("Cancelled.")

  /// Says which typed or pasted input was refused, and what to do.
  static func sentence(_ refusal: InputRefusal) -> Message {
    switch refusal {
    case .longPaste(let count, let limit):
      .problem(
        "Not pasted: the text has \(FileWording.size(count)), and the limit is \(FileWording.size(limit)). Paste it in parts."
      )
    case .unreadablePaste: .problem("Not pasted: the text is not UTF-8. \(setUTF8)")
    case .unreadableKey: .problem("Not typed: the character is not UTF-8. \(setUTF8)")
    case .unreadableLine: .problem("That line is not UTF-8, so nothing was done with it. \(setUTF8)")
    }
  }

  private static let setUTF8 = "Set your terminal's encoding to UTF-8."

  /// The message when a write-back stops waiting for a lock.
  static let writingCancelled = Message("Cancelled. Unwritten changes are kept; m tries again.")

  static func doing(_ kind: ListActivity.Kind, _ order: ListOrder, _ schema: Schema) -> String {
    switch kind {
    case .finding: "Finding"
    case .sorting:
      order.terms.isEmpty
        ? "Sorting" : "Sorting by " + order.fields.map { schema.fields[$0].label }.joined(separator: ", ")
    }
  }

  /// The progress text for work after which the program quits.
  static func thenQuitting(_ what: String) -> String { what + ", then quitting" }

  /// Says that a field was changed.
  ///
  /// - Parameter isWritten: Whether it is in the database already.
  static func changed(_ field: Field, isWritten: Bool) -> Message {
    Message(isWritten ? "Saved \(field.label)." : "\(field.label) changed, not yet written.")
  }

  /// The message after the changes of a form were reverted.
  static func takenBack(_ count: Int) -> Message {
    count == 0
      ? Message("Nothing was changed.")
      : Message("Reverted \(count == 1 ? "1 change" : "\(Wording.number(count)) changes").")
  }

  static func added(_ schema: Schema) -> Message { Message("Added the \(schema.singular).") }

  static func deleted(_ schema: Schema, otherCount: Int) -> Message {
    Message("Deleted the \(schema.singular)\(HistoryWording.along(otherCount)).")
  }

  static func noNeighbor(_ schema: Schema, isAfter: Bool) -> Message {
    Message("This is the \(isAfter ? "last" : "first") \(schema.singular).")
  }

  /// The reply if the record on screen is not in the list below it.
  static let noNeighbors = Message("The record was not opened from a list, so it has no next one.")

  /// The reply if no table points to a record.
  static let noReferences = Message("No table points to this one.")

  /// The menu name of the rows that point to a record by a foreign key.
  static func name(of reference: Reference, in schema: Schema) -> String {
    "\(Wording.name(of: schema)) by \(reference.fields.map { schema.fields[$0].label }.joined(separator: ", "))"
  }

  static func memoryWarning(
    _ result: Dehydration, _ schema: Schema, from origin: MemoryWarning.Origin?
  ) -> Message {
    let written = Wording.count(result.writeBack.writtenCount, schema)
    let place = origin.map { " \(name(of: $0))" } ?? ""
    return Message(
      "Memory warning\(place): wrote \(written), freed \(Wording.number(result.freedByteCount)) B.")
  }

  /// Says that a path does not report memory pressure.
  static func noPressure(_ path: String) -> Message {
    .problem("\(path) gives no memory warnings: it is not a pressure file, FIFO or socket.")
  }

  private static func name(of origin: MemoryWarning.Origin) -> String {
    switch origin {
    case .system: "from the system"
    case .serviceManager: "from the service manager"
    case .file: "from the pressure file"
    case .signal: "by SIGUSR1"
    }
  }

  // MARK: - The edit log, other programs, and conflicts with them

  /// Says that edits are no longer logged, and what that means.
  static func logUnavailable(_ error: StoreError) -> Message {
    if error == .newerEditLog || error == .olderEditLog {
      return .problem("Edits are now written at each Save and cannot be undone. \(sentence(error))")
    }
    return .problem("Edits are now written at each Save: the edit log cannot be used. \(sentence(error))")
  }

  /// Says that a command's changes are not in the edit log, and why.
  public static func notUndoable(_ error: StoreError) -> String {
    "This cannot be undone: the edit log cannot be used. \(sentence(error))"
  }

  /// Says why commands that need the edit log cannot do anything.
  public static func logUnreadable(_ error: StoreError) -> String {
    "The edit log cannot be used, so nothing can be undone or listed. \(sentence(error))"
  }

  /// Says that some edits are in memory only, and why.
  static func inMemoryOnly(_ count: Int, _ reason: StoreError) -> Message {
    let edits = count == 1 ? "1 edit is" : "\(Wording.number(count)) edits are"
    return .problem(
      "\(edits) in memory only: neither the edit log nor the database accepts \(count == 1 ? "it" : "them"). \(sentence(reason))"
    )
  }

  /// Names the copy made beside a database that was replaced.
  static func rescued(to path: String, unsavedCount: Int) -> Message {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let rows = unsavedCount == 1 ? "1 row" : "\(Wording.number(unsavedCount)) rows"
    return Message(
      "Copied to \(name), in the same folder\(unsavedCount == 0 ? "" : ", with the changes of \(rows)").")
  }

  /// Says that a new log was started, and what that means.
  public static func logRenewed(_ renewal: LogRenewal) -> Message {
    switch renewal {
    case .removed:
      .problem(
        "The edit log was removed. A new one holds the unwritten changes; earlier changes cannot be undone.")
    case .setAside(let path):
      .problem(
        "The edit log is of an older booklist, so earlier changes cannot be undone. It is kept as \(path).")
    }
  }

  /// The reply to undo if there is no edit log.
  static let noLog = Message.problem("There is no edit log, so nothing can be undone.")

  /// Says that some of the listed steps will be gone the next time.
  static let fullHistory = Message("The history is full: its oldest steps will be dropped at the next start.")

  /// The reply to the history key if the edit log was not opened because of read-only mode.
  static let noHistoryRead = Message("Opened read-only, without the edit log, so there is no history.")

  /// Says that a recovery was stopped, and why.
  static func stopped(_ done: Message, _ error: StoreError?) -> Message {
    guard let error else { return Message("Cancelled. \(done.text) The next start asks again.") }
    return .problem("\(done.text) The next start asks again. \(sentence(error))")
  }

  /// Says that a large step was stopped, how far it got, and why.
  static func stopped(_ done: Message?, _ error: StoreError?, _ schema: Schema, isRedo: Bool) -> Message {
    guard let error else {
      guard let done else { return cancelled }
      return Message("Cancelled. \(done.text) \(isRedo ? "^R does" : "u undoes") the rest.")
    }
    let reason = sentence(error, in: schema)
    return .problem(done.map { "\($0.text) The rest stays. \(reason)" } ?? reason)
  }

  /// Says what an undo has skipped, after what it has done; nil if it skipped nothing.
  ///
  /// - Parameter goOn: What retries the rest: the key, or the command.
  static func leftOut(_ undo: UndoJob, after done: Message, _ schema: Schema, goOn: String) -> Message? {
    var sentences = [done.text]
    if undo.undone.conflictCount > 0 {
      let count = undo.undone.conflictCount
      sentences.append(
        "\(count == 1 ? "1 is" : "\(Wording.number(count)) are") in conflict with another program: press C.")
    }
    let count = undo.undone.leftOutCount + undo.undone.otherLeftOutCount
    if let first = undo.leftOut.first {
      let more = count > 1 ? " and \(Wording.number(count - 1)) more" : ""
      sentences.append(
        "Left out: \(HistoryWording.quoted(first.title, schema))\(more). \(sentence(first.error, in: schema))"
      )
      sentences.append("\(goOn) tries again, C shows them.")
    }
    return sentences.count > 1 ? .problem(sentences.joined(separator: " ")) : nil
  }

  /// What an undo has skipped, one line for each row.
  public static func leftOut(_ undo: UndoJob, _ schema: Schema) -> [String] {
    leftOut(undo.leftOut, count: undo.undone.leftOutCount + undo.undone.otherLeftOutCount, schema)
  }

  private static func leftOut(_ rows: [LeftOutChange], count: Int, _ schema: Schema) -> [String] {
    let named = rows.prefix(5)
    let lines = named.map { "\(HistoryWording.quoted($0.title, schema)): \(sentence($0.error, in: schema))" }
    let more = count - named.count
    return lines + (more > 0 ? ["…and \(Wording.number(more)) more."] : [])
  }

  /// Says what an undo or redo skipped, and why.
  static func notUndone(_ rows: [LeftOutChange], count: Int, _ schema: Schema, isRedo: Bool) -> String {
    let changes = count == 1 ? "a change" : "\(Wording.number(count)) changes"
    return (["Not \(isRedo ? "redone" : "undone"): \(changes)."] + leftOut(rows, count: count, schema))
      .joined(separator: " ")
  }

  /// Says that this continues the undo of a program that died.
  public static func resumed(_ count: Int, isRedo: Bool) -> String {
    "A program ended in the middle of \(isRedo ? "a redo" : "an undo"), with \(changes(count)). This finishes it."
  }

  /// Reports the other unsaved changes of dead sessions.
  public static func unsaved(_ count: Int) -> String {
    "\(changes(count).prefix(1).uppercased() + changes(count).dropFirst()) of an earlier session \(count == 1 ? "is" : "are") in the edit log. Open booklist to restore or discard \(count == 1 ? "it" : "them")."
  }

  /// Says that a dead session left an undo or a redo unfinished.
  public static func unfinished(_ reversal: UnfinishedReversal) -> String {
    let name = reversal.isRedo ? "redo" : "undo"
    return
      "A program ended in the middle of \(reversal.isRedo ? "a redo" : "an undo"), with \(changes(reversal.count)). booklist \(name) finishes it."
  }

  /// Says why a step cannot be undone or redone, and how to skip it.
  public static func stuck(_ step: StepEntry, _ schema: Schema?, _ error: StoreError, isRedo: Bool) -> String
  {
    let (name, done) = isRedo ? ("redo", "redone") : ("undo", "undone")
    let reason = schema.map { sentence(error, in: $0) } ?? sentence(error)
    return
      "Not \(done): \(HistoryWording.stuck(step, schema)). \(reason) booklist \(name) --skip passes over it."
  }

  /// Says that a dead session's changes could not be searched for.
  static func notRecovered(_ error: StoreError) -> Message {
    .problem("Could not look for unsaved changes of an earlier session. \(sentence(error))")
  }

  /// Says that the edit log of a moved file could not be taken over, and why.
  static func notTakenOver(_ error: StoreError) -> Message {
    let reason =
      switch error {
      case .busy: "Another program uses it: close that, and open the file again."
      case .alreadyExists: "The file already has a new one."
      default: sentence(error)
      }
    return .problem("The edit log was not taken over. \(reason)")
  }

  /// Says what was restored.
  static func restored(_ restoration: Restoration) -> Message {
    let count = restoration.restoredCount
    let restored = "Restored \(Wording.number(count)) \(count == 1 ? "change" : "changes")"
    let conflicts = restoration.conflicts.count
    var sentences = [restored + "."]
    if conflicts > 0 {
      sentences = [
        restored + "; \(Wording.number(conflicts)) \(conflicts == 1 ? "is" : "are") in conflict: press C."
      ]
    }
    if let obstacle = restoration.obstacles.first {
      sentences.append(
        "Not restored, and still offered: \(Wording.number(restoration.obstacles.count)). \(sentence(obstacle)) Press C."
      )
    }
    let text = sentences.joined(separator: " ")
    return restoration.obstacles.isEmpty && conflicts == 0 ? Message(text) : .problem(text)
  }

  /// Says that an edit was not restored, and why.
  static func notRestored(_ obstacle: Restoration.Obstacle) -> String {
    "Not restored: a change of “\(obstacle.column)”. \(sentence(obstacle))"
  }

  /// Why an edit was not restored.
  private static func sentence(_ obstacle: Restoration.Obstacle) -> String {
    func name(_ title: Value) -> String { "“\(Wording.shortened(title.plainText ?? Wording.null, to: 40))”" }
    switch obstacle.reason {
    case .noColumn:
      return "“\(obstacle.table)” or its column “\(obstacle.column)” has another name, or is gone."
    case .noRow: return "The row \(name(obstacle.title)) is gone."
    case .otherRow(let present):
      return "The row \(name(obstacle.title)) was replaced: \(name(present)) has its key now."
    }
  }

  /// Says that the changes of a dead session were discarded.
  static func discarded(_ count: Int) -> Message { Message("Discarded \(changes(count)).") }

  private static func changes(_ count: Int) -> String {
    count == 1 ? "1 unsaved change" : "\(Wording.number(count)) unsaved changes"
  }

  /// Reports conflicts, deletions and replacements by another program, and how to resolve them.
  ///
  /// - Parameter isQuestion: Whether an answer opens the conflicts, rather than a key.
  static func toBeSettled(_ result: WriteBackResult, isQuestion: Bool = false) -> String {
    let count = result.conflicts.count
    let replacedCount = result.failures.count { $0.error == .rowReplaced }
    let goneCount = result.failures.count - replacedCount
    let fields = count == 1 ? "1 field was changed" : "\(Wording.number(count)) fields were changed"
    let rows = goneCount == 1 ? "1 row was deleted" : "\(Wording.number(goneCount)) rows were deleted"
    let others =
      replacedCount == 1 ? "1 row was replaced" : "\(Wording.number(replacedCount)) rows were replaced"
    let parts =
      (count > 0 ? [fields] : []) + (goneCount > 0 ? [rows] : [])
      + (replacedCount > 0 ? [others] : [])
    return "\(parts.joined(separator: " and ")) by another program meanwhile"
      + (isQuestion ? ". Settle shows the choices." : ": press C.")
  }

  /// The reply to the key for conflicts if there are none.
  ///
  /// - Parameter leftOut: How many rows with unwritten changes were not compared.
  static func noConflicts(leftOut: Int) -> Message {
    guard leftOut > 0 else { return Message("There are no conflicts with another program.") }
    let rows = leftOut == 1 ? "1 row more" : "\(Wording.number(leftOut)) rows more"
    return Message("No conflicts so far. \(rows) are compared when the changes are written: press m.")
  }

  /// Says that all conflicts are resolved.
  ///
  /// - Parameter isWritten: Whether the chosen values have been written already.
  static func settled(isWritten: Bool) -> Message {
    Message(
      isWritten
        ? "All conflicts are settled." : "All conflicts are settled; the next write-back writes your choices."
    )
  }

  /// Says which value of a field is kept.
  static func kept(_ choice: Conflict.Choice, _ field: Field) -> Message {
    Message("Kept \(whose(choice)) value of \(field.label).")
  }

  /// Says whose values were kept for how many rows and, if some conflicts remain, why.
  static func kept(
    _ choice: ResolvingJob, isStopped: Bool, _ error: StoreError?, _ schema: Schema
  ) -> Message {
    var sentences = ["Kept \(whose(choice.choice)) values of \(rows(choice.resolvedCount))."]
    if isStopped { sentences.append("The rest stays.") }
    if let failure = choice.failures.first {
      sentences.append(
        "\(rows(choice.failures.count)) could not be inserted again. \(sentence(failure.error, in: schema))")
    }
    if let error { sentences.append(sentence(error, in: schema)) }
    let text = sentences.joined(separator: " ")
    return error == nil && choice.failures.isEmpty ? Message(text) : .problem(text)
  }

  private static func rows(_ count: Int) -> String { count == 1 ? "1 row" : "\(Wording.number(count)) rows" }

  private static func whose(_ choice: Conflict.Choice) -> String {
    switch choice {
    case .mine: "your own"
    case .theirs: "the other program's"
    case .original: "the original"
    }
  }

  /// Says that a row deleted by another program was reinserted.
  static let insertedAgain = Message("Inserted the row again.")

  /// Says that the edits of a row deleted by another program were discarded.
  static let discardedRow = Message("Discarded your changes to the deleted row.")

  /// Says that a change that could not be restored or undone was discarded.
  static let discardedStanding = Message("Discarded. What the database holds stays.")

  /// Says that such a change was kept for later.
  static let keptStanding = Message(
    "Kept. A change is offered again at the next start; u goes on with the rest of a step.")

  /// The reply to Enter on a change whose row no longer exists.
  static let isGone = Message("The row of this change is gone.")

  /// Said when another program has changed a read-only database that nobody else had open before.
  static func databaseChanged(_ error: StoreError?) -> Message {
    guard let error else { return Message("Another program changed the database, so it was read again.") }
    return .problem(
      "Another program changed the database, which cannot be read again. \(sentence(error))")
  }

  /// Said when another program has changed the tables.
  static func schemaChanged(_ error: StoreError?) -> Message {
    guard let error else { return Message("Another program changed the tables, so they were read again.") }
    return .problem("Another program changed the tables, which cannot be read again. \(sentence(error))")
  }

  // MARK: - Files

  private static func name(of path: Text) -> String {
    let name = path.lastPathPart.string
    return name.isEmpty ? path.string : "“\(name)”"
  }

  /// The question before a file is replaced.
  static func exists(_ path: Text) -> Message { Message("\(name(of: path)) already exists. Replace it?") }

  /// The question before a large file is read.
  static func isLarge(_ path: Text, _ byteCount: Int) -> Message {
    Message("\(name(of: path)) has \(FileWording.size(byteCount)). Put it into the database anyway?")
  }

  static func written(_ path: Text) -> Message { Message("Wrote \(name(of: path)).") }

  /// The progress text of a file transfer.
  static func doing(_ transfer: FileErrands.Transfer) -> String {
    switch transfer {
    case .reading(let path): "Reading \(name(of: path))"
    case .writing(let path): "Writing \(name(of: path))"
    }
  }

  /// Why a file or folder could not be read or written.
  static func sentence(_ error: StoreError, _ path: Text) -> String {
    switch error {
    case .cannotOpen(_, .missing), .cannotOpen(_, .system(ENOENT)): "There is no \(name(of: path))."
    case .cannotOpen(_, .directory): "\(name(of: path)) is a folder."
    case .cannotOpen(_, .system(ENOTDIR)): "\(name(of: path)) is not a folder."
    case .cannotOpen(_, .notAFile): "\(name(of: path)) is not an ordinary file."
    case .cannotOpen(_, .openDatabase): "\(name(of: path)) is the open database."
    case .cannotOpen(_, .besideDatabase): "\(name(of: path)) belongs to the open database."
    case .cannotOpen(_, .editLog): "\(name(of: path)) belongs to the edit log."
    case .cannotOpen(_, .system(EACCES)): "\(name(of: path)): \(clause(.denied))."
    case .cannotOpen(_, let reason): "\(name(of: path)): \(clause(reason))."
    case .tooLarge(let count, _):
      "\(name(of: path)) has \(FileWording.size(count)), more than a database can keep in one value."
    default: sentence(error)
    }
  }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
