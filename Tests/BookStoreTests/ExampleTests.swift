import Foundation
import Testing

@Suite("The example of the documentation")
struct ExampleTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
  }

  @Test("The article has the program that is built outside, and what it prints, word for word")
  func article() throws {
    let article = try text("Sources/BookStore/BookStore.docc/Shelf.md")
    let program = try text("Tests/ExternalPackage/Sources/Shelf/Shelf.swift")
    #expect(article.contains("```swift\n" + program + "```\n"))
    #expect(article.contains("```\n" + (try text("Tests/ExternalPackage/expected")) + "```\n"))
  }

  @Test("The program is short")
  func length() throws {
    let lines = try text("Tests/ExternalPackage/Sources/Shelf/Shelf.swift").split(separator: "\n")
    #expect(lines.filter { !$0.hasPrefix("///") }.count < 30)
  }
}
