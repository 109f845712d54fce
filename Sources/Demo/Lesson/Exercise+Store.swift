import BookStore
import Platform

extension Exercise {
  private static let books = 1_000

  static let opening = Exercise(
    "Opening",
    [
      "A library has 1,000 books. booklist opens it and shows the first 24 titles.",
      "How many queries over the table does that take? (A thread counts the rows afterwards;",
      "its queries do not count.)",
      "Find out: booklist demo, step 1, in the line \"ran\" the number after \"list\".",
      "Answer: booklist demo check 1 NUMBER",
    ],
    hint: "The list reads only what it shows. How many queries does that need?"
  ) { folder throws(StoreError) in
    let (store, meter) = try open(folder)
    _ = try store.lists.rows(in: 0..<24)
    let count = meter.tally.listQueries
    return ExerciseAnswer(
      text: "\(count)", explanation: "The first page is one query, and it is the same for ten million books.")
  }

  static let looking = Exercise(
    "Looking",
    [
      "You look at the books 1 to 10, one after the other, and then at all ten again.",
      "How many statements read a record?",
      "Find out: booklist demo, steps 2 and 3; or open the inspector (i) in booklist.",
      "Answer: booklist demo check 2 NUMBER",
    ],
    hint: "A look at a record that is held costs no statement."
  ) { folder throws(StoreError) in
    let (store, meter) = try open(folder)
    for _ in 1...2 { for id in 1...10 { _ = try store.shelf.snapshot(of: .rowid(Int64(id))) } }
    let count = meter.tally.hydrations
    return ExerciseAnswer(
      text: "\(count)",
      explanation: "Ten first looks need a statement each; the second looks find the records in memory.")
  }

  static let writing = Exercise(
    "Writing",
    [
      "You change the author of book 1, the author of book 1 once more, and both the",
      "title and the author of book 2. Then a memory warning arrives.",
      "How many UPDATE statements run, and how many columns do they set together?",
      "Find out: press m with the inspector open (i).",
      "Answer: booklist demo check 3 UPDATES COLUMNS",
    ],
    hint: "A record is written once, however often it has changed, and only its changed columns are set."
  ) { folder throws(StoreError) in
    let (store, meter) = try open(folder)
    try store.set("Somebody", at: DemoScript.Book.author, of: .rowid(1))
    try store.set("Somebody Else", at: DemoScript.Book.author, of: .rowid(1))
    try store.set("A Title", at: DemoScript.Book.title, of: .rowid(2))
    try store.set("Somebody Else", at: DemoScript.Book.author, of: .rowid(2))
    store.dehydrateAll()
    let tally = meter.tally
    return ExerciseAnswer(
      text: "\(tally.updates) \(tally.columns)",
      explanation: "Two records are dirty: one column of the first differs, and two of the second.")
  }

  static let reading = Exercise(
    "Reading from another program",
    [
      "You have changed the author of book 1 and pressed Save. There has been no warning yet.",
      "Another program reads the author from the database: the old or the new one?",
      "Find out: sqlite3 FILE 'SELECT author FROM book WHERE pk = 1'",
      "Answer: booklist demo check 4 old|new",
    ],
    hint: "◆ says that a record differs from the database. What does that mean for others?"
  ) { folder throws(StoreError) in
    let (store, _) = try open(folder)
    let id = RecordID.rowid(1)
    let old = try store.shelf.snapshot(of: id).values[DemoScript.Book.author]
    try store.set("Somebody Else", at: DemoScript.Book.author, of: id)
    let other = try BookStore(path: folder.library, options: StoreOptions(isReadOnly: true))
    let isOld = try other.shelf.snapshot(of: id).values[DemoScript.Book.author] == old
    return ExerciseAnswer(
      text: isOld ? "old" : "new",
      explanation: "The edit is in memory and in the edit log; the database has it after the next write-back."
    )
  }

  static let killing = Exercise(
    "Being killed",
    [
      "You have changed three books, and nothing is written yet. Then the program is",
      "killed by signal 9, which it cannot catch.",
      "How many of the three edits are lost?",
      "Find out: booklist demo, step 8.",
      "Answer: booklist demo check 5 NUMBER",
    ],
    hint: "Where could an edit be, other than in memory and in the database?"
  ) { folder throws(StoreError) in
    try makeLibrary(folder)
    guard let victim = Environment.executablePath.map(Victim.init) else { throw .rowGone }
    _ = try victim.kill(in: folder)
    let store = try BookStore(path: folder.library, options: StoreOptions(editLog: folder.editLog))
    let found = try store.recovery.findAbandoned()?.count ?? 0
    return ExerciseAnswer(
      text: "\(Victim.ids.count - found)",
      explanation: "Each edit is in the edit log before it is shown; the next start offers all three.")
  }

  private static func open(_ folder: ScratchFolder) throws(StoreError) -> (BookStore, StatementMeter) {
    try makeLibrary(folder)
    let meter = StatementMeter()
    let options = StoreOptions(editLog: folder.editLog, trace: { meter.count($0) })
    return (try BookStore(path: folder.library, options: options), meter)
  }

  private static func makeLibrary(_ folder: ScratchFolder) throws(StoreError) {
    try ScratchLibrary(count: books).make(at: folder.library) { _ in }
  }
}
