import BookStore
import Browser
import Foundation
import Testing

/// The files for those who look into the program.
@Suite final class DiagnosticsTests {
  private let scratch: Scratch
  private lazy var flow = Flow(scratch, settings)
  private var settings = Settings()

  init() throws {
    scratch = try Scratch()
    settings.logFile = scratch.folder.appending(path: "log").path
    settings.traceFile = scratch.folder.appending(path: "trace").path
  }

  @Test("The trace has each statement, look and warning with its time, and no value of the database")
  func trace() throws {
    flow.press("Enter").expect("Leo Tolstoy")
    flow.type("e", "End", "Enter", "^U").type("Secret Name", "Enter", "Esc").expect("◆ 1")
    flow.type("m").expect("wrote 1 book")
    flow.end()
    let events = try scratch.lines(of: "trace").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(events.allSatisfy { $0["time"] is Int && $0["event"] is String })
    func has(_ event: String, _ holds: ([String: Any]) -> Bool = { _ in true }) -> Bool {
      events.contains { $0["event"] as? String == event && holds($0) }
    }
    #expect(has("statement") { $0["purpose"] as? String == "hydrate" && $0["rows"] as? Int == 1 })
    #expect(has("statement") { $0["purpose"] as? String == "write-back" })
    #expect(has("records") { $0["hydrated"] as? Int == 1 && $0["dirty"] as? Int == 1 })
    #expect(has("warning") { $0["written"] as? Int == 1 && $0["origin"] as? String == "key" })
    #expect(try !scratch.lines(of: "trace").contains { $0.contains("Secret") || $0.contains("Tolstoy") })
  }

  @Test("The log has decisions with their reasons") func log() throws {
    flow.type("'").expect("Sort the list")
    flow.type("i").expect("Statements")
    flow.type("i")
    flow.end()
    let text = try scratch.lines(of: "log").joined(separator: "\n")
    #expect(text.contains("opened \(scratch.path), read-write"))
    #expect(text.contains("said: Sort the list by a text first"))
    #expect(text.contains("ending because of the signal"))
  }

  @Test("A file that cannot be written is said, and nothing else changes") func unwritable() throws {
    settings.logFile = "/nonexistent/log"
    flow.expect("Cannot write to /nonexistent/log: no such file or directory.")
  }

  @Test("Nothing is written to the open database, which is said", arguments: ["log", "trace"])
  func own(_ name: String) throws {
    if name == "log" { settings.logFile = scratch.path } else { settings.traceFile = scratch.path }
    let before = try Data(contentsOf: URL(filePath: scratch.path))
    flow = Flow(scratch, settings, columns: 240)
    flow.expect("it is the open database")
    flow.end()
    #expect(try Data(contentsOf: URL(filePath: scratch.path)) == before)
  }
}
