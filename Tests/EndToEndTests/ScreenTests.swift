import Foundation
import Testing

@Suite("Screens in a real terminal") struct ScreenTests {
  @Test("Each screen comes back after any size, down to one cell") func resize() async throws {
    // A record beside the list would be looked at while there is room for it.
    let terminal = try await Library.open("books", "--no-split").terminal
    for keys in [["End"], ["-"], ["Escape", "?"], ["Escape", "Enter"], ["e", "Enter"]] {
      for key in keys {
        // What is selected shows in the colours alone.
        let before = try terminal.screen(styled: true)
        try terminal.press(key)
        try await terminal.waitUntil("\(key) is answered") {
          try terminal.screen(styled: true) != before && $0.contains("dirty")
        }
      }
      let text = try terminal.screen()
      for (columns, rows) in [(1, 1), (120, 40), (2, 30), (200, 3)] {
        try terminal.resize(columns: columns, rows: rows)
        try await terminal.waitUntil("the size is \(columns)x\(rows)") { _ in
          try terminal.modes().contains("rows \(rows); columns \(columns);")
        }
      }
      try terminal.resize(columns: 80, rows: 24)
      try await terminal.waitUntil("the screen of \(keys) is as it was") { $0 == text }
    }
  }

  @Test("A paste is text: its lines do not save and its control characters do nothing")
  func paste() async throws {
    let library = try await Library.open()
    let terminal = library.terminal
    try await library.editAuthor()
    try terminal.press("C-u")
    try terminal.paste("first\nsecond\u{1B}[2J\u{3}\u{13}third")
    try await terminal.waitUntil("all of it is in the field") {
      $0.contains("first") && $0.contains("second") && $0.contains("third") && $0.contains("Cancel")
    }
    try terminal.press("Enter")
    try await terminal.waitUntil("it is saved") { $0.contains("Author changed, not yet written.") }
    #expect(try library.author() == "Dante Alighieri")
  }

  @Test("Without UTF-8 the marks are o and * and every character is ASCII") func ascii() async throws {
    let library = try await Library.open(environment: ["LANG": "C", "LC_ALL": "C"])
    let terminal = library.terminal
    try await library.changeAuthor()
    #expect(try terminal.screen().utf8.allSatisfy { $0 < 0x80 })
    try terminal.press("Escape")
    try await terminal.waitUntil("editing is off") { !$0.contains("Done") }
    try terminal.press("p")
    try await terminal.waitUntil("another book is there") { $0.contains("Amit Singh") }
    try terminal.press("Escape")
    try await terminal.waitUntil("the marks are there") {
      $0.contains(" o Mac OS X Internals") && $0.contains(" * The Divine Comedy")
    }
    #expect(try terminal.screen().utf8.allSatisfy { $0 < 0x80 })
  }
}
