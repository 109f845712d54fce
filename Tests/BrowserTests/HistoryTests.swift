import BookStore
import Browser
import Foundation
import Records
import Testing

/// The list of all changes.
@Suite final class HistoryTests {
  private let scratch: Scratch
  private lazy var flow = Flow(scratch)

  init() throws { scratch = try Scratch() }

  @Test("the history has the newest change first, and Enter goes to its book unless that is gone")
  func history() throws {
    flow.editAuthor().press("Home", "-", "Right", "Enter", "U")
    flow.expect("Deletion of “War and Peace”", "Author of “The Divine Comedy”: Dante Alighieri → Durante")
    flow.press("Enter").expect("The row of this change is gone.")
    flow.press("Down", "Enter").expect("1321-06-07")
    flow.press("Esc").expect("History")
    flow.press("u").expect("Undone: deletion of “War and Peace”.", "Undone: deletion of “War and Peace”  ")
  }

  @Test("the history says that it is full before its oldest steps are dropped") func full() throws {
    let (path, folder) = (scratch.path, scratch.logFolder)
    flow = Flow(
      scratch,
      store: {
        let log = EditLogOptions(folder: folder, largestByteCount: 150_000)
        return try BookStore(path: path, options: StoreOptions(editLog: log))
      })
    try flow.onLoop { store, _ in
      try store.set("short", at: 2, of: .rowid(3))
      #expect(store.writeBack().isComplete)
      #expect(try !store.history.isFull())
      try store.set(.text(Text(String(repeating: "long ", count: 40_000))), at: 2, of: .rowid(3))
    }
    // Only what is known to be written can be dropped.
    try flow.wait(for: "a full history") { try flow.onLoop { store, _ in try store.history.isFull() } }
    flow.press("U").expect("The history is full: its oldest steps will be dropped at the next start.")
  }

  @Test("rows that went together are one line of a step, with how many they are, and come back by one undo")
  func runs() throws {
    try scratch.insertMany()
    flow.press("*", "-", "Right", "Enter").expect("Deleted 6,000 books.")
    flow.press("U").expect("Deletion of 6,000 books")
    flow.press("Enter").expect(" and 63 more")
    flow.press("Esc", "u").expect("Undone: deletion of 6,000 books.")
    flow.press("Esc")
    flow.quit()
    try flow.expect(sql: "SELECT count(*), max(title) FROM book", ["6000|War and Peace"])
  }

  @Test("a bulk change is one line of the history, which follows what is written, and Enter opens its rows")
  func steps() throws {
    try scratch.insertMany()
    flow.setAnon()
    flow.press("U").expect("Author of 6,000 books", "unwritten")
    flow.press("m").expect("Memory warning: wrote").expect(line: "Author of 6,000 books", " written")
    flow.press("Enter").expect("Author of “Title 6000”: Nobody → Anon")
    flow.press("End").expect("Author of “War and Peace”: Leo Tolstoy → Anon")
    flow.press("Enter").expect("Anon")
    flow.press("Esc", "u")
    // The step that the rows were of has been taken back in parts.
    flow.expect("Undone: Author of 6,000 books.", "History", " undone")
  }

  @Test(
    "/ finds in the whole history while one types, the rest comes back around the chosen line, and :export writes it"
  )
  func find() throws {
    try scratch.insertMany()
    flow.setAnon()
    flow.press("m").expect("wrote")
    flow.press("U", "Enter").expect("Title 6000")
    // Far below the lines that are held.
    flow.press("/").type("title 1234").expect("Title 1234”: Nobody", gone: "Title 6000")
    flow.press("Enter").command("export \(folder)/found.csv").expect("1 line")
    flow.press("Esc").expect("Title 1233”", "Title 1235”").expect(selected: "Title 1234")
    flow.press("/").type("nothing like this").expect("Nothing matches “nothing like this”.")
    flow.press("Esc").expect("Title 6000")
    flow.press("Esc").press("/").type("author").press("Enter").command("export \(folder)/steps.json")
    flow.expect("1 line")
    let csv = try String(contentsOfFile: "\(folder)/found.csv", encoding: .utf8)
    #expect(csv.contains("Author of “Title 1234”: Nobody → Anon") && csv.contains("written"))
    let json = try String(contentsOfFile: "\(folder)/steps.json", encoding: .utf8)
    #expect(json.contains("Author of 6,000 books"))
  }

  @Test("a find goes on after another screen, and an undo shows no other lines than those with the words")
  func narrowed() throws {
    flow.editAuthor().press("m").expect("wrote")
    flow.press("U").expect("History")
    flow.press("/").type("divine").press("Enter", "?", "Esc").expect("Author of “The Divine Comedy”")
    flow.press("/").type("xyz").expect("Nothing matches “xyz”.").press("Enter")
    flow.press("u").expect("Undone: Author of “The Divine Comedy”", "Nothing matches “xyz”.")
    flow.press("q").expect("Undone: Author of “The Divine Comedy”: Durante → Dante", " undone")
  }

  private var folder: String { (scratch.path as NSString).deletingLastPathComponent }

  @Test("a read-only session does not say that nothing was changed") func readOnlyHistory() throws {
    flow.editAuthor()
    flow.quit()
    let path = scratch.path
    flow = Flow(scratch, store: { try BookStore(path: path, options: StoreOptions(isReadOnly: true)) })
    flow.press("U").expect("without the edit log, so there is no history.")
  }
}
