import Foundation
import Synchronization
import TestSupport
import Testing

@testable import MemoryPressure

/// Warnings out of files, FIFOs and sockets, each made by the test as another process would.
@Suite struct PressureMonitorTests {
  private let home: TemporaryFolder
  private var folder: String { home.path }

  init() throws { home = try TemporaryFolder() }

  private func monitor(_ source: PressureSource, _ environment: [String: String] = [:]) -> PressureMonitor {
    PressureMonitor(source, environment: environment) {}
  }

  /// Takes warnings until there is one, or until patience is at its end.
  private func wait(_ monitor: PressureMonitor, again: () -> Void = {}) -> MemoryWarning? {
    let end = ContinuousClock.now + patience
    repeat {
      if let warning = monitor.take() { return warning }
      again()
      // A burst lasts a second, in which the other tests need the processor.
      usleep(1_000)
    } while ContinuousClock.now < end
    return nil
  }

  private func fifo() throws -> (path: String, write: () -> Void) {
    let path = folder + "/fifo"
    try #require(mkfifo(path, 0o600) == 0)
    return (path, { Self.write("x", to: path) })
  }

  private static func write(_ text: String, to path: String) {
    let number = open(path, O_WRONLY | O_NONBLOCK)
    _ = Array(text.utf8).withUnsafeBytes { Foundation.write(number, $0.baseAddress, $0.count) }
    close(number)
  }

  @Test("the service manager's FIFO warns, again and again, also after who wrote has closed it")
  func watchedFIFO() throws {
    let (path, write) = try fifo()
    let monitor = monitor(.automatic, ["MEMORY_PRESSURE_WATCH": path])
    #expect(monitor.take() == nil)
    write()
    #expect(wait(monitor) == MemoryWarning(level: .full, origin: .serviceManager))
    // Within a second it would be the same burst.
    #expect(wait(monitor, again: write) == MemoryWarning(level: .full, origin: .serviceManager))
  }

  @Test("a measure of some in MEMORY_PRESSURE_WRITE makes the warning one of some") func measure() throws {
    let (path, write) = try fifo()
    let measure = Data("some 200000 2000000\0".utf8).base64EncodedString()
    let monitor = monitor(.automatic, ["MEMORY_PRESSURE_WATCH": path, "MEMORY_PRESSURE_WRITE": measure])
    write()
    #expect(wait(monitor) == MemoryWarning(level: .some, origin: .serviceManager))
  }

  @Test("a socket gets what is to be written, and what it sends is a warning") func socket() throws {
    let path = folder + "/socket"
    let server = try #require(PressureServer(path))
    let monitor = monitor(
      .automatic,
      ["MEMORY_PRESSURE_WATCH": path, "MEMORY_PRESSURE_WRITE": Data("full 1 2".utf8).base64EncodedString()])
    #expect(server.accept() == "full 1 2")
    server.send("!")
    #expect(wait(monitor) == MemoryWarning(level: .full, origin: .serviceManager))
  }

  @Test("a file in the form of the kernel's is read, and never written") func file() throws {
    let path = folder + "/memory"
    func put(_ some: Int, _ full: Int) throws {
      let text = "some avg10=0.00 avg60=0.00 avg300=0.00 total=\(some)\nfull avg10=0.00 total=\(full)\n"
      try text.write(toFile: path, atomically: false, encoding: .utf8)
    }
    try put(0, 0)
    let monitor = monitor(.file(path))
    try put(400_000, 0)
    #expect(wait(monitor) == MemoryWarning(level: .some, origin: .file))
    try put(400_000, 300_000)
    #expect(wait(monitor) == MemoryWarning(level: .full, origin: .file))
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("total=400000"))
  }

  @Test("a burst is one warning, and one that is worse goes through") func burst() throws {
    let monitor = monitor(.off)
    for _ in 0..<100 { monitor.note(MemoryWarning(level: .some, origin: .system)) }
    #expect(monitor.take()?.level == .some)
    for _ in 0..<100 { monitor.note(MemoryWarning(level: .some, origin: .system)) }
    #expect(monitor.take() == nil)
    monitor.note(MemoryWarning(level: .full, origin: .system))
    monitor.note(MemoryWarning(level: .some, origin: .system))
    #expect(monitor.take()?.level == .full)
    #expect(monitor.take() == nil)
  }

  @Test("each warning that says something new wakes who waits for it, once") func wakes() {
    let count = Mutex(0)
    let monitor = PressureMonitor(.off, environment: [:]) { count.withLock { $0 += 1 } }
    for (level, wakes) in [(.some, 1), (.some, 1), (.full, 2), (.some, 2)] as [(MemoryWarning.Level, Int)] {
      monitor.note(MemoryWarning(level: level, origin: .system))
      #expect(count.withLock { $0 } == wakes)
    }
  }

  @Test("what is not there, is a folder or says /dev/null never warns and does no harm")
  func nothing() throws {
    try "a diary".write(toFile: folder + "/diary", atomically: true, encoding: .utf8)
    for path in ["/nonexistent", folder, "/dev/null", folder + "/diary", "/dev/zero"] {
      #expect(PressureSource.automatic.feeds(environment: ["MEMORY_PRESSURE_WATCH": path]).isEmpty)
    }
    #expect(try String(contentsOfFile: folder + "/diary", encoding: .utf8) == "a diary")
    #expect(PressureSource.off.feeds(environment: [:]).isEmpty)
  }

  @Test(
    "a pressure file of the kernel is listened to where there is one",
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/pressure/memory")))
  func kernel() {
    let feeds = PressureSource.file("/proc/pressure/memory").feeds(environment: [:])
    #expect(!feeds.isEmpty)
    #expect(feeds.allSatisfy { $0.warning.origin == .file })
  }

  @Test("the forms of a source") func forms() {
    #expect(PressureSource("off") == .off)
    #expect(PressureSource("auto") == .automatic)
    #expect(PressureSource("/proc/pressure/memory") == .file("/proc/pressure/memory"))
  }
}

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
