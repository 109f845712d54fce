import Platform
import Records

final class ChangeFileReader {
  let header: FileHeader
  let checksum: UInt64
  private let path: String
  private let largeValues: LargeValues?
  /// The large values that were not looked up.
  private var names: Set<LargeValueName> = []
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var place = 0
  private var rest: Int
  private var table: FileTable?
  private let byteCount: Int

  /// Opens and verifies a file; without `largeValues`, their stand-ins are returned.
  ///
  /// - Throws: `damaged`, `.later` if a later version wrote the file, or a read error.
  init(_ path: String, _ largeValues: LargeValues? = nil) throws(SyncError) {
    (self.path, self.largeValues) = (path, largeValues)
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .file(path: path, SystemError(path: path)) }
    do throws(SyncError) {
      (rest, checksum) = try Self.check(descriptor, path)
      let start = try Self.header(descriptor, path, rest)
      (header, buffer) = (start.header, start.rows)
      byteCount = rest
      rest -= start.byteCount
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit { close(descriptor) }

  private static func check(_ descriptor: Int32, _ path: String) throws(SyncError) -> (Int, UInt64) {
    let size = Int(lseek(descriptor, 0, SEEK_END)) - FileEnd.byteCount
    guard size > 0, lseek(descriptor, off_t(size), SEEK_SET) == size,
      let end = FileEnd.read(bytes(descriptor, FileEnd.byteCount)[...]), end.byteCount == size
    else { throw .damaged(path: path) }
    lseek(descriptor, 0, SEEK_SET)
    var (checksum, rest) = (Checksum(), size)
    while rest > 0 {
      let part = bytes(descriptor, min(rest, 1 << 16))
      guard !part.isEmpty else { throw .damaged(path: path) }
      checksum.add(part)
      rest -= part.count
    }
    guard checksum.value == end.checksum else { throw .damaged(path: path) }
    lseek(descriptor, 0, SEEK_SET)
    return (size, end.checksum)
  }

  private static let mostHeaderBytes = 1 << 20

  /// Also returns the bytes read after the header, and how many bytes were read.
  private static func header(
    _ descriptor: Int32, _ path: String, _ size: Int
  ) throws(SyncError) -> (header: FileHeader, rows: [UInt8], byteCount: Int) {
    var start: [UInt8] = []
    while start.count < min(size, mostHeaderBytes) {
      let part = bytes(descriptor, min(size - start.count, 1 << 14))
      if part.isEmpty { break }
      start += part
      guard let end = end(of: start) else { continue }
      let lines = String(decoding: start[..<end], as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false)
      if FileHeader.isOfLaterVersion(lines[0]) { throw .later(path: path) }
      guard let header = FileHeader(lines: lines) else { throw .damaged(path: path) }
      return (header, Array(start[(end + 2)...]), start.count)
    }
    throw .damaged(path: path)
  }

  private static func end(of bytes: [UInt8]) -> Int? {
    bytes.indices.dropLast().first { bytes[$0] == 10 && bytes[$0 + 1] == 10 }
  }

  private static func bytes(_ descriptor: Int32, _ count: Int) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let read = buffer.withUnsafeMutableBytes { bytes in
        Platform.read(descriptor, bytes.baseAddress.map { $0 + filled }, count - filled)
      }
      if read < 0, errno == EINTR { continue }
      if read <= 0 { break }
      filled += read
    }
    return filled == count ? buffer : Array(buffer[..<filled])
  }

  // MARK: Rows

  var fraction: Double { Double(byteCount - rest) / Double(max(1, byteCount)) }

  /// Verifies that all changes can be read; returns the names of the large values.
  func readThrough() throws(SyncError) -> Set<LargeValueName> {
    while try next() != nil {}
    return names
  }

  func next() throws(SyncError) -> (table: FileTable, operation: RowOperation)? {
    while let kind = try byte() {
      if kind == UInt8(ascii: "T") {
        try readTable()
        continue
      }
      guard let table, try byte() != nil else { throw .damaged(path: path) }
      return (table, try operation(kind, table))
    }
    return nil
  }

  private func readTable() throws(SyncError) {
    let count = try self.count()
    guard count <= 1 << 16 else { throw .damaged(path: path) }
    for _ in 0..<count { _ = try byte() }
    var name: [UInt8] = []
    while let byte = try byte(), byte != 0 { name.append(byte) }
    let text = String(decoding: name, as: UTF8.self)
    guard let table = header.tables.first(where: { $0.name == text && $0.columns.count == count }) else {
      throw .damaged(path: path)
    }
    self.table = table
  }

  private func operation(_ kind: UInt8, _ table: FileTable) throws(SyncError) -> RowOperation {
    switch kind {
    case ChangesetEncoder.insert: return .insert(try row(table).map { $0 ?? .null })
    case ChangesetEncoder.delete: return .delete(try row(table).map { $0 ?? .null })
    case ChangesetEncoder.update:
      let (old, new) = (try row(table), try row(table))
      var cells: [Int: (old: Value, new: Value)] = [:]
      for place in table.key.count..<table.columns.count {
        if let before = old[place], let after = new[place] { cells[place] = (before, after) }
      }
      return .update(key: old.prefix(table.key.count).map { $0 ?? .null }, cells: cells)
    default: throw .damaged(path: path)
    }
  }

  private func row(_ table: FileTable) throws(SyncError) -> [Value?] {
    var values = [Value?](repeating: nil, count: table.columns.count)
    for place in table.places { values[place] = try value() }
    return values
  }

  private func value() throws(SyncError) -> Value? {
    switch try byte() {
    case 0: nil
    case 1: .integer(Int64(bitPattern: try number()))
    case 2: .real(Double(bitPattern: try number()))
    case 3: .text(Text(bytes: try content()))
    case 4: try blob()
    case 5: .null
    default: throw .damaged(path: path)
    }
  }

  private func blob() throws(SyncError) -> Value {
    let bytes = try content()
    guard LargeValueName.isMarked(bytes) else { return .blob(bytes) }
    guard let name = LargeValueName(standIn: bytes) else { throw .damaged(path: path) }
    guard let largeValues else {
      names.insert(name)
      return .blob(bytes)
    }
    guard let value = largeValues.value(name) else { throw .damaged(path: name.text) }
    return value
  }

  private func number() throws(SyncError) -> UInt64 {
    try fill(8)
    defer { place += 8 }
    return buffer[place..<place + 8].reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func content() throws(SyncError) -> [UInt8] {
    let count = try self.count()
    guard count <= buffer.count - place + rest else { throw .damaged(path: path) }
    try fill(count)
    defer { place += count }
    return Array(buffer[place..<place + count])
  }

  private func count() throws(SyncError) -> Int {
    var count = 0
    while let byte = try byte() {
      count = count << 7 | Int(byte & 0x7F)
      if byte & 0x80 == 0 { return count }
      if count > 1 << 40 { break }
    }
    throw .damaged(path: path)
  }

  private func byte() throws(SyncError) -> UInt8? {
    if place == buffer.count {
      if rest == 0 { return nil }
      try fill(1)
    }
    defer { place += 1 }
    return buffer[place]
  }

  /// Fills the buffer so that at least `count` bytes follow the current position.
  private func fill(_ count: Int) throws(SyncError) {
    let missing = count - (buffer.count - place)
    if missing <= 0 { return }
    guard missing <= rest else { throw .damaged(path: path) }
    buffer.removeSubrange(..<place)
    place = 0
    let part = Self.bytes(descriptor, min(rest, max(missing, 1 << 16)))
    guard part.count >= missing else { throw .damaged(path: path) }
    buffer += part
    rest -= part.count
  }
}
