import Foundation

/// Why a file or a folder cannot be read or written; it carries no wording.
enum FileError: Error, Hashable {
  /// It is a folder.
  case folder
  /// It is neither a file nor a folder, as a device is.
  case notAFile
  /// It has more bytes than a database can keep in one value.
  case tooLarge(Int)
  /// It has so many bytes that the person is to be asked first.
  case large(Int)
  /// It is there already.
  case exists
  /// What the system says.
  case system(Int32)

  /// What the system said last.
  static var last: FileError { .system(errno) }
}
