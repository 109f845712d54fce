import Foundation
import Records
import TestSupport
import Testing

@Suite("Fixtures") struct FixtureTests {
  private func database(_ name: String) throws -> StockDatabase {
    let sql = try Repository.text("Fixtures/" + name)
    let queue = try StockDatabase()
    try queue.run(sql)
    return queue
  }

  @Test("The sample's books show the dates that SQLite prints") func sampleBooks() throws {
    let rows = try database("books.sql").read { database in
      try database.rows("SELECT title, copyright, author FROM book ORDER BY pk")
    }
    let field = Schema.books.fields[1]
    #expect(
      rows.map { [$0[0].text, field.text(of: .real($0[1].real ?? 0)), $0[2].text] } == [
        ["War and Peace", "1870-01-25", "Leo Tolstoy"], ["Mac OS X Internals", "2006-12-23", "Amit Singh"],
        ["The Divine Comedy", "1321-06-07", "Dante Alighieri"],
      ])
  }

  @Test("Every hostile date shows as SQLite prints it, and every hostile text is kept when it is not changed")
  func hostileBooks() throws {
    let rows = try database("hostile.sql").read { database in
      try database.rows(
        "SELECT copyright, date(copyright, 'unixepoch'), datetime(copyright, 'unixepoch'), CAST(coalesce(title, '') AS BLOB) FROM book"
      )
    }
    #expect(rows.count == 49)
    let title = Schema.books.titleField, copyright = Schema.books.fields[1]
    for row in rows {
      if case .real(let seconds) = row[0] {
        let (day, moment) = (row[1].text, row[2].text)
        #expect(copyright.date(of: .real(seconds))?.description == day)
        // What is below a second is shown, and SQLite's function leaves it out.
        let text = copyright.text(of: .real(seconds)).split(separator: ".").first.map(String.init)
        if let day { #expect(text == day || text == moment) }
        if day == nil { #expect(copyright.text(of: .real(seconds)) == String(seconds)) }
      }
      let old = Value.text(Text(bytes: row[3].bytes))
      if title.isFilled(by: old) { #expect(try title.value(of: title.text(of: old), replacing: old) == old) }
    }
  }
}
