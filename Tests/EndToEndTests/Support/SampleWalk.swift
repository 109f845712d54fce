import Foundation
import Testing

/// A way through one of the sample databases: look, edit every field, add, delete, warn, quit, open again.
struct SampleWalk {
  /// The fixture's name without its ending.
  let file: String
  /// What one row is called.
  let singular: String
  /// The titles of the first row and of the last one that the screen shows.
  let titles: (first: String, last: String)
  /// The fields with what is typed into those of the first row.
  let edits: [(label: String, text: String)]
  /// What is typed into the same fields of a new row.
  let draft: [String]
  /// A query, and what it answers about the first row, the second one, which is deleted, and the new one.
  let query: String
  let rows: [String]
  var arguments = ""
  /// A query that asks for the first row's fields, where each Save is to be written at once.
  var savedQuery: String?

  /// Goes the way, and compares what SQLite's shell reads.
  func run() async throws {
    let library = try await Library.open(sample: file, arguments, showing: titles.last)
    try await edit(library)
    try await add(library.terminal)
    try await delete(library.terminal)
    try library.terminal.press("m")
    try await library.terminal.waitUntil("the warning is answered") {
      $0.contains("Memory warning: wrote") && $0.contains("0 hydrated · 0 dirty")
    }
    try library.terminal.press("q")
    #expect(try await library.terminal.exitStatus() == 0)
    #expect(try SQLiteShell.run(query, on: library.file).split(separator: "\n").map(String.init) == rows)
    try library.terminal.start("\(Program.path) \(file).sqlite")
    try await library.terminal.waitUntil("what was entered is there") { $0.contains(draft[0]) }
    try library.terminal.press("q")
    #expect(try await library.terminal.exitStatus() == 0)
  }

  private func edit(_ library: Library) async throws {
    let terminal = library.terminal
    try terminal.press("Enter")
    try await terminal.waitUntil("the row is hydrated") { $0.contains("1 hydrated") && $0.contains("Edit") }
    try terminal.press("e")
    try await terminal.waitUntil("editing is on") { $0.contains("Done") }
    for (index, edit) in edits.enumerated() {
      try await open(index, in: terminal)
      try terminal.press("C-u")
      try terminal.type(edit.text)
      try terminal.press("Enter")
      try await terminal.waitUntil("\(edit.label) is saved") {
        $0.contains(savedQuery == nil ? "\(edit.label) changed, not yet written." : "Saved \(edit.label).")
      }
      guard let savedQuery else { continue }
      let saved = try SQLiteShell.run(savedQuery, on: library.file).split(separator: "|")
      #expect(saved.prefix(index + 1).map(String.init) == edits.prefix(index + 1).map(\.text))
    }
    try terminal.press("C-s")
    try await terminal.waitUntil("editing is off") { $0.contains("Edit") && !$0.contains("Done") }
    try await back(terminal)
  }

  private func add(_ terminal: TmuxSession) async throws {
    try terminal.press("+")
    try await terminal.waitUntil("the draft is there") { $0.contains("New \(singular)") }
    for (index, text) in draft.enumerated() {
      try await open(index, in: terminal)
      for (number, line) in text.split(separator: "\n").enumerated() {
        if number > 0 { try terminal.press("C-j") }
        try terminal.type(String(line))
      }
      try terminal.press("Enter")
      try await terminal.waitUntil("the draft is back") {
        $0.contains("New \(singular)") && $0.contains("⏎ edit field")
      }
    }
    try terminal.press("C-s")
    try await terminal.waitUntil("it is added") { $0.contains("Added the \(singular).") }
    try await back(terminal)
  }

  private func delete(_ terminal: TmuxSession) async throws {
    try terminal.press("Home", "Down", "-")
    try await terminal.waitUntil("it asks") { $0.contains("Delete “") }
    try terminal.press("Right", "Enter")
    try await terminal.waitUntil("the row is deleted") { $0.contains("Deleted the \(singular).") }
  }

  /// Opens the editor of a field.
  private func open(_ index: Int, in terminal: TmuxSession) async throws {
    try terminal.press("Home")
    for _ in 0..<index { try terminal.press("Down") }
    try terminal.press("Enter")
    try await terminal.waitUntil("the editor is there") { $0.contains("⏎ save") }
  }

  private func back(_ terminal: TmuxSession) async throws {
    try terminal.press("Escape")
    try await terminal.waitUntil("the list is back") { $0.contains(" +  ") }
  }
}
