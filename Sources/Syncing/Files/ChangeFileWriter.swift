import Platform

/// Writes a file of changes; it is invisible to others until it is complete.
final class ChangeFileWriter {
  private let file: WholeFile
  private let path: String
  private let largeValues: LargeValues?
  private var buffer: [UInt8] = []
  private var checksum = Checksum()
  private var byteCount = 0
  private var table: FileTable?
  private(set) var rowCount = 0
  private(set) var valueNames: Set<String> = []

  /// - Parameter largeValues: Where large values go; nil to store them in the file.
  init(_ path: String, _ header: FileHeader, _ largeValues: LargeValues? = nil) throws(SyncError) {
    (self.path, self.largeValues) = (path, largeValues)
    do throws(SystemError) {
      file = try WholeFile(path, replaces: true, isPrivate: true)
    } catch { throw .file(path: path, error) }
    buffer = header.bytes
  }

  func append(_ operation: RowOperation, of table: FileTable) throws(SyncError) {
    if table != self.table {
      buffer += ChangesetEncoder.head(of: table)
      self.table = table
    }
    let sent = try largeValues?.sent(operation, noting: &valueNames) ?? operation
    buffer += ChangesetEncoder.bytes(of: sent, in: table)
    rowCount += 1
    if buffer.count > 1 << 16 { try flush() }
  }

  func finish() throws(SyncError) -> UInt64 {
    try flush()
    let sum = checksum.value
    buffer = FileEnd.bytes(byteCount: byteCount, checksum: sum)
    try flush()
    do throws(SystemError) { try file.finish() } catch { throw .file(path: path, error) }
    return sum
  }

  private func flush() throws(SyncError) {
    do throws(SystemError) {
      try DescriptorBytes.writeAll(buffer, to: file.descriptor)
    } catch { throw .file(path: path, error) }
    checksum.add(buffer)
    byteCount += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }
}
