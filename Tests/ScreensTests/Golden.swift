import Cells
import Foundation
import Screens
import Testing

/// Compares a screen with the one that was recorded: text plane, role plane and cursor.
///
/// A golden that is missing, or any golden while `RECORD_GOLDEN` is set, is written anew, and that fails the test: what
/// was recorded is to be read in the diff before it counts.
enum Golden {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")

  /// The screens whose layout depends on the room, with the sizes at which they are recorded besides the usual one.
  private static let furtherSizes: [String: [Size]] = [
    "alert-three-answers": [Size(40, 10)], "columns": [Size(120, 40), Size(40, 10)],
    "comparison-dirty": [Size(160, 50), Size(40, 10)], "date-time-editor": [Size(20, 24)],
    "detail-photo": [Size(120, 40), Size(40, 10)], "gallery": [Size(120, 40)],
    "help-list": [Size(120, 40), Size(40, 10)],
    "inspector": [Size(160, 50), Size(100, 30), Size(40, 10)], "inspector-whole": [Size(160, 50)],
    "list": [Size(120, 40), Size(40, 10)], "merge": [Size(120, 40), Size(40, 10)],
    "reading-detail": [Size(120, 40), Size(40, 10)],
    "split": [Size(160, 50), Size(100, 30)], "split-inspector": [Size(160, 50)],
    "statistics-year": [Size(120, 40), Size(40, 10)], "statistics-year-down": [Size(120, 40)],
  ]

  /// The sizes at which a screen is recorded; what has to hold at any size, `SweepTests` checks.
  static func sizes(of name: String) -> [Size] { [.usual] + (furtherSizes[name] ?? []) }

  /// Whether what is found becomes what is expected.
  static var isRecording: Bool { ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil }

  /// Compares a screen, which is made at each of its sizes.
  static func check(
    _ name: String, sourceLocation: SourceLocation = #_sourceLocation, _ stack: (Size) throws -> ScreenStack
  ) throws {
    for size in sizes(of: name) { try check(stack(size).frame(), name, sourceLocation) }
  }

  private static func check(_ frame: Frame, _ name: String, _ sourceLocation: SourceLocation) throws {
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
    let planes = [frame.textPlane, frame.rolePlane].map { plane in
      plane.split(separator: "\n", omittingEmptySubsequences: false).map { "|\($0)|" }
    }
    return (planes[0] + ["cursor: \(cursor)"] + planes[1]).joined(separator: "\n") + "\n"
  }
}

/// The recorded screens are those that tests ask for.
@Suite struct GoldenFileTests {
  @Test("Every golden has a test that names it, and one of its sizes") func areRead() throws {
    let sources = try FileManager.default.contentsOfDirectory(
      at: Golden.folder.deletingLastPathComponent(), includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "swift" }.map { try String(contentsOf: $0, encoding: .utf8) }
    let words = sources.flatMap { $0.matches(of: /"([a-z-]+)"/).map { String($0.1) } }
    let names = Set(words + Mode.allCases.map { "help-\($0)" })
    let files = Set(
      names.flatMap { name in
        Golden.sizes(of: name).map { "\(name)-\($0.columns)x\($0.rows).txt" }
      })
    let goldens = try FileManager.default.contentsOfDirectory(atPath: Golden.folder.path())
    #expect(goldens.count > 100)
    let forgotten = goldens.filter { !files.contains($0) }
    #expect(forgotten.isEmpty, "no test reads \(forgotten.sorted())")
  }
}
