import Foundation
import TestSupport
import Testing

@Suite("Arguments that are wrong") struct ArgumentTests {
  /// What a terminal would obey: controls of both sets, texts for it, and the directions of writing.
  private static let driving =
    "\u{1B}[31m\u{1B}]0;title\u{7}\u{9B}2J\u{7F}\u{202E}\u{2066}\u{8}\n\u{2028}\u{9D}0;x"

  @Test(
    "What they hold never reaches the terminal unescaped",
    arguments: [
      ["--save-on", driving], ["--save-on=" + driving], ["--memory-budget", driving],
      ["--write-after", driving], ["--kind", driving], ["--" + driving], ["-" + driving],
      [driving, driving, driving], ["check", driving, driving], ["backup", "a", "b", driving],
      ["demo", "--books", driving],
    ])
  func hostile(_ arguments: [String]) throws {
    let outcome = try Program.outcome(of: arguments)
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("^[]0;title") && outcome.errors.hasPrefix("booklist: "))
    let obeyed = outcome.errors.unicodeScalars.filter { scalar in
      scalar != "\n"
        && [Unicode.GeneralCategory.control, .format, .lineSeparator].contains(
          scalar.properties.generalCategory)
    }
    #expect(obeyed.isEmpty)
  }

  @Test("A name that is not UTF-8 is refused, and no other file is made in its place") func notUTF8() throws {
    let desk = try CommandDesk()
    for before in ["", "check ", "--table "] {
      let line = "cd \"$HOME\"; exec \"$0\" \(before)\"$(printf 'caf\\351.sqlite')\""
      let outcome = try Command.outcome(of: ["sh", "-c", line, Program.path], environment: desk.environment)
      #expect(
        outcome.status == 64 && outcome.errors.contains("booklist: “caf�.sqlite” is not UTF-8"), "\(outcome)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: desk.folder.path).isEmpty)
  }

  @Test("What is wrong with the words of a command points to its own help") func ownHelp() throws {
    for arguments in [
      ["backup", "a"], ["check", "a", "b"], ["demo", "--books", "x"], ["demo", "--books", "1"],
    ] {
      let errors = try Program.outcome(of: arguments).errors
      #expect(errors.contains("See 'booklist \(arguments[0]) --help' for more information."))
      #expect(errors.contains("Usage: booklist \(arguments[0])"))
    }
  }
}
