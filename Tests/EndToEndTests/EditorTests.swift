import Foundation
import Testing

@Suite("Editors in a real terminal") struct EditorTests {
  /// Opens the editor of the bicycle's description in a form.
  private func editDescription(_ terminal: TmuxSession) async throws {
    try terminal.press("Home", "Down", "Enter")
    try await terminal.waitUntil("the editor is there") { $0.contains("Cancel") }
  }

  private func waitForEditor(_ terminal: TmuxSession) async throws {
    try await terminal.waitUntil("the person's editor has the terminal") {
      try !terminal.isFullScreen() && $0.contains("ready")
    }
  }

  @Test(
    "The job stops with the person's editor and goes on with it; an editor that is interrupted ends alone, and the text stays"
  )
  func jobs() async throws {
    let terminal = try await Library.open(
      "possessions", showing: "Watch", environment: ["EDITOR": "./ed", "VISUAL": ""]
    ).terminal
    // What the script reads shows that it has the terminal with its lines.
    let script = "#!/bin/sh\necho ready; read word; echo \"$word\" >\"$1\"\n"
    let file = terminal.home.appending(path: "ed")
    try script.write(to: file, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file.path())
    try terminal.press("Down", "Enter")
    try await terminal.waitUntil("the detail is there") { $0.contains("In the cellar.") }
    try terminal.press("e")
    try await terminal.waitUntil("editing is on") { $0.contains("Done") }

    try await editDescription(terminal)
    try terminal.press("C-o")
    try await waitForEditor(terminal)
    try terminal.press("C-z")
    #expect(try await terminal.exitStatus() == 128 + SIGTSTP)
    try terminal.run("fg")
    try await terminal.waitUntil("the job goes on") { $0.contains("sh ") }
    try terminal.run("Green.")
    try await terminal.waitUntil("the text is back") {
      try terminal.isFullScreen() && $0.contains("  Green.") && $0.contains("Done")
    }

    try await editDescription(terminal)
    try terminal.type("!")
    try terminal.press("C-o")
    try await waitForEditor(terminal)
    try terminal.press("C-c")
    try await terminal.waitUntil("it is said") {
      try terminal.isFullScreen() && $0.contains("Signal 2 ended the editor") && $0.contains("Green.!")
    }
  }
}
