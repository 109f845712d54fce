import Platform
import Screens

/// Opens web addresses with the program that the system has for that.
enum AddressOpener {
  #if canImport(Darwin)
    private static let program = "open"
  #else
    private static let program = "xdg-open"
  #endif

  /// The address of a file by its absolute path (RFC 8089).
  static func address(ofFile path: String) -> String {
    let encoded = path.unicodeScalars.map { ["%": "%25", "?": "%3F", "#": "%23"][$0] ?? String($0) }
    return "file://" + encoded.joined()
  }

  /// Gives the program an address, and does not wait for what becomes of it.
  ///
  /// - Returns: What is said about it.
  static func open(_ address: String) -> Message {
    guard let path = Environment.program(program),
      let process = try? SpawnedProcess(path, [address])
    else { return Wording.cannotOpen(address, noProgram: program) }
    // Somebody has to take note of the end of a process, or its number stays in use.
    SystemThread.start("address") { _ = process.wait() }
    return Wording.opened(address)
  }
}
