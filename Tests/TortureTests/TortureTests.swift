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
    "Nothing is lost, and nothing else is wrong",
    arguments: [
      "faults", "kills", "others", "reused", "replaced", "power", "damage", "signals", "commands", "keys",
      "terminal-bytes",
      "files",
      "undos",
      "killed-undos",
    ])
  func part(_ name: String) throws { try run([name, "--seconds", "2"]) }

  @Test(
    "A full-text index stays that of the books where memory runs out while FTS5 reads its own table",
    arguments: ["rollback,quit", "wal,abandoned"])
  func fullTextIndex(_ way: String) throws {
    // The first statements that FTS5 reads its totals by, and some more for other versions of SQLite.
    for number in stride(from: 280, through: 336, by: 2) {
      try run(["faults", "--only", "allocation,\(way),\(number)"])
    }
  }

  private func run(_ arguments: [String]) throws {
    let process = Process()
    let output = Pipe()
    process.executableURL = Self.program
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    // The text has the seed, by which the same can be done again.
    #expect(process.terminationStatus == 0, "\(text)")
    #expect(text.contains("edits lost                0"), "\(text)")
  }
}
