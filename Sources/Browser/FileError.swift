import Foundation

/// Why a file or a folder cannot be read or written; it carries no wording.
enum FileError: Error, Hashable {
  /// It is a folder.
  case folder
  /// It is neither a file nor a folder, as a device is.
  case notAFile
  /// What the system says.
  case system(Int32)

  /// What the system said last.
  static var last: FileError { .system(errno) }
}
