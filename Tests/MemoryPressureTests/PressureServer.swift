import Foundation

/// The other end of a socket of the local kind, as a service manager holds it.
final class PressureServer {
  private let listener: Int32
  private var connection: Int32 = -1

  init?(_ path: String) {
    #if canImport(Glibc)
      listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
      listener = socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) == 0 }
    }
    guard isBound, listen(listener, 1) == 0 else { return nil }
  }

  deinit { for number in [listener, connection] where number >= 0 { close(number) } }

  /// Takes the connection and answers what comes with it.
  func accept() -> String {
    connection = Foundation.accept(listener, nil, nil)
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = read(connection, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }

  #if os(Linux)
    /// MSG_NOSIGNAL: if nobody listens any more, SIGPIPE would end all tests.
    private static let withoutSignal: Int32 = 0x4000
  #else
    private static let withoutSignal: Int32 = 0
  #endif

  func send(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes {
      Foundation.send(connection, $0.baseAddress, $0.count, Self.withoutSignal)
    }
  }
}
