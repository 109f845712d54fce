import Foundation
import Testing

@testable import CursesTerminal

@Suite("Waiting for input")
struct TerminalInputTests {
  @Test("Keys are read whatever else there is, and do not wait until nobody is woken any more")
  func keysFirst() throws {
    let (keys, signals) = (Pipe(), Pipe())
    var input = TerminalInput(
      decoder(), keys: keys.fileHandleForReading.fileDescriptor,
      signals: signals.fileHandleForReading.fileDescriptor)
    try signals.fileHandleForWriting.write(contentsOf: [0])
    #expect(input.wait(until: nil) == .signal)
    try keys.fileHandleForWriting.write(contentsOf: Array("q".utf8))
    #expect(input.wait(until: nil) == .input)
    #expect(input.next() == .key(.character("q")))
    #expect(input.wait(until: nil) == .signal)
    try keys.fileHandleForWriting.close()
    #expect(input.wait(until: nil) == .closed)
  }
}
