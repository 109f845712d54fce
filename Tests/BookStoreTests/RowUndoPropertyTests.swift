import Foundation
import Records
import SeededRandom
import Testing

@testable import BookStore

/// Random triggers over tables that point to each other: whatever insertions, deletions and edits do, undo takes it back
/// to the byte, and redo does it again.
struct RowUndoPropertyTests {
  private static let tables = """
    CREATE TABLE parent (id INTEGER PRIMARY KEY, name TEXT, count INTEGER DEFAULT 0);
    CREATE TABLE child (parent INTEGER REFERENCES parent ON DELETE CASCADE, place INTEGER, name TEXT,
      PRIMARY KEY (parent, place)) WITHOUT ROWID;
    CREATE TABLE friend (name TEXT, first INTEGER REFERENCES parent ON DELETE SET NULL,
      second INTEGER DEFAULT 1 REFERENCES parent ON DELETE SET DEFAULT);
    CREATE TABLE single (id INTEGER PRIMARY KEY, name TEXT UNIQUE ON CONFLICT REPLACE, x REAL AS (id * 2));
    CREATE TABLE log (what TEXT, number INTEGER);
    CREATE TABLE total (kind TEXT PRIMARY KEY, count INTEGER DEFAULT 7);
    INSERT INTO parent (id, name) VALUES (1, 'a'), (2, 'b'), (3, 'c'), (4, 'd');
    INSERT INTO child VALUES (1, 1, 'e'), (1, 2, 'f'), (2, 1, 'g'), (3, 5, 'a');
    INSERT INTO friend VALUES ('h', 1, 2), ('a', 2, 3), ('b', 3, 3), ('i', NULL, NULL);
    INSERT INTO single (name) VALUES ('a'), ('c'), ('e'), ('ax');
    INSERT INTO log VALUES ('start', 0);
    ALTER TABLE log ADD COLUMN late TEXT DEFAULT 'late';
    INSERT INTO total VALUES ('parent', 4), ('child', 4)
    """
  /// Keys that cascade when they are set.
  private static let codes = """
    ;ALTER TABLE parent ADD COLUMN code TEXT;
    CREATE UNIQUE INDEX parent_code ON parent (code);
    ALTER TABLE friend ADD COLUMN code TEXT REFERENCES parent (code) ON UPDATE CASCADE ON DELETE SET NULL;
    UPDATE parent SET code = name; UPDATE friend SET code = 'b' WHERE name = 'a';
    UPDATE friend SET code = 'c' WHERE name IN ('b', 'h')
    """
  private static let names = ["parent", "child", "friend", "single"]

  /// What a trigger may do; `$N` is the name of the row that fires it, `$T` its table, and `$E` the event.
  private static let actions = [
    "INSERT INTO log (what, number) VALUES ('$T $E ' || $N, (SELECT count(*) FROM log))",
    "INSERT OR REPLACE INTO total VALUES ('$T', coalesce((SELECT count FROM total WHERE kind = '$T'), 0) + 1)",
    "UPDATE total SET count = count + 3 WHERE kind = '$T'",
    "INSERT OR IGNORE INTO single (name) VALUES ($N || 'x')",
    "INSERT INTO single (name) SELECT substr($N, 1, 1) WHERE (SELECT count(*) FROM single) < 30",
    "DELETE FROM single WHERE name = $N", "DELETE FROM friend WHERE name = $N",
    "UPDATE friend SET name = name || '.' WHERE rowid = (SELECT min(rowid) FROM friend)",
    "UPDATE parent SET count = count + 1 WHERE id = (SELECT max(id) FROM parent)",
    "DELETE FROM log WHERE rowid = (SELECT min(rowid) FROM log)",
    "UPDATE child SET place = place + 100 WHERE name = $N",
    "INSERT INTO child SELECT id, 9, $N FROM parent WHERE name = 'c'",
  ]

  /// - Parameter events: What the triggers may be fired by.
  private static func triggers(
    on events: [String], using random: inout some RandomNumberGenerator
  ) -> [String] {
    (0..<Int.random(in: 2...7, using: &random)).map { number in
      let table = names[Int.random(in: 0..<names.count, using: &random)]
      let action = actions[Int.random(in: 0..<actions.count, using: &random)]
      let event = events[Int.random(in: 0..<events.count, using: &random)]
      let time = Bool.random(using: &random) ? "BEFORE" : "AFTER"
      let body = action.replacing("$N", with: event == "DELETE" ? "old.name" : "new.name")
        .replacing("$T", with: table).replacing("$E", with: event)
      return "CREATE TRIGGER t\(number) \(time) \(event) ON \(table) BEGIN \(body); END"
    }
  }

  private static let letters = "abcdefg".map { Value.text(Text(String($0))) }

  /// A random row of a table, or nil if it is empty.
  private func row(
    of name: String, _ store: BookStore, _ scratch: Scratch, _ random: inout some RandomNumberGenerator
  ) throws -> RecordID? {
    let keys = try scratch.rows("SELECT \(name == "child" ? "parent, place" : "rowid") FROM \(name)")
    guard let chosen = keys.randomElement(using: &random) else { return nil }
    let numbers = chosen.split(separator: "|").compactMap { Int64($0) }
    let key: RecordID.Key = name == "child" ? .columns(numbers.map { .integer($0) }) : .rowid(numbers[0])
    return RecordID(key, in: try store.table(name))
  }

  /// Inserts or deletes a random row; whether the database took it.
  private func step(
    _ store: BookStore, _ scratch: Scratch, _ random: inout some RandomNumberGenerator,
    in step: EditStep? = nil
  ) throws -> Bool {
    let name = Self.names[Int.random(in: 0..<Self.names.count, using: &random)]
    if let id = try row(of: name, store, scratch, &random), Bool.random(using: &random) {
      return (try? store.delete([id], in: step)) != nil
    }
    let letter = Self.letters.randomElement(using: &random) ?? "a"
    let number = Value.integer(.random(in: 1...5, using: &random))
    let values: [Value?] =
      switch name {
      case "child": [number, .integer(.random(in: 1...50, using: &random)), letter]
      case "friend": [letter, number, nil]
      default: [nil, letter]
      }
    let table = try store.table(name)
    return (try? store.insert([values], into: table, in: step)) != nil
  }

  /// Sets a field of a random row and has it written; whether the database took it.
  private func edit(
    _ store: BookStore, _ scratch: Scratch, _ random: inout some RandomNumberGenerator
  ) throws -> Bool {
    let (name, column) =
      [
        ("parent", "name"), ("parent", "code"), ("parent", "count"), ("child", "name"), ("friend", "name"),
        ("friend", "first"), ("friend", "code"), ("single", "name"),
      ].randomElement(using: &random) ?? ("parent", "name")
    guard let id = try row(of: name, store, scratch, &random) else { return false }
    let field = try store.database.field(column, of: id.table)
    let letter = Self.letters.randomElement(using: &random) ?? "a"
    let value = ["first", "count"].contains(column) ? .integer(.random(in: 1...5, using: &random)) : letter
    guard try store.shelf.read(field, of: id) != value, (try? store.set(value, at: field, of: id)) != nil
    else { return false }
    let before = try scratch.everything()
    guard store.writeBack().isComplete else {
      // What is refused is taken back, so that there is something to undo for each state.
      _ = try store.undo()
      #expect(store.counts.dirty == 0)
      #expect(try scratch.everything() == before)
      return false
    }
    return true
  }

  @Test("Undo all and redo all give the same databases", arguments: 0..<60 as Range<UInt64>)
  func undoAndRedo(seed: UInt64) throws {
    try run(seed: seed, events: ["INSERT", "DELETE"], hasEdits: false)
  }

  /// As many as the variable `BOOKLIST_UPDATES` says.
  private static let updateSeeds =
    0..<(ProcessInfo.processInfo.environment["BOOKLIST_UPDATES"].flatMap { UInt64($0) } ?? 30)

  @Test("The same where triggers are fired by updates, and keys cascade", arguments: updateSeeds)
  func updates(seed: UInt64) throws {
    try run(seed: seed, events: ["INSERT", "DELETE", "UPDATE", "UPDATE", "UPDATE"], hasEdits: true)
  }

  /// What another program may do, without a look at foreign keys; `$K` is a key.
  private static let others = [
    "DELETE FROM parent WHERE id = $K", "UPDATE parent SET name = 'theirs' WHERE id = $K",
    "INSERT INTO parent (id, name) VALUES ($K, 'theirs')", "DELETE FROM child WHERE parent = $K",
    "UPDATE child SET name = 'theirs' WHERE parent = $K",
    "UPDATE friend SET name = 'theirs' WHERE first = $K",
    "INSERT INTO single (name) VALUES (char(96 + $K))", "DELETE FROM single WHERE id = $K",
  ]

  @Test(
    "Undo and redo of several rows end, whatever another program has done",
    arguments: Array(0..<40) + [55, 65, 75, 220, 369] as [UInt64])
  func beside(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let scratch = try Scratch(Self.tables)
    let store = try scratch.loggedStore()
    let step = store.beginStep()
    for _ in 0..<10 { _ = try self.step(store, scratch, &random, in: step) }
    for cause in [.undo, .undo, .redo, .undo] as [ChangeEntry.Cause] {
      for _ in 0..<3 {
        let sql = Self.others.randomElement(using: &random) ?? ""
        try? scratch.run(sql.replacing("$K", with: "\(Int.random(in: 1...7, using: &random))"))
      }
      guard let job = try store.history.start(cause) else { continue }
      var count = 0
      while count < 200, (try? job.step()) == true { count += 1 }
      try #require(count < 200, "seed \(seed)")
    }
    #expect(try scratch.rows("PRAGMA integrity_check") == ["ok"])
  }

  private func run(seed: UInt64, events: [String], hasEdits: Bool) throws {
    var random = SeededGenerator(seed: seed)
    let triggers = Self.triggers(on: events, using: &random)
    let scratch = try Scratch(Self.tables + (hasEdits ? Self.codes : ""))
    for trigger in triggers { try scratch.run(trigger) }
    let store = try scratch.loggedStore()
    var states = [try scratch.everything()]
    for _ in 0..<12 {
      let isEdit = hasEdits && Int.random(in: 0..<3, using: &random) > 0
      if try isEdit ? edit(store, scratch, &random) : step(store, scratch, &random) {
        states.append(try scratch.everything())
      }
    }
    let comment = Comment(rawValue: "seed \(seed): \(triggers.joined(separator: ";\n"))")
    for _ in 0..<2 {
      for state in states.dropLast().reversed() {
        try #require(try store.undo() != nil, comment)
        try #require(store.writeBack().isComplete, comment)
        try #require(try scratch.everything() == state, comment)
      }
      #expect(try store.undo() == nil)
      for state in states.dropFirst() {
        try #require(try store.redo() != nil, comment)
        try #require(store.writeBack().isComplete, comment)
        try #require(try scratch.everything() == state, comment)
      }
    }
    #expect(try scratch.rows("PRAGMA integrity_check") == ["ok"])
    #expect(try scratch.rows("PRAGMA foreign_key_check") == [])
  }
}
