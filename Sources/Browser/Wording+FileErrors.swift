import BookStore
import Platform
import Records
import Screens

/// The sentences about files.
extension Wording {
  private static func name(of path: Text) -> String {
    let name = path.lastPathPart.string
    return name.isEmpty ? path.string : "“\(name)”"
  }

  /// The question before a file is replaced.
  static func exists(_ path: Text) -> Message { Message("\(name(of: path)) exists already. Replace it?") }

  /// The question before a large file is read.
  static func isLarge(_ path: Text, _ byteCount: Int) -> Message {
    Message("\(name(of: path)) has \(size(byteCount)). Put it into the database all the same?")
  }

  static func written(_ path: Text) -> Message { Message("Wrote \(name(of: path)).") }

  /// What is going on with a file.
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
      "\(name(of: path)) has \(size(count)), more than a database can keep in one value."
    default: sentence(error)
    }
  }
}
