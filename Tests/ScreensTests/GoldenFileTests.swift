import Foundation
import Screens
import Testing

/// The recorded screens are those that tests ask for.
@Suite struct GoldenFileTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  @Test("Every golden has a test that reads it")
  func areRead() throws {
    let sources = try FileManager.default.contentsOfDirectory(
      at: Self.folder, includingPropertiesForKeys: nil
    )
    .filter { $0.pathExtension == "swift" }.map { try String(contentsOf: $0, encoding: .utf8) }
    .joined(separator: "\n")
    let asked = sources.matches(of: /Golden\.check\([^"]*"([^"]+)"/).map { String($0.1) }
    let names = Set(
      asked.flatMap { name in
        name.contains("\\(mode)")
          ? Mode.allCases.map { name.replacing("\\(mode)", with: "\($0)") } : [name]
      })
    let sizes = Set(
      sources.matches(of: /columns: (\d+), rows: (\d+)/).map { "\($0.1)x\($0.2)" })
    let goldens = try FileManager.default.contentsOfDirectory(
      atPath: Self.folder.appending(path: "Golden").path()
    )
    .filter { $0.hasSuffix(".txt") }.map { $0.dropLast(4) }
    #expect(goldens.count > 100)
    let forgotten = goldens.filter { golden in
      guard let dash = golden.lastIndex(of: "-") else { return true }
      return !names.contains(String(golden[..<dash]))
        || !sizes.contains(String(golden[golden.index(after: dash)...]))
    }
    #expect(forgotten.isEmpty, "no test reads \(forgotten.sorted())")
  }
}
