/// A command that gets a signal, and what may be left of it.
struct SignalledScene: Sendable {
  /// The words after the program's name; the library is named in the environment.
  let arguments: [String]
  /// What is left once it has ended.
  let rest: Rest
  /// The commands that come before it, from which the library gets steps to tell of and to undo.
  let steps: [String]
  /// What another program does to the library after that.
  let sql: String
  /// The file that the command reads; nil is one without anything in it.
  let input: String?
  private let traits: Traits

  /// What is left once the command has ended.
  enum Rest {
    /// The library as it was.
    case unchanged
    /// The library as it was if it ended by the signal, or else with everything done.
    case allOrNothing
    /// Some of the rows, which the message and the history count.
    case wholeRows
    /// The file `output`, whole or not at all.
    case output
    /// The same, but with other bytes each time.
    case newOutput
    /// Some of the rows of a step undone or redone: the same command does the rest, and another one the opposite of it.
    case reversal(opposite: String)
  }

  /// What keeps a command from ending by itself.
  struct Traits: OptionSet {
    let rawValue: Int

    /// It has more to do than anybody waits for.
    static let endless = Traits(rawValue: 1)
    /// Another program has the library locked.
    static let locked = Traits(rawValue: 2)
    /// Nobody writes what it reads.
    static let unwritten = Traits(rawValue: 4)
    /// Nobody reads what it prints.
    static let unread = Traits(rawValue: 8)
  }

  init(
    _ words: String, _ rest: Rest = .unchanged, after steps: [String] = [], sql: String = "",
    input: String? = nil, while traits: Traits = []
  ) {
    arguments = words.split(separator: " ").map(String.init)
    (self.rest, self.steps, self.sql, self.input, self.traits) = (rest, steps, sql, input, traits)
  }

  /// What it is called where something is wrong.
  var name: String {
    let marks: [(Traits, String)] = [
      (.locked, "locked"), (.unwritten, "unwritten"), (.unread, "unread"), (.endless, "endless"),
    ]
    return arguments.joined(separator: " ")
      + marks.filter { traits.contains($0.0) }.map { " (\($0.1))" }.joined()
  }

  /// Whether the command never ends by itself.
  var isEndless: Bool { !traits.isEmpty }
  /// Whether another program has the library locked.
  var isLocked: Bool { traits.contains(.locked) }
  /// Whether nobody writes what the command reads.
  var isUnwritten: Bool { traits.contains(.unwritten) }
  /// Whether nobody reads what the command prints.
  var isUnread: Bool { traits.contains(.unread) }
  /// How it may end without a signal: what `demo compare` claims of times need not hold on a busy machine.
  var statuses: [Int32] { arguments.starts(with: ["demo", "compare"]) ? [0, 1] : [0] }
  /// Whether it says on standard output what it has done.
  var answers: Bool { arguments == ["mcp"] }
  var hasOutput: Bool {
    switch rest {
    case .output, .newOutput: true
    default: false
    }
  }
}

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
