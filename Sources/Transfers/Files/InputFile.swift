import BookStore
import Formats
import Platform

/// The bytes of a file or of standard input, in chunks.
final class InputFile {
  /// The number of bytes, if known.
  let byteCount: Int?
  /// How many have been read.
  private(set) var readCount = 0
  private let descriptor: Int32
  private let isOwn: Bool
  private let isCancelled: () -> Bool
  private var isAtEnd = false

  /// How many bytes are read at once.
  static let pieceSize = 1 << 18

  /// Opens a file; `-` is standard input.
  ///
  /// - Parameter isCancelled: Whether the bytes are no longer wanted, which also ends a wait for some.
  /// - Throws: `ImportError.unreadable`.
  init(_ path: String, isCancelled: @escaping () -> Bool) throws(ImportError) {
    (self.isCancelled, isOwn) = (isCancelled, path != "-")
    do throws(SystemError) {
      descriptor = isOwn ? try DescriptorBytes.openToRead(path) : CommandWorld.current.input
    } catch {
      throw .unreadable(errno: error.number)
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(errno: errno) }
    if status.st_mode & S_IFMT == S_IFDIR { throw .unreadable(errno: EISDIR) }
    byteCount = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  deinit { if isOwn { close(descriptor) } }

  /// The fraction of the file that was read, from 0 to 1, if known.
  var fraction: Double? {
    byteCount.map { $0 > 0 ? min(1, Double(readCount) / Double($0)) : 1 }
  }

  /// The next bytes: as many as `pieceSize`, also of a pipe that has fewer at a time; fewer or none at the end.
  func next() throws(ImportError) -> [UInt8] {
    // At a terminal, a second look for the end would wait for it to be typed again.
    if isAtEnd { return [] }
    do throws(SystemError) {
      let bytes = try DescriptorBytes.readAll(
        descriptor, upTo: Self.pieceSize, isCancelled: isCancelled)
      readCount += bytes.count
      isAtEnd = bytes.count < Self.pieceSize
      return bytes
    } catch {
      throw .unreadable(errno: error.number)
    }
  }

  /// All remaining bytes, appended to some that were read before.
  ///
  /// - Throws: `fileTooLong` if there are more than the limit for files read whole.
  func whole(after first: [UInt8]) throws(ImportError) -> [UInt8] {
    var bytes = first
    while true {
      let next = try next()
      if next.isEmpty { return bytes }
      bytes += next
      if bytes.count > FormatReader.longestWholeFile { throw .format(.fileTooLong) }
    }
  }
}
