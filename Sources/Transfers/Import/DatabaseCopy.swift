import Platform
import SQLite

/// A temporary copy of an SQLite database with its log or journal, so that nothing is ever written to a device.
final class DatabaseCopy {
  private let folder: WorkFolder
  let path: String

  init(of source: String, isUnwanted: @Sendable () -> Bool) throws(StoreError) {
    folder = try WorkFolder.forStore()
    path = folder.path + "/copy.sqlite"
    for _ in 0..<Self.mostTries {
      let before = Self.marks(of: source)
      try Self.copy(source, to: path, isUnwanted)
      for ending in ["-wal", "-journal"] {
        unlink(path + ending)
        if access(source + ending, R_OK) == 0 {
          try Self.copy(source + ending, to: path + ending, isUnwanted)
        }
      }
      // Otherwise the copied files may not match: another program wrote meanwhile.
      if Self.marks(of: source) == before { return }
    }
    throw .busy
  }

  private static let mostTries = 5

  private static func marks(of source: String) -> [Int64] {
    ["", "-wal", "-journal"].map { source + $0 }.flatMap { path -> [Int64] in
      var status = stat()
      guard stat(path, &status) == 0 else { return [-1] }
      return [Int64(status.st_size), Int64(status.modified.tv_sec), Int64(status.modified.tv_nsec)]
    }
  }

  private static func copy(
    _ source: String, to target: String, _ isUnwanted: () -> Bool
  ) throws(StoreError) {
    let input = open(source, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw .cannotOpen(path: source, reason: .system(errno: errno)) }
    defer { close(input) }
    let output = open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard output >= 0 else { throw .cannotOpen(path: target, reason: .system(errno: errno)) }
    defer { close(output) }
    var isReading = true
    do throws(SystemError) {
      while true {
        if isUnwanted() { throw SystemError(EINTR) }
        let bytes = try DescriptorBytes.readAll(input, upTo: 1 << 20)
        if bytes.isEmpty { return }
        isReading = false
        try DescriptorBytes.writeAll(bytes, to: output)
        isReading = true
      }
    } catch {
      if isUnwanted() { throw .interrupted }
      throw isReading
        ? .cannotOpen(path: source, reason: .system(errno: error.number))
        : .cannotWrite(path: target, errno: error.number)
    }
  }
}
