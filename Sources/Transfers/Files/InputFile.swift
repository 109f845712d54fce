import Formats
import Platform

final class InputFile {
  let byteCount: Int?
  private(set) var readCount = 0
  private let descriptor: Int32
  private let isOwn: Bool
  private let isCancelled: () -> Bool
  private var isAtEnd = false

  static let pieceSize = 1 << 18

  init(_ path: String, isCancelled: @escaping () -> Bool) throws(ImportError) {
    (self.isCancelled, isOwn) = (isCancelled, path != "-")
    do throws(SystemError) {
      descriptor = isOwn ? try DescriptorBytes.openToRead(path) : CommandWorld.current.input
    } catch { throw .unreadable(errno: error.number) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(errno: errno) }
    if status.st_mode & S_IFMT == S_IFDIR { throw .unreadable(errno: EISDIR) }
    byteCount = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  deinit { if isOwn { close(descriptor) } }

  var fraction: Double? { byteCount.map { $0 > 0 ? min(1, Double(readCount) / Double($0)) : 1 } }

  /// The next `pieceSize` bytes, even from a slow pipe; fewer or none at the end.
  func next() throws(ImportError) -> [UInt8] {
    // A terminal would wait for a second end of file to be typed.
    if isAtEnd { return [] }
    do throws(SystemError) {
      let bytes = try DescriptorBytes.readAll(descriptor, upTo: Self.pieceSize, isCancelled: isCancelled)
      readCount += bytes.count
      isAtEnd = bytes.count < Self.pieceSize
      return bytes
    } catch { throw .unreadable(errno: error.number) }
  }

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
