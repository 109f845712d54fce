import BookStore
import Cells
import Platform
import Records
import Screens

/// The wording about errors of the store, and about changes of a database.
public enum StoreWording {
  /// The meaning of an error, and what to do about it.
  public static func sentence(_ error: StoreError) -> String { sentence(error, of: "row") }

  /// Puts the reason before a long path, which the screen would cut; nil for a short one.
  static func reasonFirst(_ error: StoreError) -> String? {
    guard case .cannotOpen(let path, let reason) = error, path.count > longPath else { return nil }
    let words = clause(reason)
    return "\(words.prefix(1).uppercased())\(words.dropFirst()): \(path)."
  }

  private static let longPath = 40

  private static func sentence(_ error: StoreError, of row: String) -> String {
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
    case .rowGone: "The \(row) is no longer in the table."
    case .rowReplaced:
      "Another program put a different \(row) in its place; that \(row) stays as it is."
    case .conflict: "Another program changed the same field. Choose a value."
    case .changedSince: "Another program has changed it since, so it stays as it is."
    case .incompleteRow: "The \(row) was not read completely, so it cannot be inserted again."
    case .ignored: "The database ignored the change because of a trigger or a constraint."
    case .fixedField: "The key of a row cannot be changed."
    case .keyOfGoneRow:
      "Another program deleted a \(row) with this key, and you have changes to it that are not written: press C and settle it first."
    case .tooLarge(let byteCount, let limit):
      "It has \(Wording.number(byteCount)) bytes, and SQLite holds up to \(Wording.number(limit))."
    case .notUnique: "Another \(row) already has these values."
    case .noSuchTarget(let schema, let fields, let values): noSuchTarget(schema, fields, values)
    case .isPointedTo(let title, let table):
      "A row of “\(table)” points to \(title.map { "“\(Wording.shortened($0, to: 40))”" } ?? "the \(row)"). Press b in it to see."
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

  package static func question(_ change: FieldChange, _ schema: Schema) -> String {
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

  /// Shows the statement that a change of fields runs.
  public static func runs(_ statement: String) -> String { "This runs: \(statement)" }

  /// The message after fields were changed; `undo` is the key or the command that undoes the change.
  public static func changed(_ change: FieldChange, undo: String = "u") -> Message {
    switch change {
    case .addition(let column, _): Message("Added the field \(column). \(undo) removes it again.")
    case .removal(let column, _):
      Message("Removed the field \(column). \(undo) brings it back with its values.")
    case .renaming(let column, let name): Message("Renamed the field \(column) to \(name).")
    }
  }

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

  package static let rowDeleted = "The row is gone: another program has deleted it."

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

  private static func choices(_ names: [Int64: String]) -> String {
    names.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }.joined(separator: " or ")
  }

  /// The meaning of an error that may be about fields of a table.
  public static func sentence(_ error: StoreError, in schema: Schema) -> String {
    if let sentence = reasonFirst(error) { return sentence }
    guard case .notUnique(let fields, let values) = error else { return sentence(error, of: schema.singular) }
    let texts = zip(fields, values).map { "“\(Wording.shortened(schema.fields[$0].text(of: $1), to: 40))”" }
    if fields == schema.titleFields, let text = texts.first, texts.count == 1 {
      return "Another \(schema.singular) is already called \(text)."
    }
    let named = zip(fields, texts).map { "\(schema.fields[$0].label) \($1)" }
    let joined = named.dropLast().joined(separator: ", ")
    return "Another \(schema.singular) already has the "
      + (joined.isEmpty ? "" : joined + " with the ") + (named.last ?? "") + "."
  }

  /// As in `No author has the Id 77`.
  private static func noSuchTarget(_ schema: Schema, _ fields: [Int], _ values: [Value]) -> String {
    let rows = schema.singular == "row" ? "row of “\(schema.table)”" : schema.singular
    let held = zip(fields, values).map { index, value in
      let field = schema.fields[index]
      return "\(field.label) \(Wording.shortened(field.text(of: value), to: 40))"
    }
    return "No \(rows) has the \(held.joined(separator: " and the "))."
  }

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

  private static func constraint(_ message: String) -> String {
    func columns(_ list: Substring) -> String {
      list.split(separator: ",").map { column in
        "“\(column.split(separator: ".").last.map { $0.drop { $0 == " " } } ?? "")”"
      }.joined(separator: " and ")
    }
    let unique = "UNIQUE constraint failed: "
    if message.hasPrefix(unique + "index '") {
      let name = message.dropFirst(unique.count + 7).dropLast()
      return "Another row already has the same value in the unique index “\(name)”. Change one of the two."
    }
    if message.hasPrefix(unique) {
      return
        "Another row already has the same \(columns(message.dropFirst(unique.count))). Change one of the two."
    }
    let missing = "NOT NULL constraint failed: "
    if message.hasPrefix(missing) { return "\(columns(message.dropFirst(missing.count))) needs a value." }
    return asSentence(message)
  }

  static func asSentence(_ words: String) -> String {
    let line = words.split(whereSeparator: \.isNewline).joined(separator: " ")
    guard let last = line.last else { return "The database refuses it." }
    return line.prefix(1).uppercased() + line.dropFirst() + (".!?…".contains(last) ? "" : ".")
  }

  /// The meaning of an error on opening a file; the file name is added if the sentence lacks it.
  public static func sentence(_ error: StoreError, in file: String?) -> String {
    switch error {
    case .cannotOpen, .cannotWrite, .alreadyExists: return sentence(error)
    default: break
    }
    return file.map { "\($0): \(sentence(error))" } ?? sentence(error)
  }

  private static func clause(_ obstacle: StoreError.Obstacle) -> String {
    switch obstacle {
    case .trigger(let name, let detail):
      "its trigger “\(name)” needs something that only its own program provides (\(detail))"
    case .collation(let name):
      "an index is sorted by the collation “\(name)”, which only its own program provides"
    case .other(let detail): detail
    }
  }

  package static func clause(_ reason: StoreError.OpenFailure) -> String {
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

  package static func notWritten(
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

  /// Says that a check has found no faults.
  public static func isSound(_ file: String) -> String { "\(file) is sound." }

  /// Says that a backup was made.
  public static func isCopied(_ file: String, to copy: String) -> String { "Copied \(file) to \(copy)." }

  /// Says that some of the written data is still in the write-ahead log.
  public static func isPartlyInLog(_ path: String) -> Message {
    Message(
      "Another program is reading an older version of \(path), so \(path)-wal holds part of the changes. "
        + "Copy both, or use booklist backup.")
  }

  /// Says that a missing file has been created.
  public static func created(_ path: String, hasSample: Bool) -> Message {
    Message(
      hasSample
        ? "+ adds a book · :import FILE brings yours · the three samples go with -"
        : "Made a new library, \(path). + adds a book · :import FILE brings yours")
  }

  /// Says that a library was made, and how to open it.
  public static func isMade(_ path: String) -> String { "Made \(path). To open it: booklist \(path)" }

  package static func cannotWrite(_ path: String, errno: Int32) -> Message {
    .problem(sentence(.cannotWrite(path: path, errno: errno)))
  }

  package static let cancelled = Message("Cancelled.")
}

extension String {
  package var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
