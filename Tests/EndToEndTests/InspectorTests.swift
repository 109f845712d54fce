import Foundation
import Testing

@Suite("The inspector in a real terminal")
struct InspectorTests {
  @Test("It shows what runs, a warning empties it, and side by side is remembered")
  func inspector() async throws {
    let library = try await Library.open()
    let terminal = library.terminal
    try terminal.resize(columns: 160, rows: 50)
    try terminal.press("i")
    try await terminal.waitUntil("the inspector is open") {
      $0.contains("Inspector") && $0.contains("resident")
    }
    try terminal.press("v")
    try await terminal.waitUntil("the first book is beside the list") {
      $0.contains("Leo Tolstoy") && $0.contains("WHERE pk = 1")
    }
    try terminal.press("Down")
    try await terminal.waitUntil("the second one is") {
      $0.contains("Amit Singh") && $0.contains("WHERE pk = 2") && $0.contains("│ ●●·")
    }
    try terminal.press("m")
    try await terminal.waitUntil("the warning has emptied the map") {
      $0.contains("│ ···") && $0.contains("Nothing is hydrated.") && $0.contains("Amit Singh")
    }
    try terminal.press("q")
    let status = try await terminal.exitStatus()
    #expect(status == 0)
    let view = terminal.home.appending(path: "state/booklist/view")
    #expect(try String(contentsOf: view, encoding: .utf8).hasSuffix("\nsplit yes\n"))
  }
}
