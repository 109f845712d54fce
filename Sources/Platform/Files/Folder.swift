package enum Folder {
  package static func containing(_ path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// With all links resolved; nil if there is no such file.
  package static func realPath(of path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// The 64-bit FNV-1a hash of a path in hexadecimal (draft-eastlake-fnv, 2), the same in every run.
  package static func hash(ofPath path: String) -> String {
    let hash = path.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Creates a folder and its missing parents, accessible only to the owner; existing ones stay as they are.
  package static func make(_ folder: String) throws(SystemError) {
    if mkdir(folder, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, !folder.isEmpty, folder != "/" else { throw SystemError(path: folder) }
    try make(containing(folder))
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw SystemError(path: folder) }
  }

  /// Syncs the names in a folder to disk, if possible.
  package static func sync(_ folder: [UInt8]) {
    let descriptor = open(folder.map { CChar(bitPattern: $0) } + [0], O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// Calls `body` with each name in a folder, as bytes and in no order, and the folder's descriptor, until it returns false.
  package static func forEachName(
    in folder: UnsafePointer<CChar>, _ body: (_ name: [UInt8], _ folder: Int32) -> Bool
  ) throws(SystemError) {
    guard let stream = opendir(folder) else { throw SystemError(path: String(cString: folder)) }
    defer { closedir(stream) }
    while let next = readdir(stream) {
      let name = name(of: next)
      if name == Array(".".utf8) || name == Array("..".utf8) { continue }
      guard body(name, dirfd(stream)) else { return }
    }
  }

  /// The names in a folder, in no order; bytes that are not UTF-8 show as U+FFFD.
  package static func names(in folder: String) throws(SystemError) -> [String] {
    var names: [String] = []
    try forEachName(in: folder) { name, _ in
      names.append(String(decoding: name, as: UTF8.self))
      return true
    }
    return names
  }

  /// Removes a folder and its contents, ignoring errors; does not follow links.
  package static func remove(_ folder: String) { remove(Array(folder.utf8)) }

  private static func remove(_ path: [UInt8]) {
    let path = path.map { CChar(bitPattern: $0) } + [0]
    if unlink(path) == 0 { return }
    var names: [[UInt8]] = []
    // Removing entries during a scan can make the scan skip others.
    try? forEachName(in: path) { name, _ in
      names.append(name)
      return true
    }
    let start = path.dropLast().map { UInt8(bitPattern: $0) } + [UInt8(ascii: "/")]
    for name in names { remove(start + name) }
    rmdir(path)
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
    // Read by offset, because an entry may be shorter than its declared type.
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    let start = UnsafeRawPointer(entry) + offset
    let count = strlen(start.assumingMemoryBound(to: CChar.self))
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }
}
