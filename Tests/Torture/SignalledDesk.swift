import Foundation
import GRDB

/// A library that commands work on until a signal comes, made anew for each of them.
final class SignalledDesk {
  private let folder: String
  private var home: String { folder + "/home" }
  private var library: String { home + "/library.sqlite" }
  /// How long each command takes without a signal, in seconds, and the file that it writes.
  private var whole: [SignalledScene: (seconds: Double, output: Data?)] = [:]

  private static let rowCount = 3_000
  /// How long a command may take to end: twice what is promised, for the machine may be busy.
  private static let patience = 2.0

  /// Makes the library that is copied for each command.
  init(in folder: String) throws {
    self.folder = folder
    let master = folder + "/master"
    try FileManager.default.createDirectory(atPath: master, withIntermediateDirectories: true)
    try Notebook.queue(master + "/library.sqlite").writeWithoutTransaction {
      try $0.execute(sql: Self.tables)
    }
    let rows = (1...1_000).map { "new \($0),\(String(repeating: "n", count: 100))" }
    try Data((["name,remark"] + rows).joined(separator: "\n").utf8).write(
      to: URL(filePath: master + "/notes.csv"))
    let objects = (1...1_000).map { #"{"name":"added \#($0)"}"# }
    try Data(objects.joined(separator: "\n").utf8).write(to: URL(filePath: master + "/notes.ndjson"))
  }

  private static let tables = """
    CREATE TABLE note (id INTEGER PRIMARY KEY, name TEXT, remark TEXT);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rowCount))
      INSERT INTO note SELECT i, 'item ' || i, printf('%.200c', 'r') FROM n;
    CREATE TABLE slow (id INTEGER PRIMARY KEY, name TEXT, remark TEXT);
    CREATE TRIGGER slow_added AFTER INSERT ON slow BEGIN
      UPDATE slow SET remark = (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
        SELECT count(*) FROM n) WHERE id = new.id;
    END;
    CREATE TABLE trap (id INTEGER PRIMARY KEY, name TEXT, remark TEXT);
    CREATE TRIGGER trap_added AFTER INSERT ON trap BEGIN
      SELECT (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n);
    END;
    CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      SELECT i AS id, 'name ' || i AS name FROM n WHERE i < 0;
    """

  /// What a command ended with.
  private struct End {
    /// Its exit status, or 128 and the number of the signal that ended it; nil if it did not end.
    var status: Int32?
    var said: String
    /// How long it took to end, in seconds, from the signal on if there was one.
    var seconds: Double
  }

  /// Runs a command on a new copy of the library, and sends it a signal once a part of its time is over.
  func run(_ scene: SignalledScene, signal: Int32, moment: Double, _ tally: inout Tally) throws {
    if whole[scene] == nil, !scene.isEndless {
      try prepare(scene)
      let end = try self.end(of: scene, signal: nil)
      whole[scene] = (end.seconds, output)
      if end.status != 0 { tally.wrong.append("\(scene) ends with \(end.status ?? -1): \(end.said)") }
    }
    try prepare(scene)
    let before = try rows()
    let time = moment * (whole[scene].map { 1.1 * $0.seconds } ?? 0.5)
    let end = try self.end(of: scene, signal: (signal, time))
    tally.signals += 1
    let name = "\(scene) after signal \(signal) at \(time) s"
    guard let status = end.status, end.seconds < Self.patience else {
      return tally.wrong.append("\(name) took \(end.seconds) s to end")
    }
    // Before the signal it may have ended by itself, one that waits for a lock because that takes too long.
    if status != 128 + signal, !(scene.isEndless ? scene.isLocked && status == 75 : status == 0) {
      tally.wrong.append("\(name) ended with \(status): \(end.said)")
    }
    tally.wrong += try faults(of: scene, since: before, wasEnded: status != 0, end.said).map {
      "\(name) \($0)"
    }
  }

  private func prepare(_ scene: SignalledScene) throws {
    try? FileManager.default.removeItem(atPath: home)
    try FileManager.default.copyItem(atPath: folder + "/master", toPath: home)
    // Something to tell of, and to undo besides.
    if scene == .history { _ = try process(["set", "1", "remark=x"]).status }
  }

  // MARK: Running

  private func end(of scene: SignalledScene, signal: (number: Int32, moment: Double)?) throws -> End {
    let others = try scene.isLocked ? Notebook.queue(library) : nil
    try others?.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE") }
    defer { try? others?.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") } }
    let input = scene.isUnwritten ? nil : scene == .addition ? home + "/notes.ndjson" : "/dev/null"
    return try process(scene.arguments, input: input, isUnread: scene.isUnread, signal: signal)
  }

  private func process(
    _ arguments: [String], input: String? = "/dev/null", isUnread: Bool = false,
    signal: (number: Int32, moment: Double)? = nil
  ) throws -> End {
    let (process, errors) = (Process(), home + "/../errors")
    let (unread, unwritten) = (Pipe(), Pipe())
    _ = FileManager.default.createFile(atPath: errors, contents: nil)
    process.executableURL = URL(filePath: TerminalKeys.program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: home)
    process.environment = [
      "HOME": home, "BOOKLIST_FILE": library, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8",
      "SWIFT_BACKTRACE": "enable=no",
    ]
    process.standardInput = input.map { FileHandle(forReadingAtPath: $0) as Any } ?? unwritten
    process.standardOutput = isUnread ? unread : FileHandle.nullDevice
    process.standardError = FileHandle(forWritingAtPath: errors)
    var start = ContinuousClock.now
    try process.run()
    if let signal {
      wait(for: process, upTo: signal.moment)
      start = .now
      kill(process.processIdentifier, signal.number)
    }
    wait(for: process, upTo: 30)
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let hasEnded = !process.isRunning
    if !hasEnded { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    let status = process.terminationStatus + (process.terminationReason == .uncaughtSignal ? 128 : 0)
    let said = String(decoding: (try? Data(contentsOf: URL(filePath: errors))) ?? Data(), as: UTF8.self)
    return End(status: hasEnded ? status : nil, said: said, seconds: seconds)
  }

  private func wait(for process: Process, upTo seconds: Double) {
    let end = ContinuousClock.now + .seconds(seconds)
    while process.isRunning, ContinuousClock.now < end { usleep(500) }
  }

  // MARK: Looking

  private var output: Data? { try? Data(contentsOf: URL(filePath: home + "/output")) }

  /// All rows of the library, each as one text with its table and key.
  private func rows() throws -> Set<String> {
    try Notebook.queue(library).read { database in
      var rows: Set<String> = []
      for table in ["note", "slow", "trap"] {
        for row in try Row.fetchAll(database, sql: "SELECT * FROM \(table)") {
          rows.insert(table + row.databaseValues.map(\.description).joined(separator: "|"))
        }
      }
      return rows
    }
  }

  /// What is not as it should be in the folder and in the library.
  private func faults(
    of scene: SignalledScene, since before: Set<String>, wasEnded: Bool, _ said: String
  ) throws -> [String] {
    var faults: [String] = []
    let parts = try FileManager.default.contentsOfDirectory(atPath: home).filter { $0.hasPrefix(".booklist") }
    if !parts.isEmpty { faults.append("left \(parts)") }
    // A copy has other bytes each time.
    if let output, let whole = whole[scene]?.output {
      if scene != .backup, scene != .new, output != whole { faults.append("left a part of its file") }
      if output.isEmpty { faults.append("left an empty file") }
    }
    let after = try rows()
    let count = before.subtracting(after).count + (scene == .set ? 0 : after.subtracting(before).count)
    switch scene.rest {
    case .unchanged, .output: if count > 0 { faults.append("changed \(count) rows") }
    case .allOrNothing:
      if wasEnded, count > 0 { faults.append("did all of it, and ended by the signal") }
      if !wasEnded, count == 0, scene != .newField { faults.append("did nothing: \(said)") }
    case .wholeRows:
      if count == 0 ? said.contains("after") : !said.contains(Self.text(of: count)) {
        faults.append("changed \(count) rows, and said: \(said)")
      }
    }
    return faults + (try faultsOfUndo(count, before: before))
  }

  /// What a message says of so many rows.
  private static func text(of count: Int) -> String {
    count < 1_000 ? "\(count) note" : "\(count / 1_000),\(String(format: "%03d", count % 1_000)) note"
  }

  /// Takes back what was done, and compares.
  private func faultsOfUndo(_ count: Int, before: Set<String>) throws -> [String] {
    guard count > 0 else { return [] }
    let end = try process(["undo"])
    let rest = try rows().symmetricDifference(before).count
    return rest == 0 ? [] : ["changed \(count) rows, and \(rest) differ after undo: \(end.said)"]
  }
}
