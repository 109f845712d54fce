import Foundation
import TestSupport
import Testing

@Suite("Arguments that are wrong")
struct ArgumentTests {
  /// What a terminal would obey: controls of both sets, texts for it, and the directions of writing.
  private static let driving =
    "\u{1B}[31m\u{1B}]0;title\u{7}\u{9B}2J\u{7F}\u{202E}\u{2066}\u{8}\n\u{2028}\u{9D}0;x"

  @Test(
    "What they hold never reaches the terminal unescaped",
    arguments: [
      ["--save-on", driving], ["--save-on=" + driving], ["--memory-budget", driving],
      ["--write-after", driving],
      ["--kind", driving], ["--" + driving], ["-" + driving], [driving, driving, driving],
      ["check", driving, driving], ["backup", "a", "b", driving], ["demo", "--books", driving],
    ])
  func hostile(_ arguments: [String]) throws {
    let error = #expect(throws: Command.Failure.self) { try Program.run(arguments) }
    guard case .failed(_, let status, let output) = error else { return }
    #expect(status == 64)
    #expect(output.contains("^[]0;title") && output.hasPrefix("booklist: "))
    let obeyed = output.unicodeScalars.filter { scalar in
      scalar != "\n"
        && [Unicode.GeneralCategory.control, .format, .lineSeparator].contains(
          scalar.properties.generalCategory)
    }
    #expect(obeyed.isEmpty)
  }

  @Test(
    "A name that is not UTF-8 is refused, and no other file is made in its place",
    arguments: ["", "check ", "backup old.sqlite ", "--table "])
  func notUTF8(_ before: String) async throws {
    let terminal = try await TmuxSession()
    try terminal.run("\(Program.path) \(before)\"$(printf 'caf\\351.sqlite')\"")
    try await terminal.waitUntil("it is said") { $0.contains("booklist: “caf�.sqlite” is not UTF-8") }
    #expect(try await terminal.exitStatus() == 64)
    let names = try FileManager.default.contentsOfDirectory(atPath: terminal.home.path(percentEncoded: false))
    #expect(!names.contains { $0.hasPrefix("caf") })
  }

  @Test(
    "What is wrong with the words of a command points to its own help",
    arguments: [["backup", "a"], ["check", "a", "b"], ["demo", "--books", "x"], ["demo", "--books", "1"]])
  func ownHelp(_ arguments: [String]) throws {
    let error = #expect(throws: Command.Failure.self) { try Program.run(arguments) }
    guard case .failed(_, _, let output) = error else { return }
    #expect(output.contains("See 'booklist \(arguments[0]) --help' for more information."))
    #expect(output.contains("Usage: booklist \(arguments[0])"))
  }

  @Test("Where there is no terminal to read keys from, that is said for a file and a pipe alike")
  func noTerminal() throws {
    let error = #expect(throws: Command.Failure.self) { try Command.run([Program.path, "none.sqlite"]) }
    guard case .failed(_, let status, let output) = error else { return }
    #expect(status == 2)
    #expect(
      output
        == "booklist: Standard input is not a terminal; booklist reads keys from it and cannot use a file or a pipe. Use --plain, which shows line by line.\n"
    )
  }

  @Test("Help is printed as it is")
  func help() throws {
    #expect(try Program.run(["--help"]).hasPrefix("OVERVIEW: Browse and edit"))
    #expect(try Program.run(["help", "demo"]).contains("--books"))
    #expect(try Program.run(["--generate-completion-script", "zsh"]).contains("#compdef"))
  }
}
