import Platform

/// A folder on a USB stick, on a network share, or synced by a program such as Syncthing or git.
package struct FolderCarrier: Carrier {
  private let folder: String

  /// Uses an existing folder; never creates it, because a missing USB stick would leave an empty folder behind.
  package init(_ folder: String) throws(SyncError) {
    var status = stat()
    guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw .noFolder(place: folder)
    }
    self.folder = folder
  }

  package func list() throws(SyncError) -> [String] {
    do throws(SystemError) { return try Folder.names(in: folder).sorted().filter { !isEmpty($0) } } catch {
      throw unreachable(error)
    }
  }

  package func get(_ name: String, to path: String) throws(SyncError) {
    // Opening a pipe would block.
    let source = open("\(folder)/\(name)", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard source >= 0 else { throw unreachable(SystemError()) }
    defer { close(source) }
    var status = stat()
    guard fstat(source, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw unreachable(SystemError(EINVAL))
    }
    do throws(SystemError) {
      let file = try WholeFile(path, replaces: true, isPrivate: true)
      try copy(source, to: file.descriptor)
      try file.finish()
    } catch { throw .file(path: path, error) }
  }

  package func put(_ path: String, as name: String) throws(SyncError) {
    let source = open(path, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw .file(path: path, SystemError(path: path)) }
    defer { close(source) }
    do throws(SystemError) {
      let file = try WholeFile("\(folder)/\(name)", replaces: isEmpty(name))
      try copy(source, to: file.descriptor)
      try file.finish()
    } catch {
      if error.number == EEXIST { return }
      throw unreachable(error)
    }
  }

  /// Whether a file is the rest of an interrupted write: without hard links, as on FAT, the name is claimed first.
  private func isEmpty(_ name: String) -> Bool {
    var status = stat()
    return stat("\(folder)/\(name)", &status) == 0 && status.st_size == 0
  }

  private func copy(_ source: Int32, to target: Int32) throws(SystemError) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try DescriptorBytes.readSome(source, into: &buffer, nil)
      if count == 0 { return }
      try DescriptorBytes.writeAll(buffer[..<count], to: target)
    }
  }

  private func unreachable(_ error: SystemError) -> SyncError {
    .unreachable(place: folder, detail: error.reason)
  }
}
