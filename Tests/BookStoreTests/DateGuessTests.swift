import Records
import Testing

/// Columns of dates as programs keep them, and how they are shown.
struct DateGuessTests {
  private static func fields(_ sql: String) throws -> [String: Field] {
    let schema = try Scratch(sql).store().schema
    return Dictionary(uniqueKeysWithValues: schema.fields.map { ($0.column, $0) })
  }

  private static func field(_ column: String, _ values: String) throws -> Field {
    let rows = values.split(separator: ";").map { "INSERT INTO t VALUES (NULL, \($0));" }.joined()
    let name = String(column.prefix { $0 != " " })
    return try #require(try fields("CREATE TABLE t (key INTEGER PRIMARY KEY, \(column)); \(rows)")[name])
  }

  @Test(
    "The form is told by the values",
    arguments: [
      ("last_visit_time INTEGER", "13362473289123456; 0", "date-time-1601-us"),
      ("expires_utc INTEGER", "13362473289000000", "date-time-1601-us"),
      ("dateAdded INTEGER", "1718000000123456; 1600000000000000", "date-time-us"),
      ("lastModified INTEGER", "1718000000123456; 0", "date-time-us"),
      ("date INTEGER", "400000000; 739692800123456789", "date-time-2001-ns"),
      ("date INTEGER", "739692800123456789; 0; -1", "date-time-2001-ns"),
      ("created_at INTEGER", "1718000000250; 1600000000000", "date-time-ms"),
      ("created_at INTEGER", "1718000000; 1600000000", "date-time"),
      ("updated TIMESTAMP", "739692800.25; 700000000.5", "date-time-2001"),
      ("created DATE", "3800844800; 3700000001", "date-time-1904"),
      ("seen_at REAL", "2460471.7592592593", "julian-time"), ("day DATE", "2460471.5; 2460472", "julian"),
      ("day DATE", "2460471; 2460472", "julian"), ("read_date INTEGER", "1717977600; 1704067200", "date"),
      ("birthday INTEGER", "-315619200; 1104537600; 0", "date"),
      ("mtime INTEGER", "883612801; 1718000000; 1600000000", "date-time"),
      ("expiry INTEGER", "1718000001; 4102444800", "date-time"),
      ("x DATETIME", "'2024-05-06 07:08:09'", "iso-date-time"),
      ("x_date TEXT", "''; '2024-05-06T07:08:09.250+02:00'", "text"),
      ("created_at TEXT", "'2024-05-06T07:08:09Z'; '2024-05-06'", "iso-date-time"),
      ("created_at TEXT", "'2024-05-06T00:00:00Z'; '2024-05-06'", "iso-date"),
      ("updated_unix INTEGER", "", "integer"), ("since_1970 DATE", "400000001", "date-time"),
      ("is_read INTEGER", "0; 1", "boolean"), ("date_read INTEGER", "0; 0", "integer"),
      ("run_time INTEGER", "180; 7200", "integer"), ("play_time REAL", "180.5", "real"),
      ("total_time INTEGER", "86400; 604800", "integer"), ("datetime INTEGER", "20240506", "integer"),
      ("created_at INTEGER", "1718000000; 1718000000250", "integer"),
      ("pages_read INTEGER", "120; 300", "integer"),
      ("modified INTEGER", "1; 1; 0", "integer"), ("bytes_received INTEGER", "1718000000", "integer"),
      ("timestamp_ms INTEGER", "1718000000250", "date-time-ms"), ("ts REAL", "1718000000.5", "date-time"),
      ("phone_date INTEGER", "5000000000000000000", "integer"),
    ])
  func clear(column: String, values: String, kind: String) throws {
    let field = try Self.field(column, values)
    #expect(field.kind.name == kind && field.reading == nil)
    #expect(field.zeroIsNever)
  }

  @Test(
    "What is not clear stays a number, with the likelier form for a reading",
    arguments: [
      ("modified_date REAL", "237427200.0; 0.0", "real", "date"),
      ("created_at INTEGER", "739692800; 700000000", "integer", "date-2001"),
      ("birthday INTEGER", "315532800; -315619200", "integer", "date"),
      ("time INTEGER", "800000000123", "integer", "date-ms"),
      ("due_date INTEGER", "739692800; 700000001; 1000000000", "integer", "date"),
    ])
  func unclear(column: String, values: String, kind: String, reading: String) throws {
    let field = try Self.field(column, values)
    #expect(field.kind.name == kind)
    #expect(field.reading.map { Field.Kind.date($0).name } == reading)
  }

  @Test("Kinds that are said by hand settle it") func byHand() throws {
    let scratch = try Scratch(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, made_at INTEGER); INSERT INTO t VALUES (1, 739692800)")
    let field = try scratch.store().schema.applying(title: nil, kinds: [("made_at", "date-time-2001")])
      .fields[1]
    #expect(field.reading == nil)
    #expect(field.text(of: .integer(739_692_800)) == "2024-06-10 06:13:20")
    #expect(field.text(of: .integer(0)) == "0")
  }

  @Test("A duration does not become a date by its neighbours") func durations() throws {
    let fields = try Self.fields(
      """
      CREATE TABLE visit (id INTEGER PRIMARY KEY, visited_at INTEGER, run_time INTEGER, due_date INTEGER);
      INSERT INTO visit VALUES (1, 1718000000, 200000000, 200000000);
      """)
    #expect(fields["visited_at"]?.kind.name == "date-time")
    #expect(fields["run_time"]?.kind == .integer)
    #expect(fields["due_date"]?.kind.name == "date-time")
  }

  @Test("The columns of a table agree on an epoch, and empty ones follow") func neighbours() throws {
    let fields = try Self.fields(
      """
      CREATE TABLE message (id INTEGER PRIMARY KEY, text TEXT, date INTEGER, date_read INTEGER, date_played INTEGER,
        date_edited INTEGER, is_read INTEGER, read INTEGER, sent_at INTEGER);
      INSERT INTO message VALUES (1, 'a', 739692800123456789, 0, NULL, 739692801000000000, 0, 0, 700000001),
        (2, 'b', 739692800123456789, 0, NULL, 739692801000000000, 0, 0, 700000001);
      """)
    for name in ["date", "date_read", "date_played", "date_edited"] {
      #expect(fields[name]?.kind.name == "date-time-2001-ns", "\(name)")
    }
    #expect(fields["sent_at"]?.kind.name == "date-time-2001")
    #expect(fields["read"]?.kind == .integer)
    #expect(fields["is_read"]?.kind == .boolean)
  }

  @Test("A table whose last rows are in nanoseconds, the first hundred in seconds, is read value by value")
  func olderRows() throws {
    let field = try #require(
      try Self.fields(
        """
        CREATE TABLE message (id INTEGER PRIMARY KEY, date INTEGER);
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
          INSERT INTO message SELECT i, CASE WHEN i < 101 THEN 400000000 + i ELSE 739692800123456789 END FROM n;
        """)["date"])
    #expect(field.text(of: .integer(400_000_001)) == "2013-09-04 15:06:41")
    #expect(field.text(of: .integer(739_692_800_123_456_789)) == "2024-06-10 06:13:20.123456789")
    #expect(try field.value(of: "2013-09-05", replacing: .integer(400_000_001)) == .integer(400_086_401))
  }

  @Test("Core Data's tables count from 2001, and do not where a value cannot") func objects() throws {
    let fields = try Self.fields(
      """
      CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCREATIONDATE TIMESTAMP,
        ZBIRTHDAY TIMESTAMP, ZDELETED TIMESTAMP, ZTITLE VARCHAR);
      INSERT INTO ZNOTE VALUES (1, 1, 1, 739692800.5, -31536000, NULL, 'a'), (2, 1, 1, 700000000, 2000000000, NULL, 'b');
      """)
    #expect(fields["ZCREATIONDATE"]?.kind.name == "date-time-2001")
    #expect(fields["ZBIRTHDAY"]?.kind.name == "date-time-2001")
    #expect(fields["ZDELETED"]?.kind.name == "date-time-2001")
    #expect(try Self.field("ZEIT TIMESTAMP", "1718000000").kind.name == "date-time")
    #expect(try Self.field("Zeit TIMESTAMP", "739692800").kind == .integer)
  }

  @Test("The sample's dates count from 1970, whatever they are") func books() throws {
    let field = try Scratch().store().schema.fields[1]
    #expect(field.kind == .date(.secondsSince1970) && !field.zeroIsNever && field.reading == nil)
    #expect(field.text(of: .real(-20_466_864_000)) == "1321-06-07")
    #expect(field.text(of: .real(-30_000_000_000_0)) == "-300000000000.0")
    #expect(field.text(of: .real(0)) == "1970-01-01")
  }

  @Test("A date that is not changed is written back as it was, and a changed one in its own form")
  func writeBack() throws {
    let (scratch, store) = try Scratch.opened(
      """
      CREATE TABLE urls (id INTEGER PRIMARY KEY, url TEXT, last_visit_time INTEGER);
      INSERT INTO urls VALUES (1, 'a', 13362473289123456), (2, 'b', 0);
      """)
    let field = store.schema.fields[2]
    let old = try store.shelf.snapshot(of: 1).values[2]
    try store.set(try field.value(of: "2024-06-11", replacing: old), at: 2, of: 1)
    try store.set(try field.value(of: "2024-06-10 06:08:09", replacing: .integer(0)), at: 2, of: 2)
    store.dehydrateAll()
    #expect(
      try scratch.rows("SELECT last_visit_time FROM urls") == ["13362559689123456", "13362473289000000"])
  }
}
