import Foundation
import Testing

@Suite("The harness sees what happens in a terminal") struct HarnessTests {
  @Test("A wait that is in vain tells what was on the screen") func inVain() async throws {
    let terminal = try await TmuxSession(columns: 40, rows: 10)
    let error = await #expect(throws: TmuxSession.WaitedInVain.self) {
      try await terminal.waitUntil("pigs fly", limit: .milliseconds(50)) { $0.contains("pig") }
    }
    #expect(error?.description.contains("until pigs fly") == true)
    #expect(error?.screen.contains("$") == true)
  }
}

/// What a test can give a command in place of what a process has.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["BOOKLIST_PROGRAM"] == nil))
struct CommandWorldTests {
  private let desk: CommandDesk

  init() throws {
    desk = try CommandDesk()
    try desk.make("reading")
    try desk.expect("add title=Dune")
  }

  @Test("Today is the day of the command's own clock") func clock() throws {
    let started = try Program.outcome(
      of: ["start", "1"], environment: desk.environment, time: { 1_709_208_000 })
    #expect(started.errors == "booklist: Started “Dune”.\n")
    #expect(try desk.query("SELECT started FROM reading") == "2024-02-29")
  }

  @Test("A command that is asked to stop changes nothing and says so") func stop() throws {
    let stopped = try Program.outcome(
      of: ["set", "1", "title=Emma"], environment: desk.environment, isStopped: { true })
    #expect(stopped.status == 1 && stopped.errors.contains("Cancelled."))
    #expect(try desk.query("SELECT title FROM book") == "Dune")
  }
}
