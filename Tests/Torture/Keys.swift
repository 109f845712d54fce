import ArgumentParser
import BookStore
import Browser
import Cells
import Foundation
import SeededRandom
import TestSupport

/// Gives the screens keys, pastes, sizes and signals, over a real store.
struct Keys: Part {
  static let configuration = CommandConfiguration(abstract: "Press random keys.")

  @OptionGroup var options: RunOptions

  func run() throws {
    Line.say("seed \(options.seed)")
    var tally = try Self.look(options)
    tally += try TerminalKeys.look(options)
    try options.finish(tally)
  }

  static func look(_ run: inout Run) throws {
    var seed = run.options.seed
    while run.hasTime {
      let child = try Child(["keys-child", run.folder, "\(seed)", run.secondsLeft])
      seed =
        1
        + child.follow("keys", from: seed, &run.tally) { words, tally in
          if words.first == "keys" { tally.keys += Int(words[1]) ?? 0 }
        }
    }
  }
}

/// Presses keys until its time is over, a new database for each seed.
struct KeysChild: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "keys-child", shouldDisplay: false)

  @Argument var folder: String
  @Argument var seed: UInt64
  @Argument var seconds: Double

  /// How many events a database gets.
  @Option var events = 2_000

  func run() throws {
    let end = ContinuousClock.now + .seconds(seconds)
    var seed = seed
    repeat {
      Line.say("seed \(seed)")
      let terminal = RandomTerminal(seed: seed, events: events, texts: HostileTexts.all)
      try press(terminal, seed)
      Line.say("keys \(terminal.given)")
      if let unsound = terminal.unsound { Line.say("wrong " + unsound.replacing("\n", with: "⏎")) }
      seed += 1
    } while ContinuousClock.now < end
  }

  private func press(_ terminal: RandomTerminal, _ seed: UInt64) throws {
    let path = "\(folder)/keys-\(seed).sqlite"
    defer { for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) } }
    try Self.make(path, rows: [0, 1, 3, 40, 700][Int(seed % 5)], seed: seed)
    while terminal.given < events, terminal.unsound == nil {
      let store = try BookStore(
        path: path, options: StoreOptions(isReadOnly: seed % 11 == 10, busyTimeout: .zero))
      _ = Browser(
        store: store, terminal: terminal,
        settings: Settings(
          memoryBudget: 20_000, writeAfter: 1, startsWithTables: seed % 2 == 0, editor: "true")
      ).run()
    }
  }

  /// Tables that point to each other, with titles that nobody would think of; no blob, so that no file is chosen.
  static func make(_ path: String, rows: Int, seed: UInt64) throws {
    try StockDatabase(path).write { database in
      try database.run(
        """
        CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, born DATE, alive BOOLEAN);
        CREATE TABLE book (pk INTEGER PRIMARY KEY, title CHAR(32), copyright REAL, author CHAR(48),
          writer INTEGER REFERENCES person, price DECIMAL(10, 2), notes TEXT, pages INTEGER,
          status TEXT CHECK (status IN ('to read', 'reading', 'read', 'stopped')));
        CREATE TABLE reading (pk INTEGER PRIMARY KEY, book INTEGER NOT NULL REFERENCES book ON DELETE CASCADE,
          started PARTIAL DATE TEXT, finished PARTIAL DATE TEXT, stopped PARTIAL DATE TEXT, rating RATING REAL);
        CREATE INDEX reading_book ON reading (book);
        CREATE TABLE progress (pk INTEGER PRIMARY KEY, reading INTEGER NOT NULL REFERENCES reading ON DELETE CASCADE,
          at DATETIME TEXT NOT NULL, page INTEGER, percent REAL, minutes INTEGER, note LONGTEXT);
        CREATE INDEX progress_reading ON progress (reading);
        CREATE TABLE quote (pk INTEGER PRIMARY KEY, book INTEGER NOT NULL REFERENCES book ON DELETE CASCADE, text LONGTEXT);
        CREATE INDEX quote_book ON quote (book);
        CREATE VIEW pair AS SELECT title, name FROM book JOIN person ON id = writer;
        CREATE TABLE tag (book INTEGER REFERENCES book, word TEXT, PRIMARY KEY (book, word)) WITHOUT ROWID;
        """)
      let texts = HostileTexts.all
      for row in 0..<rows {
        let text = texts[(row * 7 + Int(seed)) % texts.count]
        try database.run(
          "INSERT INTO person VALUES (?, ?, ?, ?)", [row, "\(row)" + text, "2001-02-03", row % 3])
        try database.run(
          "INSERT INTO book VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL)",
          [
            row, text, Double(row) * 1e7, text + text, row, "1.50", String(repeating: text, count: row % 40),
            row % 300,
          ])
        try database.run(
          "INSERT INTO reading (book, started, finished) VALUES (?, '2026-01', ?)",
          [row, row % 2 == 0 ? "2026-02-03" : nil])
        try database.run("INSERT INTO quote (book, text) VALUES (?, ?)", [row, text])
        try database.run("INSERT INTO tag VALUES (?, ?)", [row, text])
      }
    }
  }
}

/// A terminal that gives seeded events of all kinds, and looks whether each frame is sound.
final class RandomTerminal: Terminal {
  private(set) var size = Size(columns: 80, rows: 24)
  let isUnicode = true
  let colors = 256
  let waker = Waker {}
  private var generator: SeededGenerator
  private let texts: [String]
  private let limit: Int
  private var pending: [Event] = []
  private(set) var given = 0
  /// What was wrong with the first frame that was.
  private(set) var unsound: String?

  init(seed: UInt64, events: Int, texts: [String]) {
    generator = SeededGenerator(seed: seed)
    limit = events
    self.texts = texts
  }

  func nextEvent(timeout: Duration?) -> Event? {
    guard given < limit, unsound == nil else { return .closed }
    given += 1
    if pending.isEmpty { pending = EventSource.next(texts, using: &generator).reversed() }
    let event = pending.popLast()
    if case .resized(let size) = event { self.size = size }
    return event
  }

  func draw(_ frame: Frame) {
    if unsound == nil, frame.size != size || !frame.isSound {
      unsound = "after event \(given) a frame of \(frame.size) on \(size) is unsound:\n\(frame.textPlane)"
    }
  }

  func send(_ request: TerminalRequest) {}
  func invalidate() {}
  func suspend() {}
  func run(_ command: [String]) -> ProgramEnd { .exited(0) }
  func close() {}
}

extension Frame {
  /// Whether widths add up, no wide character is cut, nothing drives the terminal and the cursor is inside.
  var isSound: Bool {
    guard cells.count == size.columns * size.rows, cursor.map(contains) ?? true else { return false }
    return (0..<size.rows).allSatisfy { row in
      var wants: Int8 = 0
      for column in 0..<size.columns {
        let cell = self[column, row]
        if (cell.width == 0) != (wants == 1) || cell.text.isEmpty != (cell.width == 0) { return false }
        wants = cell.width == 2 ? 1 : 0
        for scalar in cell.text.unicodeScalars where scalar.value < 32 || 127..<160 ~= scalar.value {
          return false
        }
      }
      return wants == 0
    }
  }
}
