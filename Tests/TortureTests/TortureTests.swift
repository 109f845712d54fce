import Foundation
import Testing

/// A short run of each part of the torture, which goes on for as long as one likes by `make torture`.
@Suite("Torture") struct TortureTests {
  private final class Anchor {}

  /// A program that was built, which lies where the tests' own bundle does.
  private static func program(_ name: String) -> URL {
    let places = [Bundle.main.bundleURL, Bundle(for: Anchor.self).bundleURL.deletingLastPathComponent()]
    return places.map { $0.appending(path: name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) } ?? URL(filePath: name)
  }

  @Test("No fault, kill or power cut loses anything", arguments: ["faults", "kills", "power"])
  func losses(_ part: String) throws { try run([part, "--seconds", "2"]) }

  @Test(
    "Each other part runs",
    arguments: [
      "others", "reused", "replaced", "damage", "signals",
      // Other tests may have the machine for longer than a second, which is what a command has otherwise.
      "commands --patience 60",
      "keys", "terminal-bytes", "files", "undos", "killed-undos", "syncs",
    ])
  func part(_ words: String) throws {
    try run(words.split(separator: " ").map(String.init) + ["--seconds", "1"])
  }

  @Test(
    "A full-text index stays that of the books where memory runs out while FTS5 reads its own table",
    arguments: ["rollback,quit", "wal,abandoned"])
  func fullTextIndex(_ way: String) throws {
    // The first statements that FTS5 reads its totals by, and some more for other versions of SQLite.
    for number in stride(from: 280, through: 336, by: 2) {
      try run(["faults", "--only", "allocation,\(way),\(number)"])
    }
  }

  /// The commands that need no signal, and why.
  private static let unsignalled = ["help": "It prints a text that the program has."]

  @Test("Each command of the program gets signals in a scene") func scenes() throws {
    struct Dump: Decodable {
      struct Command: Decodable {
        let commandName: String
        let subcommands: [Command]?
      }
      let command: Command
    }
    let dump = try output(of: "booklist", ["--experimental-dump-help"]).text
    let description = try JSONDecoder().decode(Dump.self, from: Data(dump.utf8)).command
    let names = try #require(description.subcommands).map(\.commandName)
    let scenes = try output(of: "Torture", ["commands", "--list"]).text.split(separator: "\n")
    let seen = Set(scenes.compactMap { $0.split(separator: " ").first.map(String.init) })
    let forgotten = names.filter { !seen.contains($0) && Self.unsignalled[$0] == nil }
    #expect(forgotten == [])
    #expect(seen.isSubset(of: names))
  }

  private func run(_ arguments: [String]) throws {
    let (status, text) = try output(of: "Torture", arguments)
    // The text has the seed, by which the same can be done again.
    #expect(status == 0, "\(text)")
    #expect(text.contains("edits lost                0"), "\(text)")
  }

  private func output(of name: String, _ arguments: [String]) throws -> (status: Int32, text: String) {
    let process = Process()
    let output = Pipe()
    process.executableURL = Self.program(name)
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }
}
