import Platform

/// Adds and checks the trailer of a file, which has its length and checksum.
enum SealedFile {
  static func seal(_ path: String) throws(SyncError) {
    let (count, checksum) = try sum(path, upTo: .max)
    let descriptor = Platform.open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    guard descriptor >= 0 else { throw .file(path: path, SystemError(path: path)) }
    defer { close(descriptor) }
    do throws(SystemError) {
      try DescriptorBytes.writeAll(FileEnd.bytes(byteCount: count, checksum: checksum), to: descriptor)
    } catch { throw .file(path: path, error) }
  }

  /// Checks and removes the trailer; throws `damaged` if the file is cut off or changed.
  static func open(_ path: String) throws(SyncError) {
    let descriptor = Platform.open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw .file(path: path, SystemError(path: path)) }
    defer { close(descriptor) }
    let size = Int(lseek(descriptor, 0, SEEK_END)) - FileEnd.byteCount
    guard size > 0, lseek(descriptor, off_t(size), SEEK_SET) == size else { throw .damaged(path: path) }
    let end: [UInt8]
    do throws(SystemError) { end = try DescriptorBytes.readAll(descriptor, upTo: FileEnd.byteCount) } catch {
      throw .file(path: path, error)
    }
    guard let end = FileEnd.read(end[...]), end.byteCount == size,
      try sum(path, upTo: size).checksum == end.checksum
    else { throw .damaged(path: path) }
    guard ftruncate(descriptor, off_t(size)) == 0 else { throw .file(path: path, SystemError(path: path)) }
  }

  private static func sum(_ path: String, upTo limit: Int) throws(SyncError) -> (count: Int, checksum: UInt64)
  {
    let descriptor = Platform.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .file(path: path, SystemError(path: path)) }
    defer { close(descriptor) }
    var (checksum, count, buffer) = (Checksum(), 0, [UInt8](repeating: 0, count: 1 << 16))
    do throws(SystemError) {
      while count < limit {
        let read = try DescriptorBytes.readSome(descriptor, into: &buffer, upTo: limit - count, nil)
        if read == 0 { break }
        checksum.add(buffer[..<read])
        count += read
      }
    } catch { throw .file(path: path, error) }
    return (count, checksum.value)
  }
}
