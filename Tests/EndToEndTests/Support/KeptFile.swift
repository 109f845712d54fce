import Foundation
import TestSupport
import Testing

/// A file of the repository that is made from the program, so that nobody needs the program to have it.
enum KeptFile {
  /// Compares a file with what it should be; where `RECORD_GOLDEN` is set or it is missing it is written, which fails the
  /// test.
  static func check(
    _ path: String, is text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let kept = try? Repository.text(path)
    guard ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == nil, kept != nil else {
      try text.write(to: Repository.root.appending(path: path), atomically: true, encoding: .utf8)
      Issue.record("recorded \(path); read it, then run again", sourceLocation: sourceLocation)
      return
    }
    #expect(text == kept, "\(path) differs; record it with RECORD_GOLDEN=1", sourceLocation: sourceLocation)
  }
}
