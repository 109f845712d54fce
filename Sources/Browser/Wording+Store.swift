import BookStore
import MemoryPressure
import Records
import Screens

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The sentences about what the store did or could not do.
extension Wording {
  /// What an error means and what can be done about it.
  public static func sentence(_ error: StoreError) -> String {
    switch error {
    case .cannotOpen(let path, let reason): "Cannot open \(path): \(clause(reason))."
    case .alreadyExists(let path): "\(path) exists already and was left as it is."
    case .notADatabase: "The file is not an SQLite database, or it is encrypted."
    case .damaged(let detail):
      "The database is damaged. Restore a copy, or try sqlite3's .recover. (\(detail))"
    case .damagedAfter(let count, let detail):
      "The database is damaged after row \(number(count)) and now read-only. Try sqlite3's .recover. (\(detail))"
    case .tooNew: "The database needs a newer SQLite than this one."
    case .noSuchTable(let name): "The database has no table named “\(name)”."
    case .noUsableTable: "The database has no table that can be shown."
    case .readOnly: "The database is read-only: nothing can be changed."
    case .fileReplaced:
      "The database was moved, replaced or removed while it was open. Put it back, or quit and open it again."
    case .unfinishedWrite:
      "A program ended in the middle of a write. Open the database once without --read-only to let SQLite mend it."
    case .busy: "Another program has locked the database."
    case .full: "The disk is full. Make room and try again."
    case .ioError(let code): "The disk reports an error (SQLite code \(code))."
    case .rowGone: "The row is gone: another program has deleted it."
    case .conflict: "Another program has changed the same field: choose a value."
    case .changedSince: "Another program has changed it since: nothing was undone."
    case .incompleteRow: "The row was not read as a whole, and so it cannot be inserted again."
    case .ignored: "A trigger of the database ignored the change."
    case .fixedField: "The key of a row cannot be changed."
    case .constraint(let message): "The database refuses it: \(message)."
    case .tooLarge(let byteCount, let limit):
      "It has \(number(byteCount)) bytes, and SQLite holds up to \(number(limit))."
    case .interrupted: "It was cancelled."
    case .other(let code, let message): "SQLite says: \(message) (code \(code))."
    }
  }

  /// What an error on opening a file means; sentences that do not name the file by themselves get its name.
  public static func sentence(_ error: StoreError, in file: String?) -> String {
    if case .cannotOpen = error { return sentence(error) }
    return file.map { "\($0): \(sentence(error))" } ?? sentence(error)
  }

  private static func clause(_ reason: StoreError.OpenFailure) -> String {
    switch reason {
    case .missing: "there is no such file"
    case .folderMissing: "its folder does not exist; make it first"
    case .directory: "it is a folder, not a database"
    case .notAFile: "it is not an ordinary file"
    case .denied: "permission is denied"
    case .system(let errno): String(cString: strerror(errno)).lowercasedFirst
    case .sqlite(let code): "SQLite cannot open it (code \(code))"
    }
  }

  /// What the list says while another connection has locked the database.
  static let waiting = Message("Waiting for another program that has locked the database…")

  /// What takes the place of work that waits for a lock.
  static let waitingForLock = "Waiting for a lock"

  /// What a background write-back is called.
  static let writingBack = "Writing back"

  /// What is said where a jump to a letter has no texts to go by.
  static let orderByTextFirst = Message("Order the list by a text first: press s.")

  /// What is said where work on many rows stands against other work.
  static let stillWorking = Message("Something is still going on; Esc on the list cancels it.")

  static let cancelled = Message("Cancelled.")

  static func doing(_ kind: ListActivity.Kind, _ order: ListOrder, _ schema: Schema) -> String {
    switch kind {
    case .finding: "Finding"
    case .sorting: order.field.map { "Sorting by \(schema.fields[$0].label)" } ?? "Sorting"
    }
  }

  static func doing(_ work: RowWork) -> String {
    switch work.kind {
    case .hydrate: "Hydrating"
    case .delete: "Deleting"
    case .set: "Setting"
    case .seek: "Finding"
    }
  }

  static func done(_ work: RowWork, _ schema: Schema) -> Message? {
    let rows = count(work.count, schema)
    switch work.kind {
    case .hydrate: return Message("Hydrated \(rows).")
    case .delete: return Message("Deleted \(rows).")
    case .set(let field, _): return Message("Set \(schema.fields[field].label) of \(rows).")
    case .seek: return work.count == 0 ? Message("No \(schema.singular) matches.") : nil
    }
  }

  static func cancelled(_ work: RowWork, _ schema: Schema) -> Message {
    guard let done = done(work, schema), work.count > 0 else { return cancelled }
    return Message("Cancelled. " + done.text)
  }

  static func saved(_ field: Field) -> Message { Message("Saved \(field.label).") }

  static func added(_ schema: Schema) -> Message { Message("Added the \(schema.singular).") }

  static func deleted(_ schema: Schema) -> Message { Message("Deleted the \(schema.singular).") }

  static func noNeighbor(_ schema: Schema, isAfter: Bool) -> Message {
    Message("This is the \(isAfter ? "last" : "first") \(schema.singular).")
  }

  /// What is said where the record on screen is not one of the list below it.
  static let noNeighbors = Message("The record was not opened from a list, and has no next one.")

  /// What is said where no list of other rows can be opened from a record.
  static let noReferences = Message("No table points to this one.")

  /// What a menu calls the rows that point to a record by a foreign key.
  static func name(of reference: Reference, in schema: Schema) -> String {
    "\(name(of: schema)) by \(reference.fields.map { schema.fields[$0].label }.joined(separator: ", "))"
  }

  static func memoryWarning(
    _ result: Dehydration, _ schema: Schema, from origin: MemoryWarning.Origin?
  ) -> Message {
    let written = count(result.writeBack.writtenCount, schema)
    let place = origin.map { " \(name(of: $0))" } ?? ""
    return Message("Memory warning\(place): wrote \(written), freed \(number(result.freedByteCount)) B.")
  }

  private static func name(of origin: MemoryWarning.Origin) -> String {
    switch origin {
    case .system: "of the system"
    case .serviceManager: "of the service manager"
    case .file: "of the pressure file"
    case .signal: "by SIGUSR1"
    }
  }

  /// Says that edits are still unwritten, and why.
  public static func notWritten(_ unwritten: Int, _ schema: Schema, _ reason: StoreError) -> Message {
    .problem("\(count(unwritten, schema)) could not be written. \(sentence(reason))")
  }

  /// How many faults a check has found.
  public static func findings(_ count: Int) -> String {
    switch count {
    case 1: "1 fault was found"
    case DatabaseCheck.limit...: "\(number(DatabaseCheck.limit)) faults or more were found"
    default: "\(number(count)) faults were found"
    }
  }

  /// Says that a check has found nothing.
  public static func isSound(_ file: String) -> String { "\(file) is sound." }

  /// Says that a backup is made.
  public static func isCopied(_ file: String, to copy: String) -> String { "Copied \(file) to \(copy)." }

  /// Says that a file was not there and has been made.
  public static func created(_ path: String, hasSample: Bool) -> Message {
    Message(hasSample ? "Made your library with three books." : "Made a new library, \(path).")
  }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
