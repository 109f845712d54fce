import Foundation
import Testing

/// A short run of each part of the torture, which goes on for as long as one likes by `make torture`.
@Suite("Torture", .serialized)
struct TortureTests {
  private final class Anchor {}

  /// The program, which lies where the tests' own bundle does.
  private static let program: URL = {
    let places = [Bundle.main.bundleURL, Bundle(for: Anchor.self).bundleURL.deletingLastPathComponent()]
    return places.map { $0.appending(path: "Torture") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) } ?? URL(filePath: "Torture")
  }()

  @Test(
    "Nothing is lost, and nothing else is wrong", arguments: ["faults", "kills", "others", "keys", "files"])
  func part(_ name: String) throws {
    let process = Process()
    let output = Pipe()
    process.executableURL = Self.program
    process.arguments = [name, "--seconds", "2"]
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    // The text has the seed, by which the same can be done again.
    #expect(process.terminationStatus == 0, "\(text)")
    #expect(text.contains("edits lost                0"), "\(text)")
  }
}
