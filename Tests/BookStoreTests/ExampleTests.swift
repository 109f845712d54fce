import TestSupport
import Testing

@Suite("The example of the documentation") struct ExampleTests {
  @Test("The article has the program that is built outside, and what it prints, word for word")
  func article() throws {
    let article = try Repository.text("Sources/BookStore/BookStore.docc/Shelf.md")
    let program = try Repository.text("Tests/ExternalPackage/Sources/Shelf/Shelf.swift")
    #expect(article.contains("```swift\n" + program + "```\n"))
    #expect(article.contains("```\n" + (try Repository.text("Tests/ExternalPackage/expected")) + "```\n"))
  }

  @Test("The program is short") func length() throws {
    let lines = try Repository.text("Tests/ExternalPackage/Sources/Shelf/Shelf.swift").split(separator: "\n")
    #expect(lines.filter { !$0.hasPrefix("///") }.count < 30)
  }
}
