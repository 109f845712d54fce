import GRDB
import GRDBSQLite

extension StoreError {
  /// The error that an extended result code of SQLite stands for.
  init(code: Int32, message: String) {
    switch code & 0xFF {
    case SQLITE_READONLY where ResultCode(rawValue: code) == .SQLITE_READONLY_DBMOVED: self = .fileReplaced
    case SQLITE_READONLY where Self.isUnfinishedWrite(ResultCode(rawValue: code)): self = .unfinishedWrite
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: self = .busy
    case SQLITE_FULL: self = .full
    case SQLITE_READONLY, SQLITE_PERM: self = .readOnly
    case SQLITE_CORRUPT: self = .damaged(detail: message)
    case SQLITE_NOTADB: self = .notADatabase
    case SQLITE_IOERR, SQLITE_CANTOPEN: self = .ioError(code: code)
    case SQLITE_CONSTRAINT: self = .constraint(message: message)
    case SQLITE_INTERRUPT: self = .interrupted
    case SQLITE_ERROR where message.hasPrefix("malformed database schema"): self = .damaged(detail: message)
    case SQLITE_ERROR where message == "unsupported file format": self = .tooNew
    default: self = .other(code: code, message: message)
    }
  }

  /// Whether a code says that a journal or a log was left behind which a read-only connection cannot take in.
  private static func isUnfinishedWrite(_ code: ResultCode) -> Bool {
    [.SQLITE_READONLY_ROLLBACK, .SQLITE_READONLY_RECOVERY, .SQLITE_READONLY_CANTINIT].contains(code)
  }

  /// The last error of a connection.
  init(connection: OpaquePointer?) {
    self.init(
      code: sqlite3_extended_errcode(connection), message: String(cString: sqlite3_errmsg(connection)))
  }

  /// The error that opening the database at a path ended with.
  init(opening path: String, _ error: any Error) {
    guard let error = error as? DatabaseError else {
      self = .other(code: SQLITE_ERROR, message: "\(error)")
      return
    }
    let code = error.extendedResultCode.rawValue
    self.init(code: code, message: error.message ?? "")
    if code & 0xFF == SQLITE_CANTOPEN {
      self = .cannotOpen(path: path, reason: .sqlite(code: code))
    }
  }

  /// Whether a text, blob or row had more bytes than the connection takes.
  var isTooBig: Bool {
    if case .other(let code, _) = self { code & 0xFF == SQLITE_TOOBIG } else { false }
  }

  /// Whether only one row's values are at fault, so that others can still be written in the same transaction.
  var concernsOneRow: Bool {
    switch self {
    case .rowGone, .ignored: true
    case .other(let code, _): [SQLITE_MISMATCH, SQLITE_TOOBIG].contains(code & 0xFF)
    default: isOfConstraint
    }
  }

  /// Whether a constraint refuses a row, whether or not it is known which other row stands against it.
  var isOfConstraint: Bool {
    switch self {
    case .constraint, .isPointedTo: true
    default: false
    }
  }
}
