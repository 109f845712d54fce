import Platform
import Records
import SQLite

struct ValueImport: Sendable {
  let path: Text
  let isText: Bool

  private static let pieceSize = 1 << 20

  static func byteCount(of path: Text, limit: Int) throws(StoreError) -> Int {
    var status = stat()
    guard path.withPath({ stat($0, &status) }) == 0 else { throw FileAccess.failure(path.string) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .cannotOpen(path: path.string, reason: .directory)
    default: throw .cannotOpen(path: path.string, reason: .notAFile)
    }
    guard path.withPath({ access($0, R_OK) }) == 0 else { throw FileAccess.failure(path.string) }
    let count = Int(status.st_size)
    guard count <= limit else { throw .tooLarge(byteCount: count, limit: limit) }
    return count
  }

  func run(
    on connection: Connection, _ cancellation: Cancellation, report: (TransferNews) -> Void
  ) throws(StoreError) {
    let limit = connection.lengthLimit
    let count = try Self.byteCount(of: path, limit: limit)
    let descriptor = path.withPath { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    guard descriptor >= 0 else { throw FileAccess.failure(path.string) }
    defer { close(descriptor) }
    var progress = ValueExport.Progress(total: count)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while true {
      try cancellation.check()
      let piece = try piece(of: descriptor)
      bytes += piece
      if piece.isEmpty { break }
      // The file may have grown meanwhile.
      guard bytes.count <= limit else { throw .tooLarge(byteCount: bytes.count, limit: limit) }
      if let news = progress.news(at: bytes.count) { report(news) }
    }
    report(.imported(path: path, isText ? .text(Text(bytes: bytes)) : .blob(bytes)))
  }

  private func piece(of descriptor: Int32) throws(StoreError) -> [UInt8] {
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, initializedCount in
      repeat { count = read(descriptor, buffer.baseAddress, buffer.count) } while count < 0 && errno == EINTR
      initializedCount = max(0, count)
    }
    guard count >= 0 else { throw .cannotOpen(path: path.string, reason: .system(errno: errno)) }
    return bytes
  }
}
