import TestSupport
import Testing

@Suite("The harness sees what happens in a terminal")
struct HarnessTests {
  @Test("A wait that is in vain tells what was on the screen")
  func inVain() async throws {
    let terminal = try await TmuxSession(columns: 40, rows: 10)
    let error = await #expect(throws: TmuxSession.WaitedInVain.self) {
      try await terminal.waitUntil("pigs fly", limit: .milliseconds(50)) { $0.contains("pig") }
    }
    #expect(error?.description.contains("until pigs fly") == true)
    #expect(error?.screen.contains("$") == true)
  }
}
