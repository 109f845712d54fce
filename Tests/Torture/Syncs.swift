import ArgumentParser
import Foundation
import SeededRandom
import TestSupport

/// Syncs machines that edit copies of one library at random.
///
/// Their files are carried late, twice, in any order, in part or not at all, and some syncs are killed. In the end all libraries
/// hold the same, once what is to be settled is settled.
struct Syncs: Part {
  static let configuration = CommandConfiguration(
    abstract: "Sync machines whose files come late, twice, in any order and in part, and kill them.")

  @OptionGroup var options: RunOptions

  static func look(_ run: inout Run) throws {
    while run.hasTime, run.tally.wrong.isEmpty {
      let folder = "\(run.folder)/\(run.tally.syncs)"
      let round = try SyncRound(in: folder, &run.generator)
      do { try round.run(&run) } catch {
        run.tally.wrong.append(
          "\((error as? SyncFinding)?.text ?? "\(error)") in \(folder)\n"
            + round.notes.joined(separator: "\n"))
      }
      run.tally.syncs += 1
      if !run.options.keep { try? FileManager.default.removeItem(atPath: folder) }
    }
  }
}

/// Some machines, from the beginning to where all hold the same.
private final class SyncRound {
  private let machines: [SyncedMachine]
  private let names: MachineNames
  private var edits = SyncEdits()
  /// Each file as its machine has made it.
  private var files: [String: Data] = [:]

  var notes: [String] { machines.flatMap(\.notes) }

  /// The program that lies beside this one.
  private static let program = (Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0]))
    .deletingLastPathComponent().appending(path: "booklist").path

  init(in folder: String, _ random: inout SeededGenerator) throws {
    names = MachineNames(random.next())
    let count = Int.random(in: 2...3, using: &random)
    machines = try (0..<count).map { try SyncedMachine("machine \($0)", in: folder) }
    try machines[0].create(hasWriteAheadLog: .random(using: &random))
    try edit(machines[0], 20, &random)
  }

  private func edit(_ machine: SyncedMachine, _ most: Int, _ random: inout SeededGenerator) throws {
    try machine.edit((0..<Int.random(in: 0...most, using: &random)).map { _ in edits.next(&random) })
  }

  func run(_ run: inout Run) throws {
    try begin(&run.generator)
    for _ in 0..<Int.random(in: 2...10, using: &run.generator) { try live(&run) }
    try carryAll()
    for _ in 0..<100 {
      var isSettled = true
      for machine in machines where try machine.settle(&run.generator, names) {
        isSettled = false
        try carryAll()
      }
      if isSettled { return try compare() }
    }
    throw SyncFinding("there is always something to settle")
  }

  /// The first machine begins; of the others some have a copy, which may have been edited since.
  private func begin(_ random: inout SeededGenerator) throws {
    try machines[0].sync(names)
    for machine in machines.dropFirst() {
      try carry(from: machines[0], to: machine)
      if Bool.random(using: &random) {
        let source = try StockDatabase(machines[0].library)
        try source.backUp(to: StockDatabase(machine.library))
        try edit(machine, 4, &random)
      }
      try machine.sync(names)
    }
  }

  private func live(_ run: inout Run) throws {
    for machine in machines { try edit(machine, 5, &run.generator) }
    for _ in 0..<Int.random(in: 0...3, using: &run.generator) {
      guard let one = machines.randomElement(using: &run.generator),
        let other = machines.randomElement(using: &run.generator)
      else { continue }
      try carry(from: one, to: other, &run.generator)
      if Int.random(in: 0..<4, using: &run.generator) == 0 {
        let seconds = Double.random(in: 0...0.15, using: &run.generator)
        if try other.sync(by: Self.program, killedAfter: seconds) { run.tally.kills += 1 }
      } else {
        try other.sync(names)
      }
    }
    if Int.random(in: 0..<40, using: &run.generator) == 0 {
      try machines.randomElement(using: &run.generator)?.forget()
    }
    if Int.random(in: 0..<10, using: &run.generator) == 0 {
      _ = try machines.randomElement(using: &run.generator)?.settle(&run.generator, names)
    }
  }

  // MARK: Carrying

  /// Carries some files, some of them only in part; what is there already stays.
  private func carry(
    from one: SyncedMachine, to other: SyncedMachine, _ random: inout SeededGenerator
  ) throws {
    for name in try names(in: one) where Int.random(in: 0..<3, using: &random) > 0 {
      guard let data = try whole(name, of: one) else { continue }
      let isPart = Int.random(in: 0..<8, using: &random) == 0
      let path = "\(other.place)/\(name)"
      if isPart, FileManager.default.fileExists(atPath: path) { continue }
      try (isPart ? data.prefix(Int.random(in: 0..<data.count, using: &random)) : data).write(
        to: URL(filePath: path))
    }
  }

  private func carry(from one: SyncedMachine, to other: SyncedMachine) throws {
    for name in try names(in: one) {
      try whole(name, of: one)?.write(to: URL(filePath: "\(other.place)/\(name)"))
    }
  }

  private func names(in machine: SyncedMachine) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: machine.place).sorted()
      .filter { $0.hasSuffix(".changes") || $0.hasSuffix(".snapshot") }
  }

  /// A file as its machine has made it, which is known once it is found where it was made.
  private func whole(_ name: String, of machine: SyncedMachine) throws -> Data? {
    if files[name] == nil {
      // A part of it is never longer, and the machine itself has all of it.
      let all = machines.compactMap { try? Data(contentsOf: URL(filePath: "\($0.place)/\(name)")) }
      files[name] = all.max { $0.count < $1.count }
    }
    return files[name]
  }

  private func carryAll() throws {
    for _ in 0..<4 {
      for one in machines { for other in machines where one !== other { try carry(from: one, to: other) } }
      for machine in machines { try machine.sync(names) }
    }
  }

  private func compare() throws {
    let first = try machines[0].content()
    for machine in machines.dropFirst() {
      let other = try machine.content()
      for table in SyncEdits.tables where first[table] != other[table] {
        let (one, two) = (first[table] ?? [], other[table] ?? [])
        throw SyncFinding("\(table) differs: \(one.subtracting(two)) and \(two.subtracting(one))")
      }
    }
  }
}
