import Platform
import Records
import SQLite

/// What tells this machine and the library's file from others.
enum Identity {
  /// A name that no other machine has made up.
  static var newName: String {
    let digits = String(UInt64.random(in: 0 ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  static var hostName: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "this machine" }
    let name = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return name.isEmpty ? "this machine" : String(name.prefix { $0 != "." })
  }

  /// What the computer is known by, so that a copied home folder is told from the one that it was copied from.
  static var computer: String {
    let bytes = (try? DescriptorBytes.readAll("/etc/machine-id", upTo: 64)) ?? []
    let text = String(decoding: bytes.filter { $0 > 32 && $0 < 127 }, as: UTF8.self)
    return text.isEmpty ? hostName : text
  }

  /// What tells a library's file on this computer from any other: another one in its place has another number.
  static func of(_ library: String) -> String {
    // The number of its device may be another one after a restart.
    let file = FileIdentity(library).map { "\($0.inode)" } ?? ""
    return "\(file) \(computer)"
  }

  /// What changes with each write to a database: its size and time, and the same of its write-ahead log with the salt of that
  /// (fileformat2.html, 4.1).
  ///
  /// Of the database itself no byte is read, because closing it would release the process's locks on it (POSIX, close).
  static func stamp(of path: String) -> String {
    let log = path + "-wal"
    let salt = (try? DescriptorBytes.readAll(log, upTo: 24)) ?? []
    return [path, log].map(state).joined(separator: " ")
      + " " + salt.dropFirst(16).map { String($0, radix: 16) }.joined(separator: ".")
  }

  /// Whether any later write will change the stamp.
  ///
  /// SQLite writes a restarted write-ahead log over the old one, so that its size stays the same at first and only its time
  /// changes, on some file systems in steps of two seconds.
  static func isSure(of path: String) -> Bool {
    var status = stat()
    guard stat(path + "-wal", &status) == 0, status.st_size > 0 else { return true }
    #if canImport(Darwin)
      let changed = status.st_mtimespec.tv_sec
    #else
      let changed = status.st_mtim.tv_sec
    #endif
    return time(nil) - changed > 2
  }

  private static func state(of path: String) -> String {
    var status = stat()
    guard stat(path, &status) == 0, status.st_size > 0 else { return "-" }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return "\(status.st_ino) \(status.st_size) \(time.tv_sec).\(time.tv_nsec)"
  }
}
