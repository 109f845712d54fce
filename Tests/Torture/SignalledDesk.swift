import Foundation
import TestSupport

/// A library that commands work on until a signal comes, made anew for each of them.
final class SignalledDesk {
  private let folder: String
  private var home: String { folder + "/home" }
  private var library: String { home + "/library.sqlite" }
  /// What each command does without a signal.
  private var whole: [String: Whole] = [:]

  /// What a command does if no signal comes.
  private struct Whole {
    var seconds: Double
    /// The file that it makes.
    var output: Data?
    var rows: Set<String>
  }

  private static let rowCount = 3_000
  /// How long a command may take to end, in seconds, besides the time that the machine takes to start one.
  private let patience: Double

  /// Makes the library that is copied for each command.
  init(in folder: String, patience: Double) throws {
    (self.folder, self.patience) = (folder, patience)
    let master = folder + "/master"
    // A sync carries its files to a folder that is there already.
    for name in ["tmp", "place"] {
      try FileManager.default.createDirectory(atPath: "\(master)/\(name)", withIntermediateDirectories: true)
    }
    try Notebook.queue(master + "/library.sqlite").run(Self.tables)
    let rows = (1...1_000).map { "new \($0),\(String(repeating: "n", count: 100))" }
    try Data((["name,remark"] + rows).joined(separator: "\n").utf8).write(
      to: URL(filePath: master + "/notes.csv"))
    let objects = (1...1_000).map { #"{"name":"added \#($0)"}"# }
    try Data(objects.joined(separator: "\n").utf8).write(to: URL(filePath: master + "/notes.ndjson"))
    try Data(Self.agentCall.utf8).write(to: URL(filePath: master + "/agent.ndjson"))
  }

  /// What an agent asks for that changes all rows.
  private static let agentCall = """
    {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"set","arguments":\
    {"where":"item","values":{"remark":"new"},"rows":\(rowCount)}}}

    """

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

  /// Runs a command on a new copy of the library, and sends it a signal once a part of its time is over.
  func run(_ scene: SignalledScene, signal: Int32, moment: Double, _ tally: inout Tally) throws {
    let key = key(of: scene)
    if whole[key] == nil, !scene.isEndless {
      try prepare(scene)
      let end = try self.end(of: scene, signal: nil)
      whole[key] = Whole(seconds: end.seconds, output: output, rows: try rows())
      if !scene.statuses.contains(end.status ?? -1) {
        tally.wrong.append("\(scene.name) ends with \(end.status ?? -1): \(end.said)")
      }
    }
    try prepare(scene)
    let before = try rows()
    let time = moment * (whole[key].map { 1.1 * $0.seconds } ?? 0.5)
    let end = try self.end(of: scene, signal: (signal, time))
    tally.signals += 1
    tally.longestEnd = max(tally.longestEnd, end.seconds)
    let name = "\(scene.name) after signal \(signal) at \(time) s"
    guard let status = end.status, try isInTime(end) else {
      return tally.wrong.append("\(name) took \(end.seconds) s to end: \(end.said)")
    }
    // Before the signal it may have ended by itself, one that waits for a lock because that takes too long.
    let isOwnEnd = scene.isEndless ? scene.isLocked && status == 75 : scene.statuses.contains(status)
    if status != 128 + signal, !isOwnEnd { tally.wrong.append("\(name) ended with \(status): \(end.said)") }
    let said = scene.answers ? end.printed + end.said : end.said
    tally.wrong += try faults(of: scene, since: before, wasEnded: status != 0, said).map { "\(name) \($0)" }
  }

  private func key(of scene: SignalledScene) -> String {
    ([scene.name] + scene.steps).joined(separator: " after ")
  }

  /// Whether a command has ended soon enough for a machine that may have much else to do.
  private func isInTime(_ end: SignalledCommand.End) throws -> Bool {
    if end.seconds < patience { return true }
    let start = try (0..<3).map { _ in try run(["--version"]).seconds }.max() ?? 0
    return end.seconds < patience + start
  }

  private func prepare(_ scene: SignalledScene) throws {
    try? FileManager.default.removeItem(atPath: home)
    try FileManager.default.copyItem(atPath: folder + "/master", toPath: home)
    for step in scene.steps { _ = try run(step.split(separator: " ").map(String.init)) }
    if !scene.sql.isEmpty { try Notebook.queue(library).write { try $0.run(scene.sql) } }
  }

  // MARK: Running

  private func run(_ arguments: [String]) throws -> SignalledCommand.End {
    try SignalledCommand(home: home, arguments: arguments).run()
  }

  private func end(of scene: SignalledScene, signal: (number: Int32, moment: Double)?) throws
    -> SignalledCommand.End
  {
    let others = try scene.isLocked ? Notebook.queue(library) : nil
    try others?.run("BEGIN EXCLUSIVE")
    defer { try? others?.run("ROLLBACK") }
    let input = scene.isUnwritten ? nil : scene.input.map { home + "/" + $0 } ?? "/dev/null"
    return try SignalledCommand(
      home: home, arguments: scene.arguments, input: input, isUnread: scene.isUnread, signal: signal
    ).run()
  }

  // MARK: Looking

  private var output: Data? { try? Data(contentsOf: URL(filePath: home + "/output")) }

  /// All rows of the library, each as one text with its table and key, and the columns of each table.
  private func rows() throws -> Set<String> {
    try Notebook.queue(library).read { database in
      var rows: Set<String> = []
      for table in ["note", "slow", "trap"] {
        let columns = try database.columns("SELECT * FROM \(table)")
        rows.insert(table + ": " + columns.joined(separator: "|"))
        for row in try database.rows("SELECT * FROM \(table)") {
          rows.insert(table + row.map(\.description).joined(separator: "|"))
        }
      }
      return rows
    }
  }

  /// What is not as it should be in the folder and in the library.
  private func faults(
    of scene: SignalledScene, since before: Set<String>, wasEnded: Bool, _ said: String
  ) throws -> [String] {
    let after = try rows()
    let count = max(before.subtracting(after).count, after.subtracting(before).count)
    var faults = try leftovers() + outputFaults(of: scene)
    switch scene.rest {
    case .unchanged, .output, .newOutput: if count > 0 { faults.append("changed \(count) rows") }
    case .allOrNothing:
      if wasEnded, count > 0, said.isEmpty { faults.append("did all of it, and said nothing") }
      if !wasEnded, count == 0 { faults.append("did nothing: \(said)") }
      faults += try faultsOfUndo(count, before: before)
    case .wholeRows:
      if count == 0 ? said.contains("after") : !said.contains(Self.text(of: count)) {
        faults.append("changed \(count) rows, and said: \(said)")
      }
      faults += try faultsOfHistory(count) + faultsOfUndo(count, before: before)
    case .reversal(let opposite):
      faults += try faultsOfReversal(of: scene, from: before, to: after, opposite)
    }
    return faults
  }

  /// The files that should have gone, or be whole under another name.
  private func leftovers() throws -> [String] {
    let parts = try FileManager.default.subpathsOfDirectory(atPath: home)
      .filter { $0.hasPrefix("tmp/") || ($0 as NSString).lastPathComponent.hasPrefix(".booklist") }
    return parts.isEmpty ? [] : ["left \(parts)"]
  }

  private func outputFaults(of scene: SignalledScene) -> [String] {
    guard let output else { return [] }
    if output.isEmpty { return ["left an empty file"] }
    guard scene.hasOutput, let whole = whole[key(of: scene)]?.output else { return ["left a file"] }
    if case .newOutput = scene.rest, output.count == whole.count || output.suffix(8) == whole.suffix(8) {
      return []
    }
    return output == whole ? [] : ["left a part of its file"]
  }

  /// What a message says of so many rows.
  private static func text(of count: Int) -> String {
    let number = count < 1_000 ? "\(count)" : "\(count / 1_000),\(String(format: "%03d", count % 1_000))"
    return " \(number) note"
  }

  /// Compares with what the history says of the last step.
  private func faultsOfHistory(_ count: Int) throws -> [String] {
    guard count > 1 else { return [] }
    let end = try run(["history", "--limit", "1"])
    return end.printed.contains(Self.text(of: count))
      ? [] : ["changed \(count) rows, and the history has: \(end.printed)\(end.said)"]
  }

  /// Takes back what was done, and compares.
  private func faultsOfUndo(_ count: Int, before: Set<String>) throws -> [String] {
    guard count > 0 else { return [] }
    let end = try run(["undo"])
    let rest = try rows().symmetricDifference(before).count
    return rest == 0 ? [] : ["changed \(count) rows, and \(rest) differ after undo: \(end.said)"]
  }

  /// Does the rest of what a signal has ended, and then the opposite of it, and compares.
  private func faultsOfReversal(
    of scene: SignalledScene, from before: Set<String>, to after: Set<String>, _ opposite: String
  ) throws -> [String] {
    guard let target = whole[key(of: scene)]?.rows else { return [] }
    let strange = after.subtracting(before).subtracting(target).count
    if strange > 0 { return ["left \(strange) rows that are neither as before nor as after it"] }
    var said = ""
    if after != target {
      said = try run(scene.arguments).said
      let rest = try rows().symmetricDifference(target).count
      if rest > 0 { return ["and once more leaves \(rest) differences: \(said)"] }
    }
    said += try run([opposite]).said
    let rest = try rows().symmetricDifference(before).count
    return rest == 0 ? [] : ["and \(opposite) leaves \(rest) differences: \(said)"]
  }
}
