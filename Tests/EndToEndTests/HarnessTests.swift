import Foundation
import TestSupport
import Testing

@Suite("The harness sees what happens in a terminal")
struct HarnessTests {
  @Test("What a program prints, how it ended and which modes it left")
  func program() async throws {
    let terminal = try await TmuxSession(columns: 40, rows: 10)
    let modes = try terminal.modes()
    try terminal.start("sh -c 'stty -onlcr; printf full-é; kill -TERM $$'")
    try await terminal.waitUntil("it has printed") { $0.contains("full-é") }
    let status = try await terminal.exitStatus()
    #expect(status == 143)
    #expect(try terminal.modes() != modes)
    try terminal.run("stty sane")
    try await terminal.waitForShell()
  }

  @Test("Keys, a paste and a new size reach the program")
  func input() async throws {
    let terminal = try await TmuxSession(columns: 40, rows: 10)
    try terminal.start("cat -v")
    let process = try await terminal.processIdentifier()
    try terminal.type("ab")
    try terminal.press("Up")
    try terminal.paste("x\u{1}y\n")
    try await terminal.waitUntil("cat repeats it") { $0.contains("ab^[[Ax^Ay") }
    try terminal.resize(columns: 60, rows: 20)
    try await terminal.waitUntil("the size is another") { _ in try terminal.modes().contains("columns 60") }
    kill(process, SIGTERM)
    let status = try await terminal.exitStatus()
    #expect(status == 143)
  }

  @Test("A wait that is in vain tells what was on the screen")
  func inVain() async throws {
    let terminal = try await TmuxSession(columns: 40, rows: 10)
    let error = await #expect(throws: TmuxSession.WaitedInVain.self) {
      try await terminal.waitUntil("pigs fly", limit: .milliseconds(50)) { $0.contains("pig") }
    }
    #expect(error?.description.contains("until pigs fly") == true)
    #expect(error?.screen.contains("$") == true)
  }

  @Test("SQLite's shell gives rows and says what is wrong")
  func sqlite() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "harness.sqlite")
    #expect(
      try SQLiteShell.run("CREATE TABLE t(a, b); INSERT INTO t VALUES (1, 'é'); SELECT * FROM t", on: file)
        == "1|é")
    #expect(throws: Command.Failure.self) { try SQLiteShell.run("SELECT nothing", on: file) }
  }
}
