import Platform
import Screens

enum AddressOpener {
  #if canImport(Darwin)
    private static let program = "open"
  #else
    private static let program = "xdg-open"
  #endif

  /// The `file:` URL of an absolute path (RFC 8089).
  static func address(ofFile path: String) -> String {
    let encoded = path.unicodeScalars.map { ["%": "%25", "?": "%3F", "#": "%23"][$0] ?? String($0) }
    return "file://" + encoded.joined()
  }

  /// Passes an address to the program without waiting for it.
  static func open(_ address: String) -> Message {
    guard let path = Environment.program(program),
      let process = try? SpawnedProcess(path, [address])
    else { return Wording.cannotOpen(address, noProgram: program) }
    // Unless a process is waited for, it stays a zombie.
    SystemThread.start("address") { _ = process.wait() }
    return Wording.opened(address)
  }
}
