import Foundation
import TestSupport
import Testing

/// Plays docs/tutorial.md and runs the commands of README.md, so that neither can drift from the program.
///
/// In the tutorial a block `sh` is run at the shell's prompt, a block `keys` is pressed (what stands in quotes is
/// typed), and each line of a block `screen` must come to the screen, whatever the number of blanks in it.
@Suite("The tutorial, and the commands of the README") struct TutorialTests {
  /// A fenced block of a document.
  private struct Block {
    var kind: String
    var lines: [String] = []

    /// The blocks of a document that say what they are, in order.
    static func all(in document: String) -> [Block] {
      var blocks: [Block] = []
      var open: Block?
      for line in document.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
        if let block = open {
          guard line == "```" else {
            open?.lines.append(line)
            continue
          }
          blocks.append(block)
          open = nil
        } else if line.hasPrefix("```") {
          open = Block(kind: String(line.dropFirst(3)))
        }
      }
      return blocks.filter { !$0.kind.isEmpty }
    }
  }

  /// Where tmux's name of a key is not the document's.
  private static let keyNames = ["Esc": "Escape", "Backspace": "BSpace", "PgDn": "NPage", "PgUp": "PPage"]

  @Test("Every step of the tutorial does what it says") func tutorial() async throws {
    let blocks = Block.all(in: try Repository.text("docs/tutorial.md"))
    #expect(Set(blocks.map(\.kind)) == ["sh", "keys", "screen"])
    let terminal = try await TmuxSession(environment: ["PATH": Self.path, "BOOKLIST_METER": "auto"])
    for (index, block) in blocks.enumerated() {
      switch block.kind {
      case "sh": try await run(block, in: terminal)
      case "keys":
        try press(block, in: terminal)
        // Escape and a key right after it would be Alt with that key.
        #expect(!block.lines.joined().contains("Esc") || blocks.dropFirst(index + 1).first?.kind == "screen")
      default: try await expect(block, in: terminal)
      }
    }
    try await terminal.waitForShell()
  }

  /// Runs a block as one script, at a prompt under an empty screen.
  private func run(_ block: Block, in terminal: TmuxSession) async throws {
    try await terminal.waitForShell()
    let script = block.lines.joined(separator: "\n") + "\n"
    try script.write(to: terminal.home.appending(path: ".step"), atomically: true, encoding: .utf8)
    try terminal.run("clear; . \"$HOME/.step\"")
  }

  private func press(_ block: Block, in terminal: TmuxSession) throws {
    for match in block.lines.joined(separator: " ").matches(of: /"(?<text>[^"]+)"|(?<key>\S+)/) {
      if let text = match.text {
        try terminal.type(String(text))
      } else if let key = match.key {
        try terminal.press(Self.name(of: String(key)))
      }
    }
  }

  /// A key as tmux calls it: `^S` is `C-s`.
  private static func name(of key: String) -> String {
    guard key.count == 2, key.hasPrefix("^") else { return keyNames[key] ?? key }
    return "C-" + key.dropFirst().lowercased()
  }

  private func expect(_ block: Block, in terminal: TmuxSession) async throws {
    let lines = block.lines.map(Self.withSingleBlanks).filter { !$0.isEmpty }
    #expect(!lines.isEmpty)
    try await terminal.waitUntil("the tutorial's lines are there: \(lines)") { screen in
      let rows = screen.split(separator: "\n").map { Self.withSingleBlanks(String($0)) }
      return lines.allSatisfy { line in rows.contains { $0.contains(line) } }
    }
  }

  /// Column widths may differ with the rows that were on the screen before.
  private static func withSingleBlanks(_ line: String) -> String {
    line.split(separator: " ").joined(separator: " ")
  }

  /// The variable PATH, with the folder of the built program first.
  private static var path: String {
    let folder = URL(filePath: Program.path).deletingLastPathComponent().path(percentEncoded: false)
    return "\(folder):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin")"
  }

  @Test("The README's commands do what they are there for, with a file of ours as the reader's")
  func readme() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      at: Repository.fixtures.appending(path: "formats/goodreads.csv"),
      to: folder.url.appending(path: "goodreads_library_export.csv"))
    let lines = Block.all(in: try Repository.text("README.md")).filter { $0.kind == "sh" }.flatMap(\.lines)
    let commands = lines.filter { $0.hasPrefix("booklist ") || $0.hasPrefix("mkdir ") }
    for command in ["import", "list", "undo", "export"] {
      #expect(commands.contains { $0.hasPrefix("booklist \(command)") }, "\(command)")
    }
    for command in commands {
      let outcome = try Command.outcome(
        of: ["/bin/sh", "-c", "cd \"$HOME\" && \(command)"], environment: Self.environment(folder))
      #expect(outcome.status == 0, "\(command): \(outcome.errors)")
    }
    for target in lines.compactMap(Self.makeTarget) {
      #expect(try Repository.text("Makefile").contains("\n\(target):"), "make \(target)")
    }
  }

  private static func makeTarget(_ line: String) -> String? {
    let words = line.split(separator: " ")
    return words.first == "make" && words.count > 1 ? String(words[1]) : nil
  }

  private static func environment(_ folder: TemporaryFolder) -> [String: String] {
    ["HOME": folder.path, "PATH": path, "LANG": "C.UTF-8"]
  }
}
