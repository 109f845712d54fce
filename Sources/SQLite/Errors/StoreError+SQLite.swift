import CSQLite
import Records

extension StoreError {
  package init(code: Int32, message: String) {
    switch code & 0xFF {
    case SQLITE_READONLY where code == Int32(CSQLITE_READONLY_DBMOVED): self = .fileReplaced
    case SQLITE_READONLY where Self.isUnfinishedWrite(code): self = .unfinishedWrite
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: self = .busy
    case SQLITE_FULL: self = .full
    case SQLITE_READONLY, SQLITE_PERM: self = .readOnly
    case SQLITE_CORRUPT:
      self = Self.isOfNewerSchema(message) ? .newerSchema(detail: message) : .damaged(detail: message)
    case SQLITE_ERROR where Self.isOfNewerSchema(message): self = .newerSchema(detail: message)
    case SQLITE_NOTADB: self = .notADatabase
    case SQLITE_IOERR, SQLITE_CANTOPEN: self = .ioError(code: code)
    case SQLITE_CONSTRAINT where code == Int32(CSQLITE_CONSTRAINT_FOREIGNKEY): self = .foreignKey
    case SQLITE_CONSTRAINT: self = .constraint(message: message)
    case SQLITE_INTERRUPT: self = .interrupted
    case SQLITE_ERROR where message.hasPrefix("malformed database schema"): self = .damaged(detail: message)
    case SQLITE_ERROR where message == "unsupported file format": self = .tooNew
    default: self = .other(code: code, message: message)
    }
  }

  /// Whether SQLite could read the text of the schema but did not understand it.
  private static func isOfNewerSchema(_ message: String) -> Bool {
    message.hasPrefix("malformed database schema")
      && ["syntax error", "unknown table option", "unrecognized token", "unsafe use of"].contains {
        message.contains($0)
      }
  }

  private static func isUnfinishedWrite(_ code: Int32) -> Bool {
    [CSQLITE_READONLY_ROLLBACK, CSQLITE_READONLY_RECOVERY, CSQLITE_READONLY_CANTINIT].contains {
      Int32($0) == code
    }
  }

  package init(connection: OpaquePointer) {
    self.init(
      code: sqlite3_extended_errcode(connection), message: String(cString: sqlite3_errmsg(connection)))
  }

  package var isTooBig: Bool {
    if case .other(let code, _) = self { code & 0xFF == SQLITE_TOOBIG } else { false }
  }

  /// Whether other rows can still be written in the same transaction.
  package var concernsOneRow: Bool {
    switch self {
    case .rowGone, .rowReplaced, .ignored: true
    case .other(let code, _): [SQLITE_MISMATCH, SQLITE_TOOBIG].contains(code & 0xFF)
    default: isOfConstraint
    }
  }

  /// Whether an undo or a redo can skip the failed change, and do the rest.
  package var isOfOneChange: Bool {
    switch self {
    case .changedSince, .keyOfGoneRow, .notUnique, .noSuchTarget, .tooLarge, .incompleteRow: true
    default: concernsOneRow || concernsOneStatement
    }
  }

  package var isOfOthers: Bool {
    switch self {
    case .changedSince, .rowGone, .rowReplaced, .keyOfGoneRow, .notUnique: true
    default: isOfUniqueness || isOfReference
    }
  }

  package var isOfUnknownReference: Bool {
    switch self {
    case .foreignKey, .danglingReference: true
    default: false
    }
  }

  package var isOfReference: Bool {
    switch self {
    case .foreignKey, .danglingReference, .isPointedTo, .noSuchTarget: true
    default: false
    }
  }

  /// Whether a statement could not be compiled, or a function in it failed, so that only others can be run.
  package var concernsOneStatement: Bool {
    switch self {
    case .cannotChange, .cannotChangeField: true
    case .other(let code, _): [SQLITE_ERROR, SQLITE_AUTH].contains(code & 0xFF)
    default: false
    }
  }

  package var isOfUniqueness: Bool {
    if case .constraint(let message) = self { message.hasPrefix("UNIQUE constraint failed") } else { false }
  }

  package var isOfConstraint: Bool {
    switch self {
    case .constraint, .foreignKey, .danglingReference, .isPointedTo: true
    default: false
    }
  }

  /// Whether a retry would fail again although other rows succeed.
  package var isAboutRow: Bool {
    switch self {
    case .constraint, .foreignKey, .danglingReference, .notUnique, .noSuchTarget, .ignored, .tooLarge,
      .isPointedTo, .unknownEntity, .severalEntities:
      true
    case .other(let code, _): code & 0xFF == SQLITE_MISMATCH
    default: false
    }
  }
}
