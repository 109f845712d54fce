import Foundation
import Records

/// The bytes of a file, read and written in pieces.
enum FileBytes {
  /// The bytes beyond which the person is asked first.
  static let largeLimit = 64 << 20
  /// The most bytes that SQLite keeps in one value, unless it is built otherwise.
  static let limit = 1_000_000_000
  /// The bytes between two looks at whether anybody still waits.
  private static let step = 1 << 20

  /// Reads a whole file; nil where nobody waits for it any more.
  ///
  /// - Parameter progress: is told the part that is done, and answers whether to go on.
  static func read(
    _ path: Text, mayBeLarge: Bool, progress: (Double) -> Bool
  ) throws(FileError) -> [UInt8]? {
    // What is no file could let its reader wait.
    let file = path.withPath { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    guard file >= 0 else { throw .last }
    defer { close(file) }
    let size = try size(of: file)
    if size > limit { throw .tooLarge(size) }
    if size > largeLimit, !mayBeLarge { throw .large(size) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    var piece = [UInt8](repeating: 0, count: step)
    while true {
      let count = Foundation.read(file, &piece, step)
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw .last }
      if count == 0 { return bytes }
      bytes += piece.prefix(count)
      if bytes.count > limit { throw .tooLarge(bytes.count) }
      if !progress(min(1, Double(bytes.count) / Double(max(1, size)))) { return nil }
    }
  }

  private static func size(of file: Int32) throws(FileError) -> Int {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .last }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return Int(status.st_size)
    case S_IFDIR: throw .folder
    default: throw .notAFile
    }
  }

  /// Writes a whole file.
  ///
  /// One that was there is replaced only where it may be, and then as a whole or not at all.
  static func write(_ bytes: [UInt8], to path: Text, mayReplace: Bool) throws(FileError) {
    guard mayReplace, let old = path.resolved else { return try create(path, bytes) }
    var status = stat()
    guard old.withPath({ stat($0, &status) }) == 0 else { throw .last }
    if status.st_mode & S_IFMT == S_IFDIR { throw .folder }
    if status.st_mode & S_IFMT != S_IFREG { throw .notAFile }
    let new = Text(bytes: old.bytes + Array(".booklist-new".utf8))
    try create(new, bytes)
    _ = new.withPath { chmod($0, status.st_mode & 0o7777) }
    guard new.withPath({ new in old.withPath { rename(new, $0) } }) == 0 else {
      let error = FileError.last
      _ = new.withPath { unlink($0) }
      throw error
    }
  }

  /// Makes a file, and leaves nothing of it where that fails.
  private static func create(_ path: Text, _ bytes: [UInt8]) throws(FileError) {
    let file = path.withPath { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
    guard file >= 0 else { throw errno == EEXIST ? .exists : .last }
    var error = writeAll(bytes, to: file)
    if error == nil, fsync(file) != 0, errno != EINVAL, errno != ENOTSUP { error = .last }
    if close(file) != 0, error == nil { error = .last }
    guard let error else { return }
    _ = path.withPath { unlink($0) }
    throw error
  }

  private static func writeAll(_ bytes: [UInt8], to file: Int32) -> FileError? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, min($0.count, step)) }
      if count < 0, errno != EINTR { return .last }
      rest = rest.dropFirst(max(0, count))
    }
    return nil
  }
}
