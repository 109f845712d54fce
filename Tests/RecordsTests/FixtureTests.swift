import Foundation
import GRDB
import Records
import TestSupport
import Testing

@Suite("Fixtures")
struct FixtureTests {
  private func database(_ name: String) throws -> DatabaseQueue {
    let sql = try Repository.text("Fixtures/" + name)
    let queue = try DatabaseQueue()
    try queue.inDatabase { try $0.execute(sql: sql) }
    return queue
  }

  @Test("The sample's books show the dates that SQLite prints")
  func sampleBooks() throws {
    let rows = try database("books.sql").read { database in
      try Row.fetchAll(database, sql: "SELECT title, copyright, author FROM book ORDER BY pk")
    }
    let field = Schema.books.fields[1]
    #expect(
      rows.map { row -> [String] in [row[0], field.text(of: .real(row[1])), row[2]] } == [
        ["War and Peace", "1870-01-25", "Leo Tolstoy"], ["Mac OS X Internals", "2006-12-23", "Amit Singh"],
        ["The Divine Comedy", "1321-06-07", "Dante Alighieri"],
      ])
  }

  @Test("Every hostile date shows as SQLite prints it, and every hostile text is kept when it is not changed")
  func hostileBooks() throws {
    let rows = try database("hostile.sql").read { database in
      try Row.fetchAll(
        database,
        sql:
          "SELECT copyright, date(copyright, 'unixepoch'), datetime(copyright, 'unixepoch'), CAST(coalesce(title, '') AS BLOB) FROM book"
      )
    }
    #expect(rows.count == 49)
    let title = Schema.books.titleField, copyright = Schema.books.fields[1]
    for row in rows {
      if case .double(let seconds) = (row[0] as DatabaseValue).storage {
        let (day, moment) = (row[1] as String?, row[2] as String?)
        #expect(copyright.date(of: .real(seconds))?.description == day)
        // What is below a second is shown, and SQLite's function leaves it out.
        let text = copyright.text(of: .real(seconds)).split(separator: ".").first.map(String.init)
        if let day { #expect(text == day || text == moment) }
        if day == nil { #expect(copyright.text(of: .real(seconds)) == String(seconds)) }
      }
      let old = Value.text(Text(bytes: [UInt8](row[3] as Data)))
      if title.isFilled(by: old) { #expect(try title.value(of: title.text(of: old), replacing: old) == old) }
    }
  }
}
