import Foundation
import TestSupport
import Testing

@Suite("The manual page") struct ManualPageTests {
  private static let path = "docs/booklist.1"
  private static var file: String { Repository.root.appending(path: path).path(percentEncoded: false) }

  @Test("Its parts are what the program's tables say") func parts() throws {
    let keys = try Program.run(["--print-keys", "mdoc"])
    let manual = ManualPage(command: try .ofProgram(), keys: keys)
    try KeptFile.check(Self.path, is: manual.filled(try Repository.text(Self.path)))
  }

  @Test("It has a place for each part, and is in ASCII") func places() throws {
    let page = try Repository.text(Self.path)
    for part in ManualPage.parts { #expect(page.contains("tables: \(part)\n"), "\(part)") }
    #expect(page.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test("--no-split has words of its own, and every exit status is explained") func everyDetail() throws {
    let page = try Repository.text(Self.path)
    #expect(page.contains(".It Fl \\-no\\-split\n"))
    let section = page.split(separator: ".Sh ").first { $0.hasPrefix("EXIT STATUS") } ?? ""
    for status in [0, 1, 2, 3, 64, 65, 66, 75] { #expect(section.contains(".It \(status)\n"), "\(status)") }
  }

  @Test("The README has at most 80 lines and 5,000 bytes, and says how to install first")
  func readme() throws {
    let text = try Repository.text("README.md")
    #expect(text.utf8.count <= 5_000 && text.count { $0 == "\n" } <= 80)
    let installing = try #require(text.range(of: "## Install"))
    let first = try #require(text.range(of: "booklist import"))
    #expect(installing.lowerBound < first.lowerBound)
  }

  @Test("mandoc finds nothing wrong with it", .needs("mandoc")) func mandoc() throws {
    #expect(try Command.run(["mandoc", "-T", "lint", "-W", "warning", Self.file]) == "")
  }

  @Test("groff finds nothing wrong with it", .needs("groff")) func groff() throws {
    let line = "groff -mandoc -T utf8 -ww -z \"$1\" 2>&1"
    #expect(try Command.run(["/bin/sh", "-c", line, "sh", Self.file]) == "")
  }
}
