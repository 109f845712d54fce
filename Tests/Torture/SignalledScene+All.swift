/// The scenes: for a new command, a line with its words and what may be left of it.
extension SignalledScene {
  /// All of them; each command of the program has one, which `TortureTests` looks for.
  static let all: [SignalledScene] = reading + writing + undoing + files + demonstrating

  private static let reading: [SignalledScene] = [
    .init("list --json --sort remark"), .init("list --table endless --sort name", while: .endless),
    .init("list", while: .unread), .init("list", while: .locked),
    .init("show 1 2 3"), .init("show 1 --field remark -o output", .output),
    .init("values name"),
    .init("stats --by name"), .init("stats --table endless --by name", while: .endless),
    .init("stats --html -o output", .newOutput), .init("stats", while: .locked),
    .init("stats --year 2024 --table book", sql: readings),
    .init("info"), .init("info --json"), .init("info", while: .locked),
    .init("history", after: ["set 1 remark=x"]), .init("history", while: .locked),
    .init("sql SELECT*FROM\"note\""), .init("sql SELECT*FROM\"endless\"", while: .endless),
    .init("duplicates --by name", sql: "INSERT INTO note (name) VALUES ('item 1')"),
    .init("loans", sql: readings), .init("loans", while: .locked),
    .init("check library.sqlite"),
    .init("config"), .init("config --print"), .init("config --check"),
  ]

  private static let writing: [SignalledScene] = [
    .init("add name=x", .allOrNothing), .init("add -", .wholeRows, input: "notes.ndjson"),
    .init("add -", while: .unwritten),
    .init("set 1 remark=x", .allOrNothing), .init("set --where item remark=new", .wholeRows),
    .init("set --where item remark=new", while: .locked),
    .init("rm 1 --yes", .allOrNothing), .init("rm --where item --yes", .wholeRows),
    .init("rm --where item --yes", while: .locked),
    .init("set --where item name:=upper remark:=s/r/q/", .allOrNothing),
    .init("merge 1 2 3", .allOrNothing), .init("merge 1 2 3", while: .locked),
    .init("move 5 6 7 --top", .allOrNothing, sql: position),
    .init("move 5 6 7 --top", sql: position, while: .locked),
    .init("start 1 --table book", sql: readings), .init("finish 1 --rating 4.5 --table book", sql: readings),
    .init("progress 1 120 --table book", sql: readings),
    .init("progress 1 +30 --table book", sql: readings, while: .locked),
    .init("lend 1 Anna --table book", sql: readings),
    .init("lend 1 Anna --table book", sql: readings, while: .locked),
    .init("mcp", .wholeRows, input: "agent.ndjson"), .init("mcp", input: "agent.ndjson", while: .locked),
    .init("mcp", while: .unwritten),
    .init("import notes.csv", .allOrNothing), .init("import notes.csv --table slow", .allOrNothing),
    .init("import notes.csv --dry-run"), .init("import notes.csv --table trap", while: .endless),
    .init("import notes.csv", while: .locked), .init("import -", while: .unwritten),
    .init("sync place"), .init("sync place --dry-run"), .init("sync place", while: .locked),
    .init("fields"), .init("fields add extra", .allOrNothing), .init("fields add extra", while: .locked),
    .init("fields rename remark more", .allOrNothing), .init("fields remove remark --yes", .allOrNothing),
    .init("fields remove remark --dry-run"),
  ]

  /// A field for an order by hand.
  private static let position = "ALTER TABLE note ADD COLUMN position INTEGER"

  /// A book with the tables that note when it was read and lent.
  private static let readings = """
    CREATE TABLE book (pk INTEGER PRIMARY KEY, title TEXT, author TEXT, status TEXT, rating REAL);
    CREATE TABLE reading (pk INTEGER PRIMARY KEY, book INTEGER NOT NULL REFERENCES book (pk), started DATE TEXT,
      finished DATE TEXT, stopped DATE TEXT, rating REAL);
    CREATE TABLE progress (pk INTEGER PRIMARY KEY, reading INTEGER NOT NULL REFERENCES reading (pk), at DATETIME TEXT,
      page INTEGER, percent REAL, minutes INTEGER, note TEXT);
    CREATE INDEX progress_reading ON progress (reading);
    CREATE TABLE loan (pk INTEGER PRIMARY KEY, book INTEGER NOT NULL REFERENCES book (pk), person TEXT, direction TEXT,
      lent_on DATE TEXT, due DATE TEXT, back_on DATE TEXT);
    INSERT INTO book VALUES (1, 'Emma', 'Jane Austen', NULL, NULL);
    """

  private static let undoing: [SignalledScene] = [
    .init("undo", .reversal(opposite: "redo"), after: [setting]),
    .init("undo", .reversal(opposite: "redo"), after: [removal]),
    .init("undo", .reversal(opposite: "redo"), after: ["add name=x"]),
    .init("undo", .reversal(opposite: "redo"), after: ["fields add extra"]),
    .init("undo", .reversal(opposite: "redo"), after: ["fields remove remark --yes"]),
    .init(
      "undo --skip", .reversal(opposite: "redo"), after: [setting, "add name=x"],
      sql: "DELETE FROM note WHERE name = 'x'"),
    .init("undo", after: ["set 1 remark=x"], while: .locked),
    .init("redo", .reversal(opposite: "undo"), after: [setting, "undo"]),
    .init("redo", .reversal(opposite: "undo"), after: [removal, "undo"]),
    .init("redo --skip", .reversal(opposite: "undo"), after: ["fields rename remark more", "undo"]),
    .init("redo", after: ["set 1 remark=x", "undo"], while: .locked),
  ]

  private static let setting = "set --where item remark=new"
  private static let removal = "rm --where item --yes"

  private static let files: [SignalledScene] = [
    .init("new output", .newOutput), .init("new --list-templates"),
    .init("export -o output", .output), .init("export --format bibtex -o output", .output),
    .init("export --table endless -o output", while: .endless), .init("export", while: .unread),
    .init("export -o output", while: .locked),
    .init("backup library.sqlite output", .newOutput), .init("backup library.sqlite output", while: .locked),
  ]

  private static let demonstrating: [SignalledScene] = [
    .init("demo check 1"), .init("demo --script --books 100"),
    .init("demo --script --books 100 --html output", .newOutput),
    .init("demo compare --script --books 1000"),
  ]
}
