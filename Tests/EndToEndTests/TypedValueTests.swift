import Foundation
import TestSupport
import Testing

@Suite("Values in commands")
struct TypedValueTests {
  let desk: CommandDesk

  init() throws { desk = try CommandDesk() }

  private func makeLoans() throws {
    try desk.sql(
      String(contentsOf: Repository.fixtures.appending(path: "cases/datetime_parts.sql"), encoding: .utf8))
  }

  /// The date of today in UTC; asked for before and after, as midnight may be in between.
  private var today: String { get throws { try desk.query("SELECT date('now')") } }

  @Test("Of a date and a time, set changes what is typed, in each row by what is there")
  func setPart() throws {
    try makeLoans()
    #expect(try desk.run("set", "1", "at=2024-03-01").status == 0)
    #expect(try desk.query("SELECT at FROM loan WHERE id = 1") == "2024-03-01 12:34:56+02:00")
    #expect(try desk.run("set", "1", "at=13:00").status == 0)
    #expect(try desk.query("SELECT at FROM loan WHERE id = 1") == "2024-03-01 13:00:00+02:00")
    #expect(try desk.run("set", "--where", "id>0", "at=2024-05-06").status == 0)
    #expect(
      try desk.query("SELECT group_concat(at) FROM loan") == "2024-05-06 13:00:00+02:00,2024-05-06 00:00:01")
    #expect(try desk.run("undo").status == 0)
    #expect(
      try desk.query("SELECT group_concat(at) FROM loan") == "2024-03-01 13:00:00+02:00,2023-01-01 00:00:01")
  }

  @Test("A value keeps the storage class and the words of the one that is there")
  func setForm() throws {
    try desk.sql(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, ok BOOLEAN, seen DATETIME);
      INSERT INTO t VALUES (1, 'a', 'TRUE', 1700000000), (2, 'b', 'no', 1700000001), (3, 'c', 1, 1700000002);
      """)
    #expect(try desk.run("set", "--where", "name:a|name:b|name:c", "ok=no").status == 0)
    #expect(try desk.query("SELECT group_concat(ok) FROM t") == "FALSE,no,0")
  }

  @Test("today is the date of today in set, add and add -")
  func todayInCommands() throws {
    try makeLoans()
    let before = try today
    #expect(try desk.run("set", "1", "day=today", "at=Today").status == 0)
    #expect(try desk.run("add", "name=x", "day=today", "at=today 07:08").status == 0)
    let input = Data(#"{"name":"y","day":"today","at":"6 May 2024 07:08:09"}"#.utf8)
    #expect(try desk.run("add", "-", input: input).status == 0)
    let rows = try desk.query("SELECT id, day, at FROM loan WHERE id <> 2 ORDER BY id")
    func expected(_ today: String) -> String {
      """
      1|\(today)|\(today) 12:34:56+02:00
      3|\(today)|\(today) 07:08:00
      4|\(today)|2024-05-06 07:08:09
      """
    }
    #expect(try rows == expected(before) || rows == expected(today))
  }

  @Test("today is a partial date too")
  func todayAsPartialDate() throws {
    try desk.make("reading")
    let before = try today
    #expect(try desk.run("add", "title=x", "published=today").status == 0)
    let published = try desk.query("SELECT published FROM book")
    #expect(try published == before || published == today)
  }

  @Test("Days are typed as people say them, and the command says which day it has understood")
  func daysInCommands() throws {
    try desk.make("reading")
    try desk.sql("INSERT INTO book (pk, title) VALUES (1, 'Emma')")
    let before = try today
    let lent = try desk.run("lend", "1", "Anna", "--on", "-3", "--due", "+14")
    let finished = try desk.run("finish", "1", "--on", "28 nov")
    let refused = try desk.run("finish", "1", "--on", "28 nov 26")
    #expect(refused.status == 64 && refused.errors.contains("Type all four digits of the year"))
    let days = "SELECT julianday(lent_on) - julianday(?), julianday(due) - julianday(?) FROM loan"
    let (loan, reading) = (
      try desk.query(days.replacingOccurrences(of: "?", with: "'\(before)'")),
      try desk.query(
        "SELECT finished LIKE '%-11-28' AND finished BETWEEN date('now', '-366 days') AND date('now', '+1 day') FROM reading"
      )
    )
    // Midnight may have passed meanwhile, here or in UTC.
    #expect(["-3.0|14.0", "-2.0|15.0", "-4.0|13.0"].contains(loan))
    #expect(reading == "1")
    #expect(lent.errors.contains(" on ") && lent.errors.contains(" until "))
    #expect(finished.errors.contains("day, 28 November "))
  }

  @Test("A time without a date is refused by a sentence that says what is missing")
  func timeAlone() throws {
    try makeLoans()
    let refused = try desk.run("add", "name=x", "at=13:00")
    #expect(refused.status == 64)
    #expect(refused.errors.contains("Type the date too, like 2024-05-06 07:08 or today 07:08."))
    try desk.sql("UPDATE loan SET at = NULL WHERE id = 2")
    let partly = try desk.run("set", "--where", "id>0", "at=13:00")
    #expect(partly.status == 3)
    #expect(partly.errors.contains("2: ") && partly.errors.contains("Set At of 1"))
    #expect(try desk.query("SELECT group_concat(ifnull(at, '-')) FROM loan") == "2024-02-29 13:00:00+02:00,-")
    #expect(try desk.run("set", "2", "at=13:00").status == 64)
  }

  @Test("The finder knows today")
  func todayInFinder() throws {
    try desk.sql(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, day DATE, at DATETIME);
      INSERT INTO t VALUES (1, 'old', '2001-01-01', '2001-01-01 10:00:00'),
        (2, 'now', date('now'), date('now') || ' 10:00:00');
      """)
    for query in [
      "day=today", "day:today", "day>=today", "at:today", "day:2002..today", "day>2001-01-01",
    ] {
      let found = try desk.run("list", query, "--keys")
      #expect(found.text == "2\n" && found.status == 0, "\(query): \(found.errors)")
    }
    #expect(try desk.run("list", "day<today", "--keys").text == "1\n")
  }

  @Test("Words for yes and no are found by each other, and by what they are shown as")
  func truths() throws {
    try desk.sql(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, ok BIT);
      INSERT INTO t VALUES (1, 'a', 'true'), (2, 'b', 'false'), (3, 'c', 1), (4, 'd', 0), (5, 'e', 'TRUE'), (6, 'f', NULL);
      """)
    for query in ["ok=true", "ok:true", "ok=yes", "ok:yes", "ok:TRUE"] {
      #expect(try desk.run("list", query, "--keys").text == "1\n3\n5\n", "\(query)")
    }
    for query in ["ok=false", "ok:no"] {
      #expect(try desk.run("list", query, "--keys").text == "2\n4\n", "\(query)")
    }
    // In quotes it is the text itself, as the list of values asks for it.
    #expect(try desk.run("list", #"ok="true""#, "--keys").text == "1\n")
  }

  @Test("A number that the column cannot keep is refused at every door")
  func digits() throws {
    try desk.sql(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, n NUMERIC, i INTEGER, r REAL, at DATETIME); INSERT INTO t (name) VALUES ('a')"
    )
    let numbers = [
      ("n", "9223372036854775808"), ("i", "9223372036854775808"), ("r", "9007199254740993"),
      ("r", "9223372036854775809"), ("n", "45e76582"), ("r", "45e76582"), ("n", "9007199254740993.5"),
    ]
    for (field, number) in numbers {
      #expect(try desk.run("set", "1", "\(field)=\(number)").status == 64, "set \(field)=\(number)")
      #expect(try desk.run("add", "name=x", "\(field)=\(number)").status == 64, "add \(field)=\(number)")
      for json in [number, "\"\(number)\""] {
        let input = Data("{\"name\":\"x\",\"\(field)\":\(json)}".utf8)
        let outcome = try desk.run("add", "-", input: input)
        #expect(outcome.status == 64 && outcome.errors.contains("line 1"), "add - \(field): \(json)")
      }
    }
    #expect(
      try desk.run("set", "1", "r=9007199254740992", "n=9007199254740993", "i=9223372036854775807").status
        == 0)
    #expect(try desk.query("SELECT count(*) FROM t") == "1")
    #expect(try desk.run("list", "r=9007199254740993", "--keys").text == "")
    #expect(try desk.run("list", "n=9007199254740993", "--keys").text == "1\n")
    try desk.sql("UPDATE t SET n = 9223372036854775808")
    #expect(try desk.run("list", "n=9223372036854775808", "--keys").text == "1\n")
    #expect(try desk.run("list", "n=9223372036854775809", "--keys").text == "")
  }
}
