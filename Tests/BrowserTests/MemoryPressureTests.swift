import Browser
import Cells
import Foundation
import MemoryPressure
import Testing

/// Memory warnings that the system gives, over a FIFO that a test writes to as a service manager would.
@Suite("Memory pressure") struct MemoryPressureTests {
  private let scratch: Scratch
  private let terminal = ScriptedTerminal()
  private let fifo: String

  init() throws {
    scratch = try Scratch()
    fifo = scratch.folder.appending(path: "pressure").path
    try #require(mkfifo(fifo, 0o600) == 0)
  }

  private func run() throws {
    let settings = Settings(pressure: .file(fifo))
    _ = Browser(store: try scratch.store(), terminal: terminal, settings: settings).run()
  }

  private func warn() {
    let number = open(fifo, O_WRONLY | O_NONBLOCK)
    #expect(number >= 0)
    _ = write(number, "x", 1)
    close(number)
  }

  @Test("a warning writes back and lets go by itself, and says whose it was")
  func byItself() throws {
    terminal.press(.end, .enter, .enter, .end, .enter)
    terminal.type("!")
    terminal.press(.enter)
    terminal.then { warn() }
    terminal.press(.right)
    terminal.waitFor("0 hydrated · 0 dirty · 0 B")
    terminal.then {
      #expect(terminal.screen.contains("Memory warning from the pressure file: wrote 1 book, freed "))
      #expect(terminal.screen.contains("Dante Alighieri!"))
      try scratch.expect("SELECT author FROM book WHERE pk = 3", ["Dante Alighieri!"])
    }
    terminal.press(.escape)
    try run()
  }

  @Test("a warning in the middle of typing leaves the text and the editor as they are")
  func typing() throws {
    terminal.press(.end, .enter, .enter, .end, .enter)
    terminal.type(" of ")
    terminal.then { warn() }
    terminal.type("F")
    terminal.waitFor("0 hydrated")
    terminal.type("lorence")
    terminal.press(.enter)
    terminal.then {
      #expect(terminal.screen.contains("Dante Alighieri of Florence"))
      #expect(terminal.screen.contains("1 hydrated · 1 dirty"))
    }
    terminal.press(.escape)
    try run()
    try scratch.expect("SELECT author FROM book WHERE pk = 3", ["Dante Alighieri of Florence"])
  }

  @Test("a place that gives no warnings is named")
  func nowhere() throws {
    terminal.waitFor("/nowhere gives no memory warnings")
    terminal.press(.escape)
    let settings = Settings(pressure: .file("/nowhere"))
    _ = Browser(store: try scratch.store(), terminal: terminal, settings: settings).run()
  }

  @Test("a burst of warnings is one transaction")
  func burst() throws {
    terminal.press(.end, .enter, .enter, .end, .enter)
    terminal.type("!")
    terminal.press(.enter)
    terminal.then {
      _ = scratch.trace.take()
      for _ in 0..<50 { warn() }
    }
    terminal.press(.right)
    terminal.waitFor("0 hydrated")
    terminal.then {
      let statements = scratch.trace.take()
      #expect(statements.filter { $0.hasPrefix("BEGIN") }.count == 1)
    }
    terminal.press(.escape)
    try run()
  }
}
