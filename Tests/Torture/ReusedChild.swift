import ArgumentParser
import CSQLite
import SeededRandom
import TestSupport

/// The other process: it deletes people, gives their keys to others, and has VACUUM number all of them anew.
struct ReusedChild: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "reused-child", shouldDisplay: false)

  @Argument var path: String
  @Argument var seed: UInt64

  func run() throws {
    var generator = SeededGenerator(seed: seed)
    let queue = try People.queue(path)
    for number in 0..<120 {
      do {
        try queue.use { database in
          try step(database, name: "new\(number)", using: &generator)
        }
      } catch let error as StockError where error.code == SQLITE_BUSY {
        continue
      }
    }
  }

  private func step(_ database: StockDatabase, name: String, using generator: inout SeededGenerator)
    throws
  {
    let other = "SELECT rowid FROM person WHERE name NOT LIKE 'kept%' ORDER BY random() LIMIT 1"
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: try database.run("DELETE FROM person WHERE rowid = (\(other))")
    case 1:
      try database.run("INSERT INTO person (name, city) VALUES (?, ?)", [name, name])
    case 2:
      try database.write { database in
        guard let key = try database.integer(other) else { return }
        try database.run("DELETE FROM person WHERE rowid = ?", [key])
        try database.run("INSERT INTO person (rowid, name, city) VALUES (?, ?, ?)", [key, name, name])
      }
    default: try database.run("VACUUM")
    }
  }
}
