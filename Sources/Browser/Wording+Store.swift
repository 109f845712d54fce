import BookStore
import Platform
import Records
import Screens

/// The sentences about what the store could not do.
extension Wording {
  /// What an error means and what can be done about it.
  public static func sentence(_ error: StoreError) -> String {
    switch error {
    case .cannotOpen(let path, let reason): "Cannot open \(path.isEmpty ? "“”" : path): \(clause(reason))."
    case .alreadyExists(let path): "\(path) exists already and was left as it is."
    case .notADatabase: "The file is not an SQLite database, or it is encrypted."
    case .damaged(let detail):
      "The database is damaged. Restore a copy, or try sqlite3's .recover. (\(detail))"
    case .damagedAfter(let count, let detail):
      "The database is damaged after row \(number(count)) and now read-only. Try sqlite3's .recover. (\(detail))"
    case .tooNew: "The database needs a newer SQLite than this one."
    case .newerEditLog: "The edit log in the state folder is that of a newer booklist."
    case .noSuchTable(let name): "The database has no table named “\(name)”."
    case .noUsableTable: "The database has no table that can be shown."
    case .readOnly: "The file or its folder takes no writes: change their permissions and try again."
    case .fileReplaced:
      "The database was moved, replaced or removed while it was open. Put it back, or quit and open it again."
    case .unfinishedWrite:
      "A program ended in the middle of a write. Open the database once without --read-only to let SQLite mend it."
    case .changedMeanwhile: "Another program has changed the database while it was read. Try again."
    case .busy: "Another program has locked the database."
    case .full: "The disk is full. Make room and try again."
    case .ioError(let code) where code & 0xFF == 14:
      "A file beside the database cannot be opened: too many files are open, or the folder takes no new ones."
    case .ioError(let code):
      "The disk reports an error (SQLite code \(code)). Check it, try again, or copy the file elsewhere."
    case .rowGone: "The row is gone: it is not in the table any more."
    case .rowReplaced:
      "Another program has put another row in its place, and that one stays as it is."
    case .conflict: "Another program has changed the same field: choose a value."
    case .changedSince: "Another program has changed it since, and so it stays as it is."
    case .incompleteRow: "The row was not read as a whole, and so it cannot be inserted again."
    case .ignored: "The database ignored the change: one of its triggers or constraints says so."
    case .fixedField: "The key of a row cannot be changed."
    case .keyOfGoneRow:
      "A row with this key was deleted by another program and has unwritten changes: press C and settle it first."
    case .tooLarge(let byteCount, let limit):
      "It has \(number(byteCount)) bytes, and SQLite holds up to \(number(limit))."
    case .notUnique: "Another row already has these values."
    case .noSuchTarget(let schema, let fields, let values): noSuchTarget(schema, fields, values)
    case .isPointedTo(let title, let table):
      "A row of “\(table)” points to \(title.map { "“\(shortened($0, to: 40))”" } ?? "the row"). Press b in it to see."
    case .unknownEntity(let table):
      "“\(table)” is a table of Core Data, and Z_PRIMARYKEY does not name its entity: add the row in its own program."
    case .severalEntities(let table, let entities):
      "“\(table)” is a table of Core Data for several entities. Set Z_ENT to \(choices(entities))."
    case .cannotApply(let error, let schema): sentence(error, in: schema)
    case .foreignKey:
      "FOREIGN KEY constraint failed: a row would point to one that is not there."
    case .constraint(let message): asSentence(message)
    case .other(let code, let message): sentence(code, message)
    case .cannotChange(let table, let obstacle): "“\(table)” cannot be changed here: \(clause(obstacle))."
    case .newerSchema(let detail):
      "SQLite does not understand the schema, which a newer version may have made. (\(detail))"
    case .interrupted:
      "Cancelled. The database had not finished: a view, a trigger or a computed column may never end."
    }
  }

  /// What is said of a row that is gone where another program has written.
  static let rowDeleted = "The row is gone: another program has deleted it."

  /// What SQLite means by a code; its own words where they say more than the code's name.
  private static func sentence(_ code: Int32, _ message: String) -> String {
    switch code & 0xFF {
    case 7: return "There is not enough memory for it. Close other programs, or press m, and try again."
    case 18: return "The value, or the row with it, has more bytes than SQLite takes here."
    case 20: return "The column does not take a value of this type."
    case 21:
      return "The program has used SQLite in a wrong way (code \(code)). Quit and open the database again."
    default: break
    }
    let names = [
      "", "sql logic error", "not an error", "unknown error", "internal logic error", "query aborted",
    ]
    guard names.contains(message.lowercased()) else { return asSentence(message) }
    return
      "SQLite could not do it and gives no reason (code \(code)). Try again, and check the file with booklist check."
  }

  /// Numbers with what they stand for, of which one is to be chosen: `1 (Book) or 2 (Map)`.
  private static func choices(_ names: [Int64: String]) -> String {
    names.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }.joined(separator: " or ")
  }

  /// What an error means that may be about fields of a table.
  static func sentence(_ error: StoreError, in schema: Schema) -> String {
    guard case .notUnique(let fields, let values) = error else { return sentence(error) }
    let texts = zip(fields, values).map { "“\(shortened(schema.fields[$0].text(of: $1), to: 40))”" }
    if fields == schema.titleFields, let text = texts.first, texts.count == 1 {
      return "Another \(schema.singular) is already called \(text)."
    }
    let named = zip(fields, texts).map { "\(schema.fields[$0].label) \($1)" }
    let joined = named.dropLast().joined(separator: ", ")
    return "Another \(schema.singular) already has the "
      + (joined.isEmpty ? "" : joined + " with the ") + (named.last ?? "") + "."
  }

  /// Says that no row is there to point to, by what it would hold: `No author has the Id 77`.
  private static func noSuchTarget(_ schema: Schema, _ fields: [Int], _ values: [Value]) -> String {
    let rows = schema.singular == "row" ? "row of “\(schema.table)”" : schema.singular
    let held = zip(fields, values).map { index, value in
      let field = schema.fields[index]
      return "\(field.label) \(shortened(field.text(of: value), to: 40))"
    }
    return "No \(rows) has the \(held.joined(separator: " and the "))."
  }

  /// What is wrong with a title or kinds that were said by hand, and what could have been said.
  private static func sentence(_ error: SchemaError, in schema: Schema) -> String {
    switch error {
    case .noSuchColumn(let name):
      let columns = schema.fields.map(\.column).joined(separator: ", ")
      return "The table “\(schema.table)” has no column named “\(name)”; it has \(columns)."
        + " Another table is named by --table."
    case .noSuchKind(let name):
      let kinds = Field.Kind.plainNames.map(\.name).joined(separator: ", ")
      return
        "There is no kind named “\(name)”; kinds are \(kinds); date and date-time also with -2001, -1904 or"
        + " -1601, and then -ms, -us or -ns behind it."
    }
  }

  /// Words of the database as a sentence.
  static func asSentence(_ words: String) -> String {
    let line = words.split(whereSeparator: \.isNewline).joined(separator: " ")
    guard let last = line.last else { return "The database refuses it." }
    return line.prefix(1).uppercased() + line.dropFirst() + (".!?…".contains(last) ? "" : ".")
  }

  /// Why the person's editor gave no text back, and what can be done about it.
  static func sentence(_ failure: ExternalEditor.Failure, _ command: String) -> Message {
    switch failure {
    case .file(let errno):
      .problem("The temporary file cannot be used: \(String(cString: strerror(errno)).lowercasedFirst).")
    case .ended(.exited(126)), .ended(.exited(127)), .ended(.notStarted):
      .problem("The editor “\(command)” cannot be started; set VISUAL or EDITOR to yours.")
    case .ended(.exited(let status)):
      .problem("The editor ended with status \(status), and so the text is as it was.")
    case .ended(.signalled(let number)):
      .problem("Signal \(number) ended the editor, and so the text is as it was.")
    case .notAFile:
      .problem("What the editor left is not an ordinary file, and so the text is as it was.")
    case .notUTF8: .problem("What the editor wrote is not UTF-8, and so the text is as it was.")
    }
  }

  /// What an error on opening a file means; sentences that do not name the file by themselves get its name.
  public static func sentence(_ error: StoreError, in file: String?) -> String {
    switch error {
    case .cannotOpen, .alreadyExists: return sentence(error)
    default: break
    }
    return file.map { "\($0): \(sentence(error))" } ?? sentence(error)
  }

  /// Why a table cannot be changed here.
  private static func clause(_ obstacle: StoreError.Obstacle) -> String {
    switch obstacle {
    case .trigger(let name, let detail):
      "its trigger “\(name)” needs what only the program has that made it (\(detail))"
    case .collation(let name):
      "an index is sorted by the collation “\(name)”, which only the program has that made it"
    case .other(let detail): detail
    }
  }

  static func clause(_ reason: StoreError.OpenFailure) -> String {
    switch reason {
    case .missing: "there is no such file"
    case .folderMissing: "its folder does not exist; make it first"
    case .directory: "it is a folder, not a database"
    case .notAFile: "it is not an ordinary file"
    case .companion(let end):
      "SQLite keeps its own files under names that end in \(end); choose another name"
    case .openDatabase: "it is the open database"
    case .besideDatabase: "it belongs to the open database"
    case .editLog: "it belongs to the edit log"
    case .denied: "permission is denied"
    case .link: "it is a link to another file; remove it, and a new one is made"
    case .otherOwner: "it belongs to another user; move it away, and a new one is made"
    case .openToAll: "every user can write there; take that right away with chmod o-w"
    case .notALog: "it is no edit log; move it away, and a new one is made"
    case .system(let errno): String(cString: strerror(errno)).lowercasedFirst
    case .sqlite(let code): "SQLite cannot open it (code \(code))"
    }
  }

  /// Says that edits are still unwritten, and why.
  public static func notWritten(_ unwritten: Int, _ schema: Schema, _ reason: StoreError) -> Message {
    .problem("\(count(unwritten, schema)) could not be written. \(sentence(reason))")
  }

  /// Says which fields of which row are still unwritten, and why.
  ///
  /// - Parameter others: How many other rows are so too.
  static func notWritten(
    _ fields: [Field], of title: Value, _ schema: Schema, _ reason: StoreError, others: Int
  ) -> Message {
    let labels = fields.map(\.label).joined(separator: ", ")
    let name = shortened(Self.title(title, schema), to: 40)
    let rest = others == 0 ? "" : " and \(number(others)) more"
    return .problem("Not written: \(labels) of “\(name)”\(rest). \(sentence(reason, in: schema))")
  }

  /// How many faults a check has found.
  public static func findings(_ count: Int, in file: String) -> String {
    let number = number(min(count, DatabaseCheck.limit)) + (count < DatabaseCheck.limit ? "" : " or more")
    return "\(file): \(number) \(count == 1 ? "fault was" : "faults were") found."
  }

  /// Says that a check has found nothing.
  public static func isSound(_ file: String) -> String { "\(file) is sound." }

  /// Says that a backup is made.
  public static func isCopied(_ file: String, to copy: String) -> String { "Copied \(file) to \(copy)." }

  /// Says that a part of what was written is still in the write-ahead log.
  public static func isPartlyInLog(_ path: String) -> Message {
    Message(
      "Another program is reading an older state of \(path), and so \(path)-wal has a part of what was written. "
        + "Copy both, or use booklist backup.")
  }

  /// Says that a file was not there and has been made.
  public static func created(_ path: String, hasSample: Bool) -> Message {
    Message(hasSample ? "Made your library with three books." : "Made a new library, \(path).")
  }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
