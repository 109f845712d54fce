import Cells
import Foundation
import Testing

/// Compares a frame with the one that was recorded, text plane, role plane and cursor.
///
/// A golden that is missing, or any golden while `RECORD_GOLDEN` is set, is written anew, and that fails the test: what
/// was recorded is to be read in the diff before it counts.
enum Golden {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")

  /// The size at which every screen is recorded.
  ///
  /// Others are recorded where the layout depends on the room; what has to hold at any size, `SweepTests` checks.
  static let usualSize = [Size(columns: 80, rows: 24)]

  /// Whether what is found becomes what is expected.
  static var isRecording: Bool { ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil }

  static func check(_ frame: Frame, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws
  {
    let file = folder.appending(path: "\(name)-\(frame.size.columns)x\(frame.size.rows).txt")
    let text = describe(frame)
    guard !isRecording, let golden = try? String(contentsOf: file, encoding: .utf8) else {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
      Issue.record(
        "recorded \(file.lastPathComponent); read it, then run again", sourceLocation: sourceLocation)
      return
    }
    #expect(text == golden, "\(file.lastPathComponent) differs", sourceLocation: sourceLocation)
  }

  private static func describe(_ frame: Frame) -> String {
    let cursor = frame.cursor.map { "column \($0.column), row \($0.row)" } ?? "hidden"
    // The bars keep the blanks at the ends of lines in sight, and away from editors that strip them.
    let text = frame.textPlane.split(separator: "\n", omittingEmptySubsequences: false).map { "|\($0)|" }
    let roles = frame.rolePlane.split(separator: "\n", omittingEmptySubsequences: false).map { "|\($0)|" }
    return (text + ["cursor: \(cursor)"] + roles).joined(separator: "\n") + "\n"
  }
}
