import Browser
import Foundation
import MemoryPressure
import Testing

/// Memory warnings that come by themselves, over a FIFO that a test writes to as a service manager would.
@Suite("Memory pressure") final class MemoryPressureTests {
  private let scratch: Scratch
  private lazy var flow = Flow(scratch, Settings(pressure: .file(fifo)))
  private let fifo: String

  init() throws {
    scratch = try Scratch()
    fifo = scratch.folder.appending(path: "pressure").path
    try #require(mkfifo(fifo, 0o600) == 0)
  }

  private func warn() {
    let number = open(fifo, O_WRONLY | O_NONBLOCK)
    #expect(number >= 0)
    _ = write(number, "x", 1)
    close(number)
  }

  @Test("a warning writes back and lets go by itself, and says whose it was") func byItself() throws {
    flow.press("End", "Enter", "Enter", "End", "Enter").type("!", "Enter")
    warn()
    flow.press("Right")
    flow.expect("Memory warning from the pressure file: wrote 1 book, freed ", "Dante Alighieri!", gone: "◆")
    #expect(try flow.counts.hydrated == 0)
    try flow.expect(sql: "SELECT author FROM book WHERE pk = 3", ["Dante Alighieri!"])
  }

  @Test(
    "a warning in the middle of typing leaves the text and the editor as they are", arguments: [false, true])
  func typing(isSignal: Bool) throws {
    flow.press("End", "Enter", "Enter", "End", "Enter").type(" of ")
    if isSignal { flow.send(.signal(.memoryWarning)) } else { warn() }
    flow.type("F")
    try flow.wait(for: "the end of the warning") { try flow.counts.hydrated == 0 }
    flow.type("lorence", "Enter").expect("Dante Alighieri of Florence", "◆ 1")
    flow.press("Esc")
    try flow.expect(
      atEnd: "SELECT title, copyright, author FROM book WHERE pk = 3",
      ["The Divine Comedy|-20466864000.0|Dante Alighieri of Florence"])
  }

  @Test("a place that gives no warnings is named") func nowhere() throws {
    flow = Flow(scratch, Settings(pressure: .file("/nowhere")))
    flow.expect("/nowhere gives no memory warnings")
  }

  @Test("a burst of warnings is one transaction") func burst() throws {
    flow.press("End", "Enter", "Enter", "End", "Enter").type("!", "Enter")
    _ = scratch.trace.take()
    for _ in 0..<50 { warn() }
    flow.press("Right")
    try flow.wait(for: "the end of the warnings") {
      try flow.onLoop { store, _ in store.counts.hydrated == 0 && store.counts.dirty == 0 }
    }
    let statements = scratch.trace.take()
    #expect(statements.filter { $0.hasPrefix("BEGIN") }.count == 1)
  }
}
