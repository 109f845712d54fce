import Foundation
import Screens
import Testing

/// The recorded screens are those that tests ask for.
@Suite struct GoldenFileTests {
  @Test("Every golden has a test that names it, and one of its sizes")
  func areRead() throws {
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
