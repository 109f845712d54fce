import Cells
import Testing

@testable import Browser

@Suite("Keys after one that does nothing") final class StrayKeyTests {
  private let start = ContinuousClock.now

  @Test(
    "Letters and Enter are swallowed as long as each comes within 50 ms of the one before; Esc and control keys never are"
  )
  func swallowing() {
    var keys = StrayKeys()
    func at(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }
    func swallows(_ key: Key, _ milliseconds: Int) -> Bool { keys.swallow(key, at: at(milliseconds)) }
    #expect(!swallows(.character("q"), 0))
    keys.note(.alt(":"), at: at(0))
    #expect(swallows(.character("i"), 40))
    #expect(swallows(.enter, 80))
    #expect(!swallows(.character("-"), 140))
    #expect(!swallows(.character("u"), 141))
    keys.note(.character("z"), at: at(200))
    #expect(!swallows(.control("s"), 201))
    #expect(!swallows(.character("q"), 202))
    keys.note(.character("z"), at: at(300))
    #expect(!swallows(.escape, 301))
    keys.note(.f1, at: at(400))
    #expect(!swallows(.character("q"), 401))
  }
}
