import Foundation
import TestSupport
import Testing

@Suite("Values in commands") struct TypedValueTests {
  let desk: CommandDesk

  init() throws { desk = try CommandDesk() }

  private func makeLoans() throws { try desk.sql(Repository.text("Fixtures/cases/datetime_parts.sql")) }

  /// The date of today in UTC; asked for before and after, as midnight may be in between.
  private var today: String { get throws { try desk.query("SELECT date('now')") } }

  @Test("Of a date and a time, set changes what is typed, in each row by what is there")
  func setPart() throws {
    try makeLoans()
    let times = "SELECT group_concat(at) FROM loan"
    for (line, expected) in [
      ("set 1 at=2024-03-01", "2024-03-01 12:34:56+02:00,2023-01-01 00:00:01"),
      ("set 1 at=13:00", "2024-03-01 13:00:00+02:00,2023-01-01 00:00:01"),
      ("set --where id>0 at=2024-05-06", "2024-05-06 13:00:00+02:00,2024-05-06 00:00:01"),
      ("undo", "2024-03-01 13:00:00+02:00,2023-01-01 00:00:01"),
    ] {
      try desk.expect(line)
      #expect(try desk.query(times) == expected, "\(line)")
    }
  }

  @Test("A value keeps the storage class and the words of the one that is there") func setForm() throws {
    try desk.sql("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, ok BOOLEAN, seen DATETIME)")
    try desk.sql("INSERT INTO t VALUES (1, 'a', 'TRUE', 17e8), (2, 'b', 'no', 17e8), (3, 'c', 1, 17e8)")
    try desk.expect("set --where name:a|name:b|name:c ok=no")
    #expect(try desk.query("SELECT group_concat(ok) FROM t") == "FALSE,no,0")
  }

  @Test("today is the date of today in set, add and add -, also as a partial date, and the finder knows it")
  func todayInCommands() throws {
    try makeLoans()
    try desk.sql("CREATE TABLE book (title TEXT, published PARTIAL DATE)")
    let before = try today
    try desk.expect("set 1 day=today at=Today")
    try desk.expect("add name=x day=today 'at=today 07:08'")
    try desk.expect("add -", input: #"{"name":"y","day":"today","at":"6 May 2024 07:08:09"}"#)
    try desk.expect("add --table book title=x published=today")
    let rows = try desk.query(
      "SELECT id, day, at FROM loan WHERE id <> 2 UNION ALL SELECT title, published, '' FROM book ORDER BY 1")
    func expected(_ today: String) -> String {
      """
      1|\(today)|\(today) 12:34:56+02:00
      3|\(today)|\(today) 07:08:00
      4|\(today)|2024-05-06 07:08:09
      x|\(today)|
      """
    }
    #expect(try rows == expected(before) || rows == expected(today))
  }

  @Test("Days are typed as people say them, and the command says which day it has understood")
  func daysInCommands() throws {
    try desk.make("reading")
    try desk.sql("INSERT INTO book (pk, title) VALUES (1, 'Emma')")
    let before = try today
    try desk.expect("lend 1 Anna --on -3 --due +14", says: " on ", " until ")
    try desk.expect("finish 1 --on '28 nov'", says: "day, 28 November ")
    try desk.expect("finish 1 --on '28 nov 26'", says: "Type all four digits of the year", status: 64)
    let loan = try desk.query(
      "SELECT julianday(lent_on) - julianday('\(before)'), julianday(due) - julianday('\(before)') FROM loan")
    // Midnight may have passed meanwhile, here or in UTC.
    #expect(["-3.0|14.0", "-2.0|15.0", "-4.0|13.0"].contains(loan))
    let reading = """
      SELECT finished LIKE '%-11-28' AND finished BETWEEN date('now', '-366 days') AND date('now', '+1 day') FROM reading
      """
    #expect(try desk.query(reading) == "1")
  }

  @Test("A time without a date is refused by a sentence that says what is missing") func timeAlone() throws {
    try makeLoans()
    try desk.expect(
      "add name=x at=13:00", says: "Type the date too, like 2024-05-06 07:08 or today 07:08.", status: 64)
    try desk.sql("UPDATE loan SET at = NULL WHERE id = 2")
    try desk.expect("set --where id>0 at=13:00", says: "2: ", "Set At of 1", status: 3)
    #expect(try desk.query("SELECT group_concat(ifnull(at, '-')) FROM loan") == "2024-02-29 13:00:00+02:00,-")
    try desk.expect("set 2 at=13:00", status: 64)
  }

  @Test("The finder of list knows today, and words for yes and no") func finder() throws {
    try desk.sql(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, day DATE, at DATETIME, ok BIT);
      INSERT INTO t VALUES (1, 'old', '2001-01-01', '2001-01-01 10:00:00', 'true'),
        (2, 'now', date('now'), date('now') || ' 10:00:00', 'false'), (3, 'c', NULL, NULL, 1), (4, 'd', NULL, NULL, 0),
        (5, 'e', NULL, NULL, 'TRUE'), (6, 'f', NULL, NULL, NULL);
      """)
    for (query, keys) in [
      ("day=today", "2\n"), ("at:today", "2\n"), ("day:2002..today", "2\n"), ("day<today", "1\n"),
      ("ok=true", "1\n3\n5\n"), ("ok:yes", "1\n3\n5\n"), ("ok=false", "2\n4\n"), ("ok:no", "2\n4\n"),
      // In quotes it is the text itself, as the list of values asks for it.
      (#"ok="true""#, "1\n"),
    ] { try desk.expect("list \(query) --keys", keys) }
  }

  @Test("A number that the column cannot keep is refused at every door") func digits() throws {
    try desk.sql(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, n NUMERIC, i INTEGER, r REAL, at DATETIME)")
    try desk.sql("INSERT INTO t (name) VALUES ('a')")
    for (field, number) in [
      ("n", "9223372036854775808"), ("i", "9223372036854775808"), ("r", "9007199254740993"),
      ("r", "9223372036854775809"), ("n", "45e76582"), ("r", "45e76582"), ("n", "9007199254740993.5"),
    ] {
      try desk.expect("set 1 \(field)=\(number)", status: 64)
      try desk.expect("add name=x \(field)=\(number)", status: 64)
      for json in [number, "\"\(number)\""] {
        try desk.expect("add -", says: "line 1", status: 64, input: "{\"name\":\"x\",\"\(field)\":\(json)}")
      }
    }
    try desk.expect("set 1 r=9007199254740992 n=9007199254740993 i=9223372036854775807")
    #expect(try desk.query("SELECT count(*) FROM t") == "1")
    try desk.expect("list r=9007199254740993 --keys", "")
    try desk.expect("list n=9007199254740993 --keys", "1\n")
    try desk.sql("UPDATE t SET n = 9223372036854775808")
    try desk.expect("list n=9223372036854775808 --keys", "1\n")
    try desk.expect("list n=9223372036854775809 --keys", "")
  }
}
