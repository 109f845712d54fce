import ArgumentParser
import GRDB
import SeededRandom

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
        try queue.writeWithoutTransaction { database in
          try step(database, name: "new\(number)", using: &generator)
        }
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
        continue
      }
    }
  }

  private func step(_ database: Database, name: String, using generator: inout SeededGenerator)
    throws
  {
    let other = "SELECT rowid FROM person WHERE name NOT LIKE 'kept%' ORDER BY random() LIMIT 1"
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: try database.execute(sql: "DELETE FROM person WHERE rowid = (\(other))")
    case 1:
      try database.execute(
        sql: "INSERT INTO person (name, city) VALUES (?, ?)", arguments: [name, name])
    case 2:
      try database.inTransaction(.immediate) {
        guard let key = try Int64.fetchOne(database, sql: other) else { return .rollback }
        try database.execute(sql: "DELETE FROM person WHERE rowid = ?", arguments: [key])
        try database.execute(
          sql: "INSERT INTO person (rowid, name, city) VALUES (?, ?, ?)", arguments: [key, name, name])
        return .commit
      }
    default: try database.execute(sql: "VACUUM")
    }
  }
}
