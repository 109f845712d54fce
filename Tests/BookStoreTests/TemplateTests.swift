import Foundation
import TestSupport
import Testing

@testable import BookStore
@testable import Records

@Suite("Templates") struct TemplateTests {
  private func file(_ template: Template) -> URL {
    Repository.root.appending(path: "Sources/BookStore/Templates/\(template).sql")
  }

  @Test("The program has each file as it is, and no file is forgotten") func files() throws {
    for template in Template.allCases {
      #expect(try Array(Data(contentsOf: file(template))) == Array(template.sql.utf8), "\(template)")
    }
    let folder = file(.sample).deletingLastPathComponent()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(names.filter { $0.hasSuffix(".sql") }) == Set(Template.allCases.map { "\($0).sql" }))
  }

  @Test(
    "A new library has what SQLite itself makes of the file, and is known as what it is called",
    arguments: Template.allCases)
  func schema(_ template: Template) throws {
    let scratch = try Scratch(template)
    let sql = "SELECT type || ' ' || name || ': ' || coalesce(sql, '') FROM sqlite_schema ORDER BY rowid"
    let expected = try StockDatabase().write { database in
      try database.run(String(contentsOf: file(template), encoding: .utf8))
      return try database.texts(sql)
    }
    #expect(try StockDatabase(scratch.path).texts(sql) == expected)
    #expect(!expected.isEmpty)
    let words: [Template: String] = [
      .sample: "book", .reading: "book", .possessions: "possession", .contacts: "contact", .coffees: "coffee",
    ]
    #expect(try scratch.store().schema.singular == words[template])
    // A sentence says what it is for.
    #expect(template.summary.hasSuffix(".") && template.summary.first?.isUppercase == true)
    #expect(template.summary.count > 10 && template.summary.count < 110)
  }

  @Test("The sample's four columns are first in reading, unchanged") func sampleColumns() throws {
    let columns = "pk INTEGER PRIMARY KEY, title CHAR(32), copyright REAL, author CHAR(48)"
    #expect(Template.sample.sql.contains("CREATE TABLE book (\(columns));"))
    let text = Template.reading.sql.replacing(#/ *--.*/#, with: "").replacing(#/\s+/#, with: " ")
    #expect(text.contains("CREATE TABLE book ( \(columns), subtitle TEXT"))
  }
}
