import Foundation
import TestSupport
import Testing

@Suite("Files in the shape in which services and programs write them")
struct ImportedTwiceTests {
  private static let folder = Repository.fixtures.appending(path: "formats")
  private static let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []

  @Test("Each becomes rows, one for each record; the same file once more changes nothing", arguments: files)
  func twice(_ file: String) throws {
    let (desk, path) = (try CommandDesk(), Self.folder.appending(path: file).path)
    let first = try desk.run("import", path, "--file", desk.library.path)
    #expect(first.status == 0, "\(first.errors)")
    #expect(
      first.text.contains(" new · 0 completed · 0 unchanged · 0 unclear · 0 refused")
        && !first.text.hasPrefix("0 "))
    let before = try desk.query(".dump")
    let second = try desk.run("import", path, "--file", desk.library.path)
    let count = try desk.query("SELECT count(*) FROM book")
    #expect(second.text.hasPrefix("0 new · 0 completed · \(count) unchanged"))
    #expect(try desk.query(".dump") == before)
  }

  @Test("One step undoes an import, and what is exported comes back as it was", arguments: files)
  func back(_ file: String) throws {
    let (desk, path) = (try CommandDesk(), Self.folder.appending(path: file).path)
    try desk.run("import", path, "--file", desk.library.path)
    let before = try desk.query(".dump")
    let json = desk.folder.appending(path: "export.json").path
    #expect(try desk.run("export", "-o", json).status == 0)
    #expect(try desk.run("import", json, "--on-match", "update", "--dry-run").status == 0)
    #expect(try desk.run("undo").status == 0)
    #expect(try desk.query("SELECT (SELECT count(*) FROM book) + (SELECT count(*) FROM source)") == "0")
    #expect(try desk.run("redo").status == 0)
    #expect(try desk.query(".dump") == before)
  }
}
