import Foundation
import Testing

/// An asciicast of version 2.
struct Film {
  let events: [(time: Double, kind: String, text: String)]

  init(_ file: URL) throws {
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
    events = try lines.map { line in
      let event = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any])
      return (event[0] as? Double ?? -1, event[1] as? String ?? "", event[2] as? String ?? "")
    }
  }

  /// The texts of its markers, in their order.
  var markers: [String] { events.filter { $0.kind == "m" }.map(\.text) }

  /// What the events before a place draw.
  func output(before end: Int) -> String {
    events[..<end].filter { $0.kind == "o" }.map(\.text).joined()
  }

  /// What is drawn before a marker.
  func output(before marker: String) throws -> String {
    output(before: try #require(events.firstIndex { $0.kind == "m" && $0.text == marker }))
  }
}

/// Another terminal, which shows what is to be played at each Return.
struct Projector {
  let terminal: TmuxSession

  init(columns: Int, rows: Int) async throws {
    terminal = try await TmuxSession(columns: columns, rows: rows)
    // A shell may forget what is typed right after ^C, so it shows the next screen by itself.
    try terminal.run("while read line; do printf '\\033c'; cat screen; done")
  }

  func play(_ output: String) throws {
    try output.write(to: terminal.home.appending(path: "screen"), atomically: true, encoding: .utf8)
    try terminal.press("Enter")
  }
}
