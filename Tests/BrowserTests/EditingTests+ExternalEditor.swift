import Browser
import Cells
import Foundation
import Testing

/// The person's own editor, in the place of which is a closure.
extension EditingTests {
  /// Has the editor write bytes into the file that it is given, after it has looked at it.
  private func editor(_ bytes: [UInt8], _ look: @escaping (String, String) throws -> Void = { _, _ in }) {
    terminal.program = { command in
      let path = command[4]
      try look(command[2], path)
      try Data(bytes).write(to: URL(filePath: path))
      return .exited(0)
    }
  }

  @Test("what the editor makes of the text is saved by Enter; its file is the person's alone, and goes")
  func external() throws {
    var files: [String] = []
    editor(Array("A shade\nand a foot\n".utf8)) { command, path in
      files.append(path)
      #expect(command == "exec ed -w \"$1\"")
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "yellow")
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
    }
    edit(0, 1)
    terminal.press(.control("o"))
    expect("A shade")
    terminal.then { try scratch.expect("SELECT description FROM possessions WHERE id = 1", ["yellow"]) }
    terminal.press(.enter)
    try run(editor: "ed -w")
    try scratch.expect("SELECT description FROM possessions WHERE id = 1", ["A shade\nand a foot"])
    #expect(files.count == 1 && !FileManager.default.fileExists(atPath: files[0]))
  }

  @Test("what does not parse is shown again with its problem")
  func externalProblem() throws {
    editor(Array("12,50\n".utf8))
    edit(0, 2)
    terminal.press(.control("o"))
    expect("12,50")
    expect("Price takes a number with a point, like 3.50.")
    try run()
  }

  @Test(
    "an editor that fails leaves the text as it was",
    arguments: [
      (.exited(3), "The editor ended with status 3, so the text is unchanged."),
      (.exited(127), "The editor “edit” cannot be started; set VISUAL or EDITOR to yours."),
      (.signalled(9), "Signal 9 ended the editor, so the text is unchanged."),
    ] as [(ProgramEnd, String)])
  func externalFailure(_ end: ProgramEnd, _ sentence: String) throws {
    var path = ""
    terminal.program = { command in
      path = command[4]
      try Data("lost".utf8).write(to: URL(filePath: path))
      return end
    }
    edit(0, 1)
    terminal.type("!")
    terminal.press(.control("o"))
    expect(sentence)
    terminal.press(.enter)
    try run()
    try scratch.expect("SELECT description FROM possessions WHERE id = 1", ["yellow!"])
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("a pipe in the place of the file is not waited for")
  func externalPipe() throws {
    terminal.program = { command in
      let path = command[4]
      try FileManager.default.removeItem(atPath: path)
      return mkfifo(path, 0o600) == 0 ? .exited(0) : .exited(1)
    }
    edit(0, 1)
    terminal.press(.control("o"))
    expect("The editor did not leave a regular file, so the text is unchanged.")
    terminal.press(.enter)
    try run()
    try scratch.expect("SELECT description FROM possessions WHERE id = 1", ["yellow"])
  }

  @Test("what is not UTF-8 does not come back")
  func externalNotUTF8() throws {
    editor([0x66, 0xFF, 0x66])
    edit(0, 1)
    terminal.press(.control("o"))
    expect("The editor saved text that is not UTF-8, so the text is unchanged.")
    terminal.press(.enter)
    try run()
    try scratch.expect("SELECT description FROM possessions WHERE id = 1", ["yellow"])
  }
}
