import BookStore
import Foundation
import SeededRandom
import Synchronization
import Syncing
import TestSupport

/// A machine with a copy of the library, and the folder from and to which its files are carried.
final class SyncedMachine {
  let name: String
  let library: String
  let place: String
  private let state: String
  /// What it says of what it has done, for when something is wrong.
  private(set) var notes: [String] = []

  init(_ name: String, in folder: String) throws {
    self.name = name
    library = "\(folder)/\(name)/library.sqlite"
    (place, state) = ("\(folder)/\(name)/place", "\(folder)/\(name)/state")
    for path in [place, "\(state)/booklist"] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
  }

  func create(hasWriteAheadLog: Bool) throws {
    let queue = try StockDatabase(library)
    if hasWriteAheadLog { try queue.run("PRAGMA journal_mode = WAL") }
    try queue.write { try $0.run(SyncEdits.schema) }
  }

  /// Has another program edit the library; what it refuses does not count.
  func edit(_ sql: [String]) throws {
    let queue = try StockDatabase(library)
    for statement in sql {
      if (try? queue.write({ try $0.run(statement) })) != nil { notes.append("\(name): \(statement)") }
    }
  }

  private func options(_ names: MachineNames) -> SyncOptions {
    let folder = "\(state)/booklist"
    var options = SyncOptions(
      library: library, stateFolder: folder, store: StoreOptions(editLog: EditLogOptions(folder: folder)))
    (options.label, options.place) = (name, place)
    options.makeName = { names.next() }
    // A machine that joins anew begins with a late one.
    options.snapshotInterval = 3
    return options
  }

  /// Syncs, and checks that the library is as all machines agree that it is.
  func sync(_ names: MachineNames) throws {
    let report = try SyncSession.run(options(names))
    notes.append("\(name): synced, \(report.figures), \(report.questionCount) to settle")
    if report.figures.unknownCount > 0 {
      throw SyncFinding("\(name) has got changes of rows that nobody sent")
    }
    var again = options(names)
    (again.isDry, again.place, again.comparesAlways) = (true, place, true)
    let second = try SyncSession.run(again)
    if second.figures.sentCount > 0 { throw SyncFinding("the library of \(name) is not as its shadow") }
  }

  /// Loses what it knows about its syncs, so that it joins anew.
  func forget() throws {
    let folder = "\(state)/booklist"
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".sync") {
      try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
      notes.append("\(self.name): lost what it knew")
    }
  }

  /// Syncs by the program, which is killed after a time if it has not ended by then.
  ///
  /// - Returns: Whether it was killed.
  func sync(by program: String, killedAfter seconds: Double) throws -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = ["sync", place, "--file", library, "--as", name]
    process.environment = [
      "HOME": state, "XDG_STATE_HOME": state, "XDG_CONFIG_HOME": state, "PATH": "/usr/bin:/bin",
    ]
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try process.run()
    let end = ContinuousClock.now + .seconds(seconds)
    while process.isRunning, .now < end { usleep(500) }
    let isKilled = process.isRunning
    if isKilled { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    notes.append("\(name): synced by the program, \(isKilled ? "killed" : "to the end")")
    return isKilled
  }

  /// Settles a question at random; returns whether there was one.
  func settle(_ random: inout SeededGenerator, _ names: MachineNames) throws -> Bool {
    let all: [SyncQuestion]
    // A machine that has lost what it knew has no questions before it has joined anew.
    do throws(SyncError) { all = try SyncSession.questions(options(names)) } catch {
      if error == .noPlace { return false }
      throw error
    }
    guard let question = all.randomElement(using: &random) else { return false }
    let choice = [SyncChoice.mine, .theirs, .other(1), .original].randomElement(using: &random) ?? .mine
    notes.append("\(name): \(choice) of \(question)")
    do throws(SyncError) { try SyncSession.settle(question, by: choice, options(names)) } catch {
      switch error {
      case .targetGone, .noQuestion: break
      default: throw error
      }
      try SyncSession.settle(question, by: .mine, options(names))
    }
    return true
  }

  /// What the tables hold, row by row; also checks that no row points to nothing, and that the index is that of the books.
  func content() throws -> [String: Set<[StockValue]>] {
    let queue = try StockDatabase(library)
    return try queue.write { database in
      if try database.rows("PRAGMA foreign_key_check").first != nil {
        throw SyncFinding("a row of \(name) points to nothing")
      }
      try database.run("INSERT INTO found (found, rank) VALUES ('integrity-check', 1)")
      var content: [String: Set<[StockValue]>] = [:]
      for table in SyncEdits.tables {
        content[table] = Set(try database.rows("SELECT * FROM \(table)").map { Array($0) })
      }
      return content
    }
  }
}

/// Something that a sync must not do.
struct SyncFinding: Error {
  let text: String

  init(_ text: String) { self.text = text }
}

/// Names for machines that are the same in each run with one seed: what becomes of two equal keys hangs on them.
final class MachineNames: Sendable {
  private let random: Mutex<SeededGenerator>

  init(_ seed: UInt64) { random = Mutex(SeededGenerator(seed: seed)) }

  func next() -> String {
    let digits = String(random.withLock { $0.next() }, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
