import Foundation
import Testing

/// An asciicast of version 2.
struct Film {
  private let events: [(kind: String, text: String)]

  init(_ file: URL) throws {
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
    events = try lines.map { line in
      let event = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any])
      return (try #require(event[1] as? String), try #require(event[2] as? String))
    }
  }

  /// What is drawn before a marker.
  func output(before marker: String) throws -> String {
    let end = try #require(events.firstIndex { $0.kind == "m" && $0.text == marker })
    return events[..<end].filter { $0.kind == "o" }.map(\.text).joined()
  }
}
