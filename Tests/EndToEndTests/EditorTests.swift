import Foundation
import Testing

@Suite("Editors in a real terminal") struct EditorTests {
  /// Opens the possessions with an editor that is a shell script, and goes to the description of the bicycle.
  private func open(editor script: String, name: String = "ed -w") async throws -> Library {
    let library = try await Library.open(
      sample: "possessions", showing: "Watch", environment: ["EDITOR": "./\(name)", "VISUAL": ""])
    let file = library.terminal.home.appending(path: "ed")
    try ("#!/bin/sh\n" + script).write(to: file, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file.path())
    try library.terminal.press("Down", "Enter")
    try await library.terminal.waitUntil("the detail is there") { $0.contains("In the cellar.") }
    try library.terminal.press("e")
    try await library.terminal.waitUntil("editing is on") { $0.contains("Done") }
    try library.terminal.press("Down", "Enter")
    try await library.terminal.waitUntil("the editor is there") { $0.contains("Cancel") }
    return library
  }

  private func description(_ library: Library) throws -> String {
    try SQLiteShell.run("SELECT description FROM possessions WHERE id = 2", on: library.file)
  }

  private func quit(_ library: Library) async throws {
    kill(try await library.terminal.processIdentifier(), SIGTERM)
    #expect(try await library.terminal.exitStatus() == 128 + SIGTERM)
  }

  @Test("^O gives the text to $EDITOR with its arguments and the terminal, and takes what it writes")
  func external() async throws {
    // What the script reads from the terminal shows that it has it, with its lines and its echo.
    let library = try await open(
      editor: """
        echo "$1" >args; ls -l "$2" | cut -c1-10 >mode; echo "$2" >path
        echo ready; read word; echo "$word" >>"$2"
        """)
    try library.terminal.press("C-o")
    try await library.terminal.waitUntil("the editor has the terminal") {
      try !library.terminal.isFullScreen() && $0.contains("ready")
    }
    try library.terminal.run("Dusty.")
    try await library.terminal.waitUntil("the text is back, and saved") {
      try library.terminal.isFullScreen() && $0.contains("Dusty.")
        && $0.contains("Description changed, not yet written.")
    }
    let home = library.terminal.home
    let read = { (name: String) in
      try String(contentsOf: home.appending(path: name), encoding: .utf8).trimmingCharacters(in: .newlines)
    }
    #expect(try read("args") == "-w")
    #expect(try read("mode") == "-rw-------")
    #expect(try !FileManager.default.fileExists(atPath: read("path")))
    try await quit(library)
    #expect(try description(library) == "Red, three gears.\nThe bell is missing.\n\nIn the cellar.Dusty.")
  }

  @Test("An editor that is interrupted leaves the program and the text as they were")
  func interrupted() async throws {
    let library = try await open(editor: "echo ready; sleep 60", name: "ed")
    try library.terminal.type("!")
    try library.terminal.press("C-o")
    try await library.terminal.waitUntil("the editor has the terminal") { $0.contains("ready") }
    try library.terminal.press("C-c")
    try await library.terminal.waitUntil("it is said") {
      try library.terminal.isFullScreen() && $0.contains("Signal 2 ended the editor")
        && $0.contains("In the cellar.!")
    }
  }

  @Test("Stopped while the editor runs, the whole job stops, and fg goes on with the editor")
  func stopping() async throws {
    let library = try await open(editor: "echo ready; read word; echo \"$word\" >\"$1\"", name: "ed")
    try library.terminal.press("C-o")
    try await library.terminal.waitUntil("the editor has the terminal") { $0.contains("ready") }
    try library.terminal.press("C-z")
    #expect(try await library.terminal.exitStatus() == 128 + SIGTSTP)
    try library.terminal.run("fg")
    try await library.terminal.waitUntil("the job goes on") { $0.contains("sh ") }
    try library.terminal.run("Green.")
    try await library.terminal.waitUntil("the text is back") {
      try library.terminal.isFullScreen() && $0.contains("  Green.") && $0.contains("Done")
    }
  }
}
