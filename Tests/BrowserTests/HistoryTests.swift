import BookStore
import Browser
import Cells
import Records
import Testing

/// The list of all changes.
@Suite struct HistoryTests {
  private let net: SafetyNet
  private var terminal: ScriptedTerminal { net.terminal }

  init() throws {
    net = try SafetyNet()
  }

  @Test("the history has the newest change first, and Enter goes to its book unless that is gone")
  func history() throws {
    net.editAuthor()
    terminal.press(.home, .character("-"), .right, .enter, .character("U"))
    terminal.waitFor("Deletion of “War and Peace”")
    terminal.waitFor("Author of “The Divine Comedy”: Dante Alighieri → Durante")
    terminal.press(.enter)
    terminal.waitFor("The row of this change is gone.")
    terminal.press(.down, .enter)
    terminal.waitFor("1321-06-07")
    terminal.press(.escape)
    terminal.waitFor("History")
    terminal.press(.character("u"))
    terminal.waitFor("Undone: deletion of “War and Peace”.")
    terminal.waitFor("Undone: deletion of “War and Peace”  ")
    try net.run()
  }

  @Test("the history says that it is full before its oldest steps are dropped")
  func full() throws {
    let log = EditLogOptions(folder: net.scratch.logFolder, largestByteCount: 150_000)
    let store = try BookStore(path: net.scratch.path, options: StoreOptions(editLog: log))
    try store.set("short", at: 2, of: .rowid(3))
    #expect(store.writeBack().isComplete)
    #expect(try !store.history.isFull())
    try store.set(.text(Text(String(repeating: "long ", count: 40_000))), at: 2, of: .rowid(3))
    // Only what is known to be written can be dropped.
    terminal.waitUntil { try store.history.isFull() }
    terminal.press(.character("U"))
    terminal.waitFor("The history is full: its oldest steps will be dropped at the next start.")
    terminal.press(.escape, .character("q"))
    _ = Browser(store: store, terminal: terminal, settings: Settings()).run()
  }

  @Test("rows that went together are one line of a step, with how many they are, and come back by one undo")
  func runs() throws {
    try net.insertMany()
    terminal.press(.character("*"), .character("-"), .right, .enter)
    terminal.waitFor("Deleted 6,000 books.")
    terminal.press(.character("U"))
    terminal.waitFor("Deletion of 6,000 books")
    terminal.press(.enter)
    terminal.waitFor(" and 63 more")
    terminal.press(.escape, .character("u"))
    terminal.waitFor("Undone: deletion of 6,000 books.")
    terminal.press(.escape, .character("q"))
    try net.run()
    try net.scratch.expect("SELECT count(*), max(title) FROM book", ["6000|War and Peace"])
  }

  @Test("a bulk change is one line of the history, which follows what is written, and Enter opens its rows")
  func steps() throws {
    try net.makeMany()
    terminal.press(.character("U"))
    terminal.waitFor("Author of 6,000 books")
    terminal.waitFor("unwritten")
    terminal.press(.character("m"))
    terminal.waitFor("Memory warning: wrote")
    terminal.waitUntil { [unowned terminal] in
      terminal.screen.split(separator: "\n").contains {
        $0.contains("Author of 6,000 books") && $0.contains(" written")
      }
    }
    terminal.press(.enter)
    terminal.waitFor("Author of “Title 6000”: Nobody → Anon")
    terminal.press(.end)
    terminal.waitFor("Author of “War and Peace”: Leo Tolstoy → Anon")
    terminal.press(.enter)
    terminal.waitFor("Anon")
    terminal.press(.escape, .character("u"))
    // The step that the rows were of has been taken back in parts.
    terminal.waitFor("Undone: Author of 6,000 books.")
    terminal.waitFor("History")
    terminal.waitFor(" undone")
    terminal.press(.escape, .character("q"))
    try net.run()
  }

  @Test("a read-only session does not say that nothing was changed")
  func readOnlyHistory() throws {
    net.editAuthor()
    terminal.press(.character("q"))
    try net.run()
    let later = ScriptedTerminal()
    later.press(.character("U"))
    later.waitFor("without the edit log, so there is no history.")
    later.press(.character("q"))
    let store = try BookStore(path: net.scratch.path, options: StoreOptions(isReadOnly: true))
    _ = Browser(store: store, terminal: later).run()
  }
}
