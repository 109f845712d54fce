import Cells
import Foundation
import Testing

/// The person's own editor, in the place of which is a closure.
extension EditingTests {
  /// Types into a field of the lamp, and opens the editor, which gets the path of a file; answers the command.
  private func editOutside(
    _ field: Int, typing text: String = "", _ editor: @escaping @Sendable (String) throws -> ProgramEnd
  ) throws -> [String] {
    edit(0, field)
    let command = FlowAnswer<[String]>()
    try flow.onLoop { _, terminal in
      terminal.program = { words in
        command.set(.success(words))
        return try editor(words[4])
      }
    }
    flow.type(text, "^O")
    return try command.get()
  }

  private static func write(_ bytes: [UInt8], to path: String) throws -> ProgramEnd {
    try Data(bytes).write(to: URL(filePath: path))
    return .exited(0)
  }

  @Test("what the editor makes of the text is saved by Enter; its file is the person's alone, and goes")
  func external() throws {
    let command = try editOutside(1) { path in
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "yellow")
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
      return try Self.write(Array("A shade\nand a foot\n".utf8), to: path)
    }
    #expect(command[2] == "exec edit -w \"$1\"")
    flow.expect("A shade")
    try flow.expect(sql: "SELECT description FROM possessions WHERE id = 1", ["yellow"])
    flow.press("Enter")
    try flow.expect(atEnd: "SELECT description FROM possessions WHERE id = 1", ["A shade\nand a foot"])
    #expect(!FileManager.default.fileExists(atPath: command[4]))
  }

  @Test(
    "an editor that fails leaves the text as it was",
    arguments: [
      (.exited(3), "The editor ended with status 3, so the text is unchanged."),
      (.exited(127), "The editor “edit -w” cannot be started; set VISUAL or EDITOR to yours."),
      (.signalled(9), "Signal 9 ended the editor, so the text is unchanged."),
      (nil, "The editor saved text that is not UTF-8, so the text is unchanged."),
    ] as [(ProgramEnd?, String)])
  func externalFailure(_ end: ProgramEnd?, _ sentence: String) throws {
    let command = try editOutside(1, typing: "!") { path in
      let written = try Self.write(end == nil ? [0x66, 0xFF, 0x66] : Array("lost".utf8), to: path)
      return end ?? written
    }
    flow.expect(sentence)
    flow.press("Enter")
    try flow.expect(atEnd: "SELECT description FROM possessions WHERE id = 1", ["yellow!"])
    #expect(!FileManager.default.fileExists(atPath: command[4]))
  }

  @Test("a pipe in the place of the file is not waited for") func externalPipe() throws {
    _ = try editOutside(1) { path in
      try FileManager.default.removeItem(atPath: path)
      return mkfifo(path, 0o600) == 0 ? .exited(0) : .exited(1)
    }
    flow.expect("The editor did not leave a regular file, so the text is unchanged.")
    flow.press("Enter")
    try flow.expect(atEnd: "SELECT description FROM possessions WHERE id = 1", ["yellow"])
  }
}
