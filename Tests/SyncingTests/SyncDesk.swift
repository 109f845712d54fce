import SyncSupport
import Syncing
import TestSupport
import Testing

/// Machines whose commits are carried in memory.
struct SyncDesk {
  let folder: TemporaryFolder
  let place = MemoryPlace()

  static let schema = """
    CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT COLLATE NOCASE);
    CREATE TABLE book (pk INTEGER PRIMARY KEY, title TEXT, author INTEGER REFERENCES author ON DELETE SET NULL,
      isbn TEXT UNIQUE, pages);
    CREATE TABLE reading (pk INTEGER PRIMARY KEY, book INTEGER NOT NULL REFERENCES book ON DELETE CASCADE, day TEXT);
    CREATE TABLE tag (book INTEGER REFERENCES book ON DELETE CASCADE, name TEXT, PRIMARY KEY (book, name)) WITHOUT ROWID;
    CREATE TABLE loose (word TEXT);
    INSERT INTO author VALUES (1, 'Jane Austen'), (2, 'George Eliot');
    INSERT INTO book VALUES (1, 'Emma', 1, '111', 474), (2, 'Middlemarch', 2, NULL, 880);
    INSERT INTO reading VALUES (1, 1, '2020-01-01');
    """

  init() throws { folder = try TemporaryFolder() }

  /// A machine that has not synced yet.
  func machine(_ name: String, _ schema: String? = nil) throws -> SyncMachine {
    try SyncMachine(name, in: folder.path, place, schema: schema)
  }

  /// The laptop, which began, and the desk, which got everything from it.
  func pair(_ schema: String = schema) throws -> (SyncMachine, SyncMachine) {
    let (one, other) = (try machine("laptop", schema), try machine("desk"))
    #expect(try one.sync().beginning == .founded)
    #expect(try other.sync().beginning == .created)
    return (one, other)
  }

  /// Carries everything to everybody.
  func carry(_ machines: SyncMachine...) throws { for machine in machines + machines { try machine.sync() } }

  /// Carries everything, after which all must hold the same, and nothing is asked.
  func agree(_ machines: SyncMachine..., sourceLocation: SourceLocation = #_sourceLocation) throws {
    for machine in machines + machines { try machine.sync() }
    for machine in machines {
      #expect(try machine.questions.isEmpty, sourceLocation: sourceLocation)
      #expect(try machine.content == machines[0].content, sourceLocation: sourceLocation)
    }
  }
}
