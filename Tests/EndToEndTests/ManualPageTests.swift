import Foundation
import TestSupport
import Testing

@testable import booklist

@Suite("The manual page") struct ManualPageTests {
  private static let path = "docs/booklist.1"
  private static var file: String { Repository.root.appending(path: path).path(percentEncoded: false) }

  @Test("Its parts are what the program's tables say") func parts() throws {
    let keys = try Program.run(["--print-keys", "mdoc"])
    let manual = ManualPage(command: try .ofProgram(), keys: keys)
    try KeptFile.check(Self.path, is: manual.filled(try Repository.text(Self.path)))
  }

  @Test("The tables of docs/commands.md and docs/settings.md are what the program says")
  func documents() throws {
    for (path, table) in [("docs/commands.md", Self.commands), ("docs/settings.md", Self.settings)] {
      let text = try Repository.text(path)
      let parts = text.components(separatedBy: Self.begin)
      try #require(parts.count == 2)
      let end = try #require(parts[1].range(of: Self.end))
      try KeptFile.check(path, is: parts[0] + Self.begin + table + parts[1][end.lowerBound...])
    }
  }

  private static let begin = "<!-- made from the program -->\n"
  private static let end = "<!-- written by hand -->"

  private static var commands: String {
    "| command | what it does | for agents |\n|---|---|---|\n"
      + BookListCommand.commands.map { command in
        let configuration = command.configuration
        let name = configuration.commandName ?? ""
        return "| `\(name)` | \(configuration.abstract) | \(words(of: command.effect)) |\n"
      }.joined()
  }

  private static func words(of effect: CommandEffect) -> String {
    switch effect {
    case .reads: "reads"
    case .adds: "adds"
    case .changes: "changes"
    case .moves: "moves in the history"
    case .elsewhere: "–"
    }
  }

  private static var settings: String {
    "| setting | by default | what it does |\n|---|---|---|\n"
      + SettingTable.all.map { setting in
        let standard = setting.fallback.map { "`\($0)`" } ?? ""
        return "| `\(setting.name)` | \(standard) | \(setting.summary.replacing("|", with: "\\|")) |\n"
      }.joined()
  }

  @Test("It has a place for each part, and is in ASCII") func places() throws {
    let page = try Repository.text(Self.path)
    for part in ManualPage.parts { #expect(page.contains("tables: \(part)\n"), "\(part)") }
    #expect(page.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test("--no-split has words of its own, and every exit status is explained") func everyDetail() throws {
    let page = try Repository.text(Self.path)
    #expect(page.contains(".It Fl \\-no\\-split\n"))
    let section = page.split(separator: ".Sh ").first { $0.hasPrefix("EXIT STATUS") } ?? ""
    for status in [0, 1, 2, 3, 64, 65, 66, 75] { #expect(section.contains(".It \(status)\n"), "\(status)") }
  }

  @Test("The README has at most 80 lines and 5,000 bytes, and says how to install first")
  func readme() throws {
    let text = try Repository.text("README.md")
    #expect(text.utf8.count <= 5_000 && text.count { $0 == "\n" } <= 80)
    let installing = try #require(text.range(of: "## Install"))
    let first = try #require(text.range(of: "booklist import"))
    #expect(installing.lowerBound < first.lowerBound)
  }

  @Test("mandoc finds nothing wrong with it", .needs("mandoc")) func mandoc() throws {
    #expect(try Command.run(["mandoc", "-T", "lint", "-W", "warning", Self.file]) == "")
  }

  @Test("groff finds nothing wrong with it", .needs("groff")) func groff() throws {
    let line = "groff -mandoc -T utf8 -ww -z \"$1\" 2>&1"
    #expect(try Command.run(["/bin/sh", "-c", line, "sh", Self.file]) == "")
  }
}

/// The manual page, of which some parts are made from the program's tables and the rest is written by hand.
///
/// A part lies between two comments, of which the first names it. All is in the language of mdoc(7).
struct ManualPage {
  private static let begin = #".\" Made from the program's tables: "#
  private static let end = #".\" Written by hand:"#

  /// The program, which describes itself.
  let command: CommandDescription
  /// The section of the keys, as the program prints it.
  let keys: String

  /// A page with all its parts made anew.
  func filled(_ page: String) -> String {
    var lines: [Substring] = []
    var isInPart = false
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == Self.end { isInPart = false }
      if !isInPart { lines.append(line) }
      guard line.hasPrefix(Self.begin) else { continue }
      isInPart = true
      lines.append(contentsOf: part(line.dropFirst(Self.begin.count)).split(separator: "\n"))
    }
    return lines.joined(separator: "\n")
  }

  /// The names of the parts that a page must have.
  static let parts = ["synopsis", "options", "subcommands", "keys"]

  private func part(_ name: Substring) -> String {
    switch name {
    case "synopsis": synopsis
    case "options": list(command.arguments)
    case "subcommands": command.subcommands.map(section).joined()
    case "keys": keys
    default: ""
    }
  }

  private var synopsis: String {
    let arguments = command.options + command.positionals
    return ".Nm\n" + usage(arguments) + command.subcommands.map { usage(of: $0) }.joined()
  }

  private func usage(of subcommand: CommandDescription) -> String {
    ".Nm\n.Cm \(subcommand.commandName)\n" + usage(subcommand.ownOptions + subcommand.positionals)
  }

  private func usage(_ arguments: [ArgumentDescription]) -> String {
    groups(arguments).map { group in
      let forms = group.map { form($0, between: " | ") }.joined(separator: " | ")
      let words = forms + (group[0].isRepeating ? " ..." : "")
      return (group[0].isOptional ? ".Op " : ".") + words + "\n"
    }.joined()
  }

  private func section(of subcommand: CommandDescription) -> String {
    let paragraphs = (subcommand.discussion ?? "").split(separator: "\n\n").map(String.init)
    let texts = ([subcommand.abstract] + paragraphs).map { ".Pp\n" + text($0) }.joined()
    return ".Ss \(subcommand.commandName)\n" + usage(of: subcommand) + texts
      + list(subcommand.positionals + subcommand.ownOptions)
  }

  private func list(_ arguments: [ArgumentDescription]) -> String {
    let items = groups(arguments).map { group in
      let standard = group[0].defaultValue.map { " The default is \($0)." } ?? ""
      return ".It " + group.map { form($0, between: " , ") }.joined(separator: " , ") + "\n"
        + text(group[0].abstract + standard)
    }
    return ".Bl -tag -width Ds\n\(items.joined()).El\n"
  }

  /// Arguments that are described as one, such as a flag and its opposite, in one group.
  private func groups(_ arguments: [ArgumentDescription]) -> [[ArgumentDescription]] {
    arguments.reduce(into: []) { groups, argument in
      if let last = groups.last?.last, last.abstract == argument.abstract, !argument.names.isEmpty {
        groups[groups.count - 1].append(argument)
      } else {
        groups.append([argument])
      }
    }
  }

  private func form(_ argument: ArgumentDescription, between separator: String) -> String {
    let names = argument.names.map { "Fl " + escaped(String($0.dropFirst())) }.joined(separator: separator)
    let value = argument.valueName.map { "Ar " + escaped($0) }
    return [names, value ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Text in short lines, in which each sentence begins one.
  private func text(_ words: String) -> String {
    var lines = [""]
    for word in words.split(separator: " ") {
      let last = lines.removeLast()
      let isSentence = last.hasSuffix(".") && !last.hasSuffix(" .")
      let isNext = last.isEmpty || last.utf8.count + word.utf8.count > 70 || isSentence
      lines += isNext ? [last, String(word)] : ["\(last) \(word)"]
    }
    return lines.filter { !$0.isEmpty }.map { line in
      (line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" : "") + escaped(line) + "\n"
    }.joined()
  }

  /// Text in which roff(7) changes nothing.
  private func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .replacing("^", with: "\\(ha").replacing("~", with: "\\(ti")
  }
}
