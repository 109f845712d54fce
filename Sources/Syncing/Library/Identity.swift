import Platform
import SQLite

enum Identity {
  static var hostName: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "this machine" }
    let name = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return name.isEmpty ? "this machine" : String(name.prefix { $0 != "." })
  }

  /// Identifies the computer, to tell a copied home folder from the original.
  static var computer: String {
    let bytes = (try? DescriptorBytes.readAll("/etc/machine-id", upTo: 64)) ?? []
    let text = String(decoding: bytes.filter { $0 > 32 && $0 < 127 }, as: UTF8.self)
    return text.isEmpty ? hostName : text
  }

  /// Identifies a library's file on this computer; a replacement of the file differs.
  static func of(_ library: String) -> String {
    // The device number may change after a restart.
    let file = FileIdentity(library).map { "\($0.inode)" } ?? ""
    return "\(file) \(computer)"
  }

  /// Changes with each write to a database: made of its size and time, and those of its write-ahead log with the log's salt
  /// (fileformat2.html, 4.1).
  ///
  /// Does not open the database, because closing it would release the process's locks on it (POSIX, close).
  static func stamp(of path: String) -> String {
    let log = path + "-wal"
    let salt = (try? DescriptorBytes.readAll(log, upTo: 24)) ?? []
    return [path, log].map(state).joined(separator: " ")
      + " " + salt.dropFirst(16).map { String($0, radix: 16) }.joined(separator: ".")
  }

  /// Whether any later write will change the stamp.
  ///
  /// SQLite overwrites a restarted log in place, which at first changes only its time, on some file systems in steps of two
  /// seconds.
  static func isSure(of path: String) -> Bool {
    var status = stat()
    guard stat(path + "-wal", &status) == 0, status.st_size > 0 else { return true }
    return time(nil) - status.modified.tv_sec > 2
  }

  private static func state(of path: String) -> String {
    var status = stat()
    guard stat(path, &status) == 0, status.st_size > 0 else { return "-" }
    return "\(status.st_ino) \(status.st_size) \(status.modified.tv_sec).\(status.modified.tv_nsec)"
  }
}
