import Queries
import Records
import SeededRandom
import Testing

@testable import BookStore

/// Fields whose values come from other rows, against plain SQL.
struct RelatedFieldTests {
  /// A field of a table, and its value for each row in plain SQL.
  typealias Shown = (table: String, field: String, sql: String)

  /// A query over a table, and its condition in plain SQL.
  typealias Found = (table: String, query: String, condition: String)

  /// People who write to each other, a boss each, the places that they visit, and tags that are joined to people.
  private static let schema = """
    CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, boss INTEGER REFERENCES person, note TEXT);
    CREATE TABLE message (id INTEGER PRIMARY KEY, sender INTEGER REFERENCES person, receiver INTEGER REFERENCES person,
      sent DATE TEXT, size INTEGER, subject TEXT);
    CREATE TABLE place (x INTEGER, y TEXT, name TEXT, PRIMARY KEY (x, y)) WITHOUT ROWID;
    CREATE TABLE visit (id INTEGER PRIMARY KEY, px INTEGER, py TEXT, person INTEGER REFERENCES person, day DATE TEXT,
      stars RATING REAL, FOREIGN KEY (px, py) REFERENCES place (x, y));
    CREATE TABLE tag (code TEXT PRIMARY KEY, label TEXT) WITHOUT ROWID;
    CREATE TABLE person_tag (person INTEGER REFERENCES person, tag TEXT REFERENCES tag, PRIMARY KEY (person, tag))
      WITHOUT ROWID;
    """

  private static let indexes = """
    CREATE INDEX person_boss ON person (boss);
    CREATE INDEX message_sender ON message (sender);
    CREATE INDEX message_receiver ON message (receiver);
    CREATE INDEX visit_place ON visit (px, py);
    """

  /// The data of a seed, with NULLs, rows that nothing points to, and references to rows that are not there.
  ///
  /// - Parameter isIndexed: Whether indexes lead to other rows; those of primary keys always do.
  private static func scratch(_ seed: UInt64, isIndexed: Bool = true) throws -> Scratch {
    var random = SeededGenerator(seed: seed)
    func number(_ range: ClosedRange<Int>) -> String { "\(Int.random(in: range, using: &random))" }
    func perhaps(_ text: String) -> String { Int.random(in: 0..<5, using: &random) == 0 ? "NULL" : text }
    func day() -> String { perhaps("'20\(number(20...24))-0\(number(1...9))-1\(number(0...9))'") }
    var sql = schema + (isIndexed ? indexes : "")
    for id in 1...30 {
      let boss = perhaps(number(1...40))
      sql += "INSERT INTO person VALUES (\(id), 'Person \(id % 7)', \(boss), 'n\(id % 3)');"
    }
    for id in 1...60 {
      sql += """
        INSERT INTO message VALUES (\(id), \(perhaps(number(1...20))), \(perhaps(number(1...30))), \(day()), \
        \(perhaps(number(0...99))), 'subject \(number(0...9))');
        """
    }
    for x in 1...4 {
      for y in ["a", "b"] { sql += "INSERT INTO place VALUES (\(x), '\(y)', 'Place \(x)\(y)');" }
    }
    for id in 1...40 {
      sql += """
        INSERT INTO visit VALUES (\(id), \(perhaps(number(1...3))), '\(number(0...1) == "0" ? "a" : "b")', \
        \(perhaps(number(1...30))), \(day()), \(perhaps(number(1...9)) + " / 2.0"));
        """
    }
    sql += "INSERT INTO tag VALUES ('x', 'Red'), ('y', 'Green'), ('z', 'Blue');"
    for id in 1...20 {
      for tag in ["x", "y", "z"] where number(0...2) == "0" {
        sql += "INSERT INTO person_tag VALUES (\(id), '\(tag)');"
      }
    }
    return try Scratch(sql)
  }

  static let shown: [Shown] = [
    ("person", "message(sender)", "(SELECT nullif(count(*), 0) FROM message WHERE sender = person.id)"),
    ("person", "message(receiver).count", "(SELECT count(*) FROM message WHERE receiver = person.id)"),
    ("person", "message(sender).sent.last", "(SELECT max(sent) FROM message WHERE sender = person.id)"),
    ("person", "message(receiver).sent.first", "(SELECT min(sent) FROM message WHERE receiver = person.id)"),
    ("person", "message(sender).size.sum", "(SELECT sum(size) FROM message WHERE sender = person.id)"),
    (
      "person", "message(sender).size.average",
      "(SELECT round(avg(size), 2) FROM message WHERE sender = person.id)"
    ),
    ("person", "person.count", "(SELECT count(*) FROM person AS p WHERE p.boss = person.id)"),
    ("person", "boss.name", "(SELECT name FROM person AS p WHERE p.id = person.boss)"),
    (
      "person", "tag",
      """
      (SELECT group_concat(label, '; ') FROM (SELECT label FROM person_tag JOIN tag ON code = tag \
      WHERE person = person.id ORDER BY label))
      """
    ),
    (
      "place", "visit.stars.average",
      "(SELECT round(avg(stars), 2) FROM visit WHERE px = place.x AND py = place.y)"
    ),
    ("place", "visit.day.last", "(SELECT max(day) FROM visit WHERE px = place.x AND py = place.y)"),
    ("visit", "px.name", "(SELECT name FROM place WHERE x = visit.px AND y = visit.py)"),
    ("message", "sender.name", "(SELECT name FROM person WHERE id = message.sender)"),
  ]

  static let found: [Found] = [
    ("person", #""message(sender).sent":2021"#, "id IN (SELECT sender FROM message WHERE sent LIKE '2021%')"),
    (
      "person", #"not:"message(receiver).sent">2022-05-01"#,
      "id NOT IN (SELECT receiver FROM message WHERE sent > '2022-05-01' AND receiver IS NOT NULL)"
    ),
    ("person", #"no:"message(sender)""#, "id NOT IN (SELECT sender FROM message WHERE sender IS NOT NULL)"),
    ("person", #"has:"message(sender).size""#, "id IN (SELECT sender FROM message WHERE size IS NOT NULL)"),
    (
      "person", #"no:"message(sender).size""#,
      "id NOT IN (SELECT sender FROM message WHERE size IS NOT NULL AND sender IS NOT NULL)"
    ),
    ("person", #""message(sender)">2"#, "(SELECT count(*) FROM message WHERE sender = person.id) > 2"),
    ("person", "tag:gre", "id IN (SELECT person FROM person_tag WHERE tag = 'y')"),
    ("person", "tag=Red | tag=Blue", "id IN (SELECT person FROM person_tag WHERE tag IN ('x', 'z'))"),
    ("person", "no:tag", "id NOT IN (SELECT person FROM person_tag)"),
    ("person", "boss.name:2", "boss IN (SELECT id FROM person WHERE name LIKE '%2')"),
    ("place", "visit.stars>3", "EXISTS (SELECT 1 FROM visit WHERE px = x AND py = y AND stars > 3)"),
    ("place", "day:2023", "EXISTS (SELECT 1 FROM visit WHERE px = x AND py = y AND day LIKE '2023%')"),
    ("visit", "px.name:3", "(px, py) IN (SELECT x, y FROM place WHERE name LIKE '%3%')"),
    ("visit", "person.name:5", "person IN (SELECT id FROM person WHERE name LIKE '%5')"),
    ("message", #"sender:"person 3""#, "sender IN (SELECT id FROM person WHERE name = 'Person 3')"),
    ("message", #"sender="Person 4""#, "sender IN (SELECT id FROM person WHERE name = 'Person 4')"),
    ("message", "sender~on.5$", "sender IN (SELECT id FROM person WHERE name LIKE '%5')"),
    (
      "message", #"sender:("person 3" | "person 4")"#,
      "sender IN (SELECT id FROM person WHERE name IN ('Person 3', 'Person 4'))"
    ),
    (
      "message", #"not:sender:"person 3" receiver>9"#,
      "receiver > 9 AND (sender IS NULL OR sender NOT IN (SELECT id FROM person WHERE name = 'Person 3'))"
    ),
  ]

  private func store(
    _ table: String, _ seed: UInt64, isIndexed: Bool = true
  ) throws -> (scratch: Scratch, store: BookStore, key: String) {
    let scratch = try Self.scratch(seed, isIndexed: isIndexed)
    let store = try scratch.store(table: table)
    try store.lists.completeSchema()
    return (scratch, store, store.schema.key.columns.joined(separator: ", "))
  }

  @Test("A list shows what plain SQL gives, by one statement", arguments: shown, 0..<3 as Range<UInt64>)
  func values(shown: Shown, seed: UInt64) throws {
    let (scratch, store, key) = try store(shown.table, seed)
    let field = try #require(store.schema.listField(named: shown.field))
    try store.listing.show(columns: [field])
    _ = scratch.statementsSinceLastCall()
    let rows = try store.shownRows(in: 0..<100)
    #expect(scratch.statementsSinceLastCall().count == 1)
    let expected = try scratch.rows("SELECT quote(\(shown.sql)) FROM \(shown.table) ORDER BY \(key)")
    #expect(rows.map { $0.values.first.flatMap(\.text) } == expected)
    // Not all rows have the same.
    #expect(Set(expected).count > 1)
  }

  @Test("A list is sorted by what plain SQL gives", arguments: shown, [false, true])
  func order(shown: Shown, isDescending: Bool) throws {
    let (scratch, store, key) = try store(shown.table, 7)
    let field = try #require(store.schema.listField(named: shown.field))
    try store.arranged(by: ListOrder([.init(field: field, isDescending: isDescending)]))
    let order = "\(shown.sql) IS NULL, \(shown.sql)\(isDescending ? " DESC" : "")"
    let values = "SELECT quote(\(shown.sql)) FROM \(shown.table)"
    let expected = try scratch.rows("\(values) ORDER BY \(order), \(key)")
    #expect(try store.shownRows(in: 0..<100).map { $0.values.last.flatMap(\.text) } == expected)
  }

  @Test(
    "A query finds what plain SQL finds, and each row says so of itself", arguments: found,
    0..<3 as Range<UInt64>)
  func queries(found: Found, seed: UInt64) throws {
    let (scratch, store, key) = try store(found.table, seed)
    let query = Query(found.query, in: store.schema)
    #expect(query.problems.isEmpty && query.condition != nil)
    try store.arranged(by: .own, finding: found.query)
    let ids = try store.listing.ids(0..<100)
    try store.listing.arrange(by: .own)
    let whole = try store.listing.ids(0..<100)
    let marks = try scratch.rows("SELECT \(found.condition) FROM \(found.table) ORDER BY \(key)")
    let expected = zip(whole, marks).filter { $1 == "1" }.map(\.0)
    #expect(ids == expected && whole.count == marks.count)
    #expect(!ids.isEmpty && ids.count < whole.count)
    #expect(try whole.filter { try store.listing.matches(query, $0) } == ids)
  }

  @Test("Words are also found in the titles of other rows that the list shows", arguments: [false, true])
  func shownTitles(_ isNegated: Bool) throws {
    let (scratch, store, _) = try store("message", 3)
    let field = try store.field("sender")
    let typed = (isNegated ? "not:" : "") + #""person 3""#
    let all = try scratch.rows("SELECT count(*) FROM message")
    for columns in [[], [store.schema.titleOfReference(field)]] {
      try store.listing.show(columns: columns)
      try store.arranged(by: .own, finding: typed)
      let isIn = "sender IN (SELECT id FROM person WHERE name = 'Person 3')"
      let shown = try scratch.rows(
        "SELECT count(*) FROM message WHERE (\(isIn)) IS \(isNegated ? "NOT TRUE" : "TRUE")")
      let expected = columns.isEmpty ? (isNegated ? all : ["0"]) : shown
      #expect(["\(store.listing.count.value)"] == expected)
    }
    let found = try store.listing.ids(0..<100)
    let finder = store.listing.finder(typed)
    #expect(try found.allSatisfy { try store.listing.matches(finder, $0) } && !found.isEmpty)
    // The other table is looked into once, and not for each row.
    let plan = store.observation.plan(of: store.listing.latestQuery?.text ?? "").map(\.text)
    #expect(!plan.contains { $0.contains("CORRELATED") }, "\(plan)")
  }

  @Test("The values of a list of parts are its parts") func parts() throws {
    let (scratch, store, _) = try store("person", 3)
    let field = try #require(store.schema.listField(named: "tag"))
    var counts: [String] = []
    try RowSelection(of: store).values(of: field) { value, count in
      counts.append("\(value.plainText ?? "")|\(count)")
    }
    let expected = try scratch.rows(
      "SELECT label, count(*) FROM person_tag JOIN tag ON code = tag GROUP BY label ORDER BY 2 DESC, 1")
    #expect(counts == expected && counts.count == 3)
  }

  private func frame(_ store: BookStore, _ listing: Listing? = nil) throws -> [ListRow] {
    try store.lists.rows(in: 0..<100, of: listing, forFrame: true).compactMap { $0 }
  }

  @Test(
    "Without an index the cells are filled by a thread with what plain SQL gives", arguments: shown,
    0..<2 as Range<UInt64>)
  func awaited(shown: Shown, seed: UInt64) throws {
    let (scratch, store, key) = try store(shown.table, seed, isIndexed: false)
    let schema = store.schema
    let field = try #require(schema.listField(named: shown.field))
    let isAwaited = schema.related(at: field)?.isIndexed == false
    #expect(schema.isShowable(field) && schema.isSortable(field) == !isAwaited)
    try store.listing.show(columns: [field])
    _ = scratch.statementsSinceLastCall()
    let first = try frame(store).map(\.values.first)
    // The thread has one of its own.
    #expect(scratch.statementsSinceLastCall().count { !$0.contains("the shown rows") } == 1)
    #expect(first.allSatisfy { ($0 == .awaited) == isAwaited })
    let expected = try scratch.rows("SELECT quote(\(shown.sql)) FROM \(shown.table) ORDER BY \(key)")
    try store.wait { try frame(store).map { $0.values.first.flatMap(\.text) } == expected }
    #expect(Set(expected).count > 1)
  }

  /// A store with an edit log, and its list of people.
  private func people(_ scratch: Scratch) throws -> (store: BookStore, listing: Listing) {
    let store = try scratch.loggedStore()
    let person = try store.table("person")
    try store.lists.completeSchema(of: person)
    return (store, try store.lists.open(ListSource(table: person)))
  }

  /// Has messages come, change, go and come back, and another program change some: each time it is to be right in the end.
  private func follow(_ store: BookStore, _ scratch: Scratch, _ isRight: () throws -> Bool) throws {
    try store.wait(until: isRight)
    // Those who have sent nothing yet come in.
    let new = try store.insert([nil, 29, 1, nil, nil, "new"], into: store.table("message"))
    try store.wait(until: isRight)
    try store.set(28, at: 1, of: new)
    _ = store.writeBack()
    try store.wait(until: isRight)
    try store.delete(new)
    try store.wait(until: isRight)
    #expect(try store.history.undo() != nil)
    try store.wait(until: isRight)
    try scratch.run("UPDATE message SET sender = 27 WHERE id < 30")
    _ = store.checkForOtherWriters()
    try store.wait(until: isRight)
  }

  @Test("Cells without an index follow what happens to other rows; nothing is read while nothing happens")
  func awaitedChanges() throws {
    let scratch = try Self.scratch(2, isIndexed: false)
    let (store, listing) = try people(scratch)
    let names = ["message(sender)", "message(receiver).count"]
    try listing.show(columns: names.map { try #require(listing.schema.listField(named: $0)) })
    func isRight() throws -> Bool {
      let expected = try scratch.rows(
        """
        SELECT quote((SELECT nullif(count(*), 0) FROM message WHERE sender = person.id)) || ' '
          || (SELECT count(*) FROM message WHERE receiver = person.id) FROM person ORDER BY id
        """)
      let rows = try frame(store, listing)
      return rows.map { $0.values.map { $0.text ?? "…" }.joined(separator: " ") } == expected
    }
    try follow(store, scratch) { try isRight() }
    #expect(try isRight() && !store.lists.areReading)
  }

  @Test("Without an index to the rows a field is found and shown, and not sorted by")
  func withoutIndex() throws {
    let (scratch, store, _) = try store("person", 1, isIndexed: false)
    let schema = store.schema
    let field = try #require(schema.listField(named: "message(sender).sent.last"))
    #expect(!schema.offeredFields.contains(field) && schema.offeredColumns.contains(field))
    #expect(try schema.columns(named: ["message(sender).sent.last"]) == [field])
    try store.arranged(by: .own, finding: #""message(sender).sent":2021"#)
    let count = try scratch.rows(
      "SELECT count(*) FROM person WHERE id IN (SELECT sender FROM message WHERE sent LIKE '2021%')")
    #expect(try count == ["\(store.listing.ids(0..<100).count)"])
  }

  @Test("A list follows rows that are added, written back, deleted and undone, and another program's")
  func changes() throws {
    let scratch = try Self.scratch(2)
    let (store, listing) = try people(scratch)
    let field = try #require(listing.schema.listField(named: "message(sender).count"))
    let count = "(SELECT count(*) FROM message WHERE sender = person.id)"
    try listing.show(columns: [field])
    try listing.arrange(by: ListOrder(field: field, isDescending: true), finding: #""message(sender)">0"#)
    func isRight() throws -> Bool {
      let expected = try scratch.rows(
        "SELECT name || ' ' || \(count) FROM person WHERE \(count) > 0 ORDER BY \(count) DESC, id")
      let rows = try store.lists.rows(in: 0..<100, of: listing).compactMap { $0 }
      return rows.map { "\($0.title.plainText ?? "") \($0.values.last.flatMap(\.text) ?? "")" } == expected
    }
    try follow(store, scratch) { try listing.isSettled && isRight() }
  }

  @Test("A hydrated row keeps its related values in a list that is sorted or filtered")
  func hydrated() throws {
    let (scratch, store, _) = try store("person", 5)
    let field = try #require(store.schema.listField(named: "message(sender).count"))
    try store.listing.show(columns: [field])
    try store.arranged(by: ListOrder(field: 1), finding: "person")
    let before = try store.shownRows(in: 0..<100).map(\.values)
    for id in try store.listing.ids(0..<10) { _ = try store.shelf.snapshot(of: id) }
    store.lists.releaseMemory()
    #expect(try store.shownRows(in: 0..<100).map(\.values) == before)
    #expect(try scratch.rows("SELECT count(*) FROM person") == ["\(before.count)"])
  }

  @Test("A store can be opened with columns of other rows, and a second one exports what the first one found")
  func opening() throws {
    let scratch = try Self.scratch(6)
    let options = StoreOptions(table: "person", columns: ["tag", "name"])
    let store = try BookStore(path: scratch.path, options: options)
    #expect(store.listing.columns.map { store.schema.field(at: $0).column } == ["tag"])
    var query = RowQuery()
    query.query = Query("tag:red", in: store.schema)
    let other = try scratch.store(table: "person")
    let expected = try scratch.rows("SELECT count(*) FROM person_tag WHERE tag = 'x'")
    #expect(try ["\(RowSelection(of: other, query).count())"] == expected)
  }

  @Test("Tables with names that statements use, a foreign key declared twice, two lists to one table")
  func names() throws {
    let store = try Scratch(
      """
      CREATE TABLE r (id INTEGER PRIMARY KEY, title TEXT);
      CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE child (id INTEGER PRIMARY KEY, r INTEGER REFERENCES r, t INTEGER REFERENCES t, note TEXT);
      CREATE INDEX child_r ON child (r);
      CREATE TABLE cover (r INTEGER PRIMARY KEY REFERENCES r (id), url TEXT, FOREIGN KEY (r) REFERENCES r (id));
      CREATE TABLE author (r INTEGER REFERENCES r, t INTEGER REFERENCES t, PRIMARY KEY (r, t)) WITHOUT ROWID;
      CREATE TABLE translator (r INTEGER REFERENCES r, t INTEGER REFERENCES t, PRIMARY KEY (r, t)) WITHOUT ROWID;
      INSERT INTO r VALUES (1, 'One'), (2, 'Two'); INSERT INTO t VALUES (1, 'Ann'), (2, 'Bob');
      INSERT INTO child (r, t) VALUES (1, 2), (1, 1); INSERT INTO author VALUES (1, 1), (2, 2);
      INSERT INTO translator VALUES (1, 2);
      """
    ).store(table: "r")
    let schema = try store.lists.completeSchema()
    #expect(schema.listField(named: "cover") != nil && schema.listField(named: "t") == nil)
    let names = ["child", "author.r.t", "translator.r.t"]
    let fields = try names.map { try #require(schema.listField(named: $0)) }
    try store.listing.show(columns: fields)
    let rows = try store.shownRows(in: 0..<2).map { $0.values.map(\.text) }
    #expect(rows == [["2", "'Ann'", "'Bob'"], ["NULL", "'Bob'", "NULL"]])
  }

  @Test("Parts are added and removed in one step, a part that is not there is made, and all of it is undone")
  func joinedParts() throws {
    let scratch = try Self.scratch(4)
    try scratch.run(
      """
      CREATE TABLE shelf (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE person_shelf (person INTEGER REFERENCES person, shelf INTEGER REFERENCES shelf,
        PRIMARY KEY (person, shelf));
      INSERT INTO shelf VALUES (7, 'Attic'); INSERT INTO person_shelf VALUES (1, 7);
      """)
    let store = try scratch.loggedStore()
    let person = try store.table("person")
    let field = try #require(store.lists.completeSchema(of: person).listField(named: "shelf"))
    let parts = try #require(try JoinedParts(field, of: person, in: store))
    let ids = (1...3).map { RecordID($0, person) }
    func content() throws -> [String] {
      try scratch.rows(
        "SELECT person, name FROM person_shelf JOIN shelf ON shelf.id = shelf ORDER BY person, name")
    }
    let before = try content()
    #expect(try parts.make(ListChange(typed: " attic ; Cellar;"), in: ids, store.beginStep()) == 5)
    #expect(try content() == ["1|Attic", "1|Cellar", "2|Attic", "2|Cellar", "3|Attic", "3|Cellar"])
    #expect(try parts.make(ListChange(typed: "Cellar"), in: ids, store.beginStep()) == 0)
    let removal = ListChange(typed: "-Cellar; nothing")
    #expect(try parts.make(removal, in: Array(ids[1...]), store.beginStep()) == 2)
    #expect(try content() == ["1|Attic", "1|Cellar", "2|Attic", "3|Attic"])
    for _ in 1...2 { _ = try store.history.undo() }
    #expect(try content() == before)
    #expect(try scratch.rows("SELECT name FROM shelf") == ["Attic"])
    func rename(_ old: String, _ new: String) throws -> Bool {
      try parts.rename(old, to: new, store.beginStep())
    }
    #expect(try rename("Attic", "ATTIC"))
    #expect(try rename("ATTIC", "Loft"))
    #expect(try content() == ["1|Loft"])
    #expect(try rename("Loft", "Attic"))
    _ = try store.history.undo()
    #expect(store.writeBack().reason == nil)
    #expect(try content() == ["1|Loft"])
    try scratch.run("INSERT INTO shelf VALUES (8, 'Cellar')")
    #expect(try !rename("Loft", "cellar"))
    #expect(throws: StoreError.rowGone) { try rename("nothing", "Barn") }
    #expect(try content() == ["1|Loft"])
  }

  @Test(
    "An index leads to the row that a reference points to if that is known by a key",
    arguments: [("PRIMARY KEY", true), ("UNIQUE", true), ("", false)])
  func servedReference(_ constraint: String, _ isIndexed: Bool) throws {
    let store = try Scratch(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, p TEXT REFERENCES u (code)); CREATE TABLE u (code TEXT \(constraint), name TEXT)"
    ).store()
    let schema = try store.lists.completeSchema()
    let reference = try #require(schema.field(named: "p"))
    #expect(schema.related.first { $0.reference == reference }?.isIndexed == isIndexed)
    #expect(schema.defaultColumns.isEmpty == !isIndexed)
  }

  @Test(
    "The title of a row that a reference points to is called as the reference without its id, if no column is"
  )
  func referenceLabel() throws {
    let store = try Scratch(
      """
      CREATE TABLE album (AlbumId INTEGER PRIMARY KEY, Title TEXT, ArtistId INTEGER REFERENCES artist,
        label_id INTEGER REFERENCES label, label TEXT);
      CREATE TABLE artist (ArtistId INTEGER PRIMARY KEY, Name TEXT);
      CREATE TABLE label (id INTEGER PRIMARY KEY, name TEXT);
      """
    ).store(table: "album")
    let schema = try store.lists.completeSchema()
    let titles = schema.related.filter { $0.reference != nil }.map(\.field.label)
    #expect(titles.sorted() == ["Artist", "Label id"])
  }

  @Test("A wide list has more columns by default, and the usual ones again when it is not wide any more")
  func wideList() throws {
    let scratch = try Scratch(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, p INTEGER REFERENCES u, a INTEGER, b INTEGER, c INTEGER, d INTEGER,
        colour TEXT);
      CREATE TABLE u (id INTEGER PRIMARY KEY, name TEXT);
      """)
    let store = try scratch.store(table: "t")
    let list = store.listing
    func columns() -> [String] { list.columns.map { list.schema.field(at: $0).column } }
    #expect(try list.fitColumns(isWide: false) && columns() == ["a", "b", "c"])
    #expect(try list.fitColumns(isWide: true) && columns() == ["a", "b", "c", "d", "colour"])
    #expect(list.extraCount == 2 && list.hasDefaultColumns)
    _ = try store.lists.completeSchema()
    #expect(try list.fitColumns(isWide: nil) && columns() == ["a", "b", "c", "p.name", "d", "colour"])
    #expect(try !list.fitColumns(isWide: true))
    #expect(
      try list.fitColumns(isWide: false) && columns() == ["a", "b", "c", "p.name"] && list.extraCount == 0)
    // What the person has chosen stays, also if a list of another width begins with it.
    try list.show(columns: Array(list.columns.prefix(2)))
    #expect(try list.fitColumns(isWide: true) && columns() == ["a", "b"] && !list.hasDefaultColumns)
    try list.show(columns: list.schema.defaultColumns)
    #expect(columns() == ["a", "b", "c", "p.name"] && !list.hasDefaultColumns && list.extraCount == 0)
  }

  @Test("Columns that the options name get no titles of other rows, even if they are the default ones")
  func namedColumns() throws {
    let scratch = try Scratch(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, p INTEGER REFERENCES u, size INTEGER, a TEXT, b TEXT);
      CREATE TABLE u (id INTEGER PRIMARY KEY, name TEXT);
      """)
    let store = try scratch.store()
    let columns = store.listing.columns.map { store.schema.fields[$0].column }
    #expect(store.listing.hasDefaultColumns && columns == ["size"])
    let named = try BookStore(path: scratch.path, options: StoreOptions(columns: columns))
    #expect(!named.listing.hasDefaultColumns)
    _ = try named.lists.completeSchema()
    try named.listing.show(columns: named.listing.columns)
    #expect(!named.listing.hasDefaultColumns)
  }
}

extension ShownValue {
  var text: String? {
    switch self {
    case .value(.null): "NULL"
    case .value(.text(let text)): "'\(text.string)'"
    case .value(let value): value.plainText
    case .bytes, .awaited: nil
    }
  }
}
