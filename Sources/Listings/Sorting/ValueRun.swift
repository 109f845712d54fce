import SQLite

/// A sorted run of counted values in a temporary file, read from its beginning.
final class ValueRun {
  private let file: TemporaryFile
  private var rest: Range<Int>
  private var buffer: UnsafeMutableRawBufferPointer
  private var unread = 0..<0
  /// The current value, valid until `advance()` is called; nil at the end.
  private(set) var current: CountedCell?

  init(_ file: TemporaryFile, _ range: Range<Int>, bufferSize: Int) {
    (self.file, rest) = (file, range)
    buffer = .allocate(byteCount: bufferSize, alignment: 8)
  }

  deinit { buffer.deallocate() }

  func advance() throws(StoreError) {
    current = nil
    if unread.isEmpty, rest.isEmpty { return }
    let head = try bytes(CountedCell.headSize)
    guard let size = CountedCell.size(head: head), let cell = CountedCell(try bytes(size)) else {
      throw .ioError(code: 0)
    }
    current = cell
    unread.removeFirst(size)
  }

  /// The next bytes, without consuming them.
  private func bytes(_ count: Int) throws(StoreError) -> UnsafeRawBufferPointer {
    if unread.count < count { try fill(count) }
    let range = unread.lowerBound..<unread.lowerBound + count
    return UnsafeRawBufferPointer(rebasing: buffer[range])
  }

  private func fill(_ count: Int) throws(StoreError) {
    guard count <= unread.count + rest.count else { throw .ioError(code: 0) }
    let old = buffer
    if count > buffer.count { buffer = .allocate(byteCount: count, alignment: 8) }
    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: old[unread]))
    if count > old.count { old.deallocate() }
    unread = 0..<unread.count
    let room = UnsafeMutableRawBufferPointer(rebasing: buffer[unread.count...].prefix(rest.count))
    guard file.read(into: room, at: rest.lowerBound) == room.count else { throw .ioError(code: 0) }
    rest.removeFirst(room.count)
    unread = 0..<unread.count + room.count
  }
}
