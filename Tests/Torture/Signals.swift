import ArgumentParser
import BookStore
import Foundation
import SeededRandom
import TestSupport

/// Edits with the program itself on a terminal, and ends it by signals or takes its terminal away.
struct Signals: Part {
  static let configuration = CommandConfiguration(
    abstract: "Send signals to the program while it edits, and look what is left.")

  @OptionGroup var options: RunOptions

  static func look(_ run: inout Run) throws {
    // Some of the signals would leave the program's memory behind as a file.
    var limit = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(Self.core, &limit)
    while run.hasTime, run.tally.lost.isEmpty, run.tally.wrong.isEmpty {
      let seed = UInt64.random(in: 0..<1 << 32, using: &run.generator)
      var session = try SignalledSession(in: run.folder, seed: seed)
      try session.run(&run.tally)
    }
  }

  #if canImport(Glibc)
    private static let core = __rlimit_resource_t(4)
  #else
    private static let core = RLIMIT_CORE
  #endif
}

/// One run of the program on a terminal, which edits and then gets a signal.
struct SignalledSession {
  private let seed: UInt64
  private let home: String
  private let terminal: PseudoTerminal
  private var generator: SeededGenerator
  /// The last value that was seen on the screen after Save, of each row and column.
  private var accepted: [Place: String] = [:]
  /// Where something was typed, too, of which nobody knows whether it was saved.
  private var doubtful: Set<Place> = []
  /// How often a value was not seen after Save.
  private var unseen = 0

  private var path: String { home + "/items.sqlite" }

  private struct Place: Hashable {
    var row: Int
    var column: Int
  }

  private static let rowCount = 6

  /// The ways in which it ends; those before write back.
  private enum Ending: CaseIterable {
    case terminate, hangUp, interrupt, closed
    case quit, user, alarm, limit, kill

    var number: Int32 {
      switch self {
      case .terminate: SIGTERM
      case .hangUp, .closed: SIGHUP
      case .interrupt: SIGINT
      case .quit: SIGQUIT
      case .user: SIGUSR2
      case .alarm: SIGALRM
      case .limit: SIGXCPU
      case .kill: SIGKILL
      }
    }

    var writesBack: Bool { [.terminate, .hangUp, .interrupt, .closed].contains(self) }
  }

  /// Starts the program on a new database.
  init(in folder: String, seed: UInt64) throws {
    self.seed = seed
    generator = SeededGenerator(seed: seed)
    home = "\(folder)/\(seed)"
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    let mode = Bool.random(using: &generator) ? "wal" : "delete"
    try Notebook.queue("\(home)/items.sqlite").use { database in
      try database.run(
        """
        PRAGMA journal_mode = \(mode);
        CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, place TEXT, remark TEXT);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(Self.rowCount))
          INSERT INTO item SELECT i, 'item' || i, 'p', 'r' FROM n;
        """)
    }
    let patience = Bool.random(using: &generator) ? "1" : "3600"
    terminal = try PseudoTerminal(
      [TerminalKeys.program, "\(home)/items.sqlite", "--pressure", "off", "--write-after", patience],
      environment: TerminalKeys.environment(home: home))
  }

  /// Edits, gives the program signals that do not end it, and one that does, and looks what is left.
  mutating func run(_ tally: inout Tally) throws {
    if !terminal.sees("item\(Self.rowCount)", within: .seconds(10)) {
      tally.wrong.append("the program does not start on seed \(seed)")
    }
    for _ in 0..<Int.random(in: 1...5, using: &generator) {
      edit(&tally)
      if Int.random(in: 0..<3, using: &generator) == 0 { disturb(&tally) }
    }
    let ending = Ending.allCases.randomElement(using: &generator) ?? .kill
    if Bool.random(using: &generator) { typeOnly() }
    if ending == .closed { terminal.hangUp() } else { terminal.send(ending.number) }
    let status = terminal.awaitEnd()
    tally.signals += 1
    if status != 128 + ending.number {
      tally.wrong.append("the program ended with \(status ?? -1) by \(ending) on seed \(seed)")
    }
    if unseen > 1 { tally.wrong.append("values are not shown after Save on seed \(seed)") }
    try look(ending, &tally)
    try? FileManager.default.removeItem(atPath: home)
  }

  /// A value that no other is like.
  private mutating func value() -> String {
    String((0..<12).map { _ in "abcdefghijklmnopqrstuvwxyz".randomElement(using: &generator) ?? "x" })
  }

  private mutating func place() -> Place {
    Place(
      row: .random(in: 0..<Self.rowCount, using: &generator),
      column: .random(in: 2...3, using: &generator))
  }

  /// The keys from the list to the editor of a field, with its value taken out.
  private func keys(to place: Place) -> String {
    "g" + String(repeating: "j", count: place.row) + "\r" + "e\u{1B}[H"
      + String(repeating: "\u{1B}[B", count: place.column) + "\r\u{15}"
  }

  private func paste(_ value: String) -> String { "\u{1B}[200~\(value)\u{1B}[201~" }

  /// Edits a field, which counts as accepted when its value is on the screen once more after Save.
  private mutating func edit(_ tally: inout Tally) {
    let (place, value) = (place(), value())
    _ = terminal.type(Array((keys(to: place) + paste(value)).utf8))
    if !terminal.sees(value, within: .seconds(10)) {
      tally.wrong.append("what is typed does not appear on seed \(seed)")
    }
    _ = terminal.type([0x0D])
    if terminal.sees(value, within: .seconds(10)) {
      accepted[place] = value
      doubtful.remove(place)
      tally.accepted += 1
    } else {
      unseen += 1
      doubtful.insert(place)
    }
    _ = terminal.type(Array("\u{13}h".utf8))
  }

  /// Types an edit, and does not wait for what becomes of it.
  private mutating func typeOnly() {
    let (place, value) = (place(), value())
    doubtful.insert(place)
    _ = terminal.type(Array((keys(to: place) + paste(value) + "\r").utf8))
    usleep(.random(in: 0..<20_000, using: &generator))
  }

  /// Gives the program a signal that does not end it, or has it write.
  private mutating func disturb(_ tally: inout Tally) {
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: terminal.send(SIGUSR1)
    case 1:
      terminal.send(SIGSTOP)
      usleep(.random(in: 0..<20_000, using: &generator))
      terminal.send(SIGCONT)
    default: _ = terminal.type(Array("m".utf8))
    }
    tally.signals += 1
  }

  private func look(_ ending: Ending, _ tally: inout Tally) throws {
    if ending.writesBack { tally.lost += try losses("after \(ending)") }
    let store = try BookStore(
      path: path,
      options: StoreOptions(editLog: EditLogOptions(folder: home + "/.local/state/booklist")))
    if let abandoned = try store.recovery.findAbandoned() {
      tally.restorations += 1
      if ending.writesBack {
        tally.wrong.append("\(abandoned.count) edits are offered after \(ending) on seed \(seed)")
      }
      let restoration = try store.recovery.restore()
      if !restoration.conflicts.isEmpty || !restoration.failures.isEmpty {
        tally.wrong.append("restored on seed \(seed): \(restoration)")
      }
    }
    if !store.writeBack().isComplete { tally.wrong.append("cannot be written on seed \(seed)") }
    tally.lost += try losses("after \(ending) and Restore")
  }

  /// The values that were accepted and that the database does not have.
  private func losses(_ when: String) throws -> [String] {
    let rows = try Notebook.queue(path).rows("SELECT id, name, place, remark FROM item ORDER BY id")
    return accepted.filter { !doubtful.contains($0.key) }.compactMap { place, value in
      let row = rows.first { $0[0].integer == place.row + 1 }
      let held = row?[place.column].text ?? "nothing"
      return held == value ? nil : "\(place) holds \(held), not \(value), \(when) on seed \(seed)"
    }
  }
}
