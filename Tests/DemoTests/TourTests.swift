import BookStore
import Cells
import Foundation
import Screens
import TestSupport
import Testing

@testable import Demo

@Suite("The tour over a terminal") struct TourTests {
  private let folder: ScratchFolder
  private let inner = QueuedTerminal(columns: 80, rows: 24)

  init() throws {
    folder = try ScratchFolder()
    try ScratchLibrary(count: 100).make(at: folder.library) { _ in }
  }

  private func tour(_ steps: [DemoStep], asksFirst: Bool = false) throws -> (TourTerminal, BookStore) {
    let tour = TourTerminal(over: inner, steps: steps, bookCount: 100, pace: .zero, asksFirst: asksFirst)
    return (tour, try tour.open(folder))
  }

  /// Shows a frame, as the browser does after each event.
  private func show(_ tour: TourTerminal, cursor: Position? = nil) {
    var frame = Frame(size: tour.size)
    frame.cursor = cursor
    tour.draw(frame)
  }

  /// Expects texts on the terminal, and others not to be there.
  private func shows(
    _ texts: String..., hides others: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for text in texts { #expect(inner.text.contains(text), "\(inner.text)", sourceLocation: sourceLocation) }
    for text in others {
      #expect(!inner.text.contains(text), "\(inner.text)", sourceLocation: sourceLocation)
    }
  }

  /// What the person's key means to the browser.
  private func send(_ key: Key, _ tour: TourTerminal, timeout: Duration? = nil) -> Event? {
    inner.events = [.key(key)]
    return tour.nextEvent(timeout: timeout)
  }

  /// The same between two frames.
  private func press(_ key: Key, _ tour: TourTerminal) -> Event? {
    show(tour)
    defer { show(tour) }
    return send(key, tour, timeout: .zero)
  }

  @Test("The browser has what is below the strip, at every size, and all of it on a small terminal")
  func sizes() throws {
    let (tour, _) = try tour([.look])
    #expect(tour.size == Size(columns: 80, rows: 16))
    for (columns, rows, left) in [(80, 16, 8), (80, 15, 15), (40, 24, 16), (39, 24, 24), (1, 1, 1)] {
      inner.events = [.resized(Size(columns: columns, rows: rows))]
      inner.size = Size(columns: columns, rows: rows)
      #expect(tour.nextEvent(timeout: nil) == .resized(Size(columns: columns, rows: left)))
      show(tour)
      #expect(inner.frame?.size == inner.size)
    }
  }

  @Test("A step's keys are pressed at a dot, and the next step begins at the next dot when it is done")
  func playing() throws {
    let (tour, store) = try tour([.look, .again])
    show(tour)
    shows("1 of 2  Look at a book", ". presses the keys")
    #expect(send(.character("."), tour) == .woken)
    // While there is work under way the tour waits.
    #expect(tour.nextEvent(timeout: .zero) == nil)
    for key in DemoStep.look.keys() { #expect(tour.nextEvent(timeout: nil) == .key(key)) }
    _ = try store.record(.rowid(2))
    show(tour)
    shows(". next step", "ran     list 1 · hydrate 1  ")
    #expect(send(.character("."), tour) == .woken)
    show(tour)
    shows("2 of 2  Look again", "ran     no statement  ", "before  1 hydrated")
  }

  @Test("While what a step began goes on, a dot is not invited and does nothing") func working() throws {
    let (tour, _) = try tour([.look])
    var isWorking = true
    tour.isWorking = { isWorking }
    #expect(send(.down, tour) == .key(.down))
    show(tour)
    shows(hides: ". presses", ". ends")
    #expect(send(.character("."), tour) == .woken)
    isWorking = false
    show(tour)
    #expect(tour.nextEvent(timeout: nil) == nil)
    shows(". presses the keys")
    #expect(send(.character("."), tour) == .woken)
    #expect(tour.nextEvent(timeout: nil) == .key(DemoStep.look.keys()[0]))
  }

  @Test("While the browser works, as when it searches, no key is pressed, however quick the pace is")
  func searching() throws {
    let (tour, _) = try tour([.look])
    #expect(press(.character("."), tour) == .woken)
    var isWorking = true
    tour.isWorking = { isWorking }
    show(tour)
    #expect(tour.nextEvent(timeout: nil) == nil)
    isWorking = false
    show(tour)
    #expect(tour.nextEvent(timeout: nil) == .key(.escape))
  }

  @Test("A dot before anything of a step was done is kept while the browser works, and then presses the keys")
  func earlyDot() throws {
    let (tour, _) = try tour([.look])
    var isWorking = true
    tour.isWorking = { isWorking }
    show(tour)
    #expect(send(.character("."), tour) == .woken)
    #expect(tour.nextEvent(timeout: nil) == nil)
    isWorking = false
    show(tour)
    #expect(tour.nextEvent(timeout: nil) == .woken)
    #expect(tour.nextEvent(timeout: nil) == .key(DemoStep.look.keys()[0]))
  }

  @Test(
    "A dot once a step is done is kept while the browser still works, and then goes on",
    arguments: [false, true])
  func keptDot(isTakenBack: Bool) throws {
    let (tour, store) = try tour([.look, .again])
    show(tour)
    _ = try store.record(.rowid(2))
    show(tour)
    shows(". next step")
    // What the strip has invited to comes when the list is being read again.
    var isWorking = true
    tour.isWorking = { isWorking }
    show(tour)
    inner.events = [.key(.character("."))] + (isTakenBack ? [.key(.up)] : [])
    #expect(tour.nextEvent(timeout: nil) == .woken)
    #expect(tour.nextEvent(timeout: .zero) == (isTakenBack ? .key(.up) : nil))
    #expect(tour.step == .look)
    isWorking = false
    show(tour)
    #expect(tour.nextEvent(timeout: .zero) == (isTakenBack ? nil : .woken))
    #expect(tour.step == (isTakenBack ? .look : .again))
    show(tour)
    #expect(tour.nextEvent(timeout: .zero) == nil)
  }

  @Test("A dot while the tour presses keys is pressed by nobody, where text is typed neither")
  func impatient() throws {
    let (tour, _) = try tour([.look])
    show(tour)
    #expect(send(.character("."), tour) == .woken)
    for (place, key) in DemoStep.look.keys().enumerated() {
      var frame = Frame(size: tour.size)
      if place == 1 { frame.cursor = Position(column: 3, row: 4) }
      tour.draw(frame)
      #expect(send(.character("."), tour) == .woken)
      #expect(tour.nextEvent(timeout: nil) == .key(key))
    }
  }

  @Test("Where text is typed a dot is a dot, and the person's keys end what the tour presses")
  func dots() throws {
    let (tour, _) = try tour([.look])
    show(tour, cursor: Position(column: 3, row: 4))
    #expect(inner.frame?.cursor == Position(column: 3, row: 12))
    #expect(send(.character("."), tour) == .key(.character(".")))
    show(tour)
    inner.events = [.key(.character(".")), .key(.up)]
    #expect(tour.nextEvent(timeout: nil) == .woken)
    #expect(tour.nextEvent(timeout: nil) == .key(.up))
    #expect(tour.nextEvent(timeout: .milliseconds(1)) == nil)
  }

  @Test("For a step that begins anew the browser ends, and after the last one it has the whole terminal")
  func anew() throws {
    let (tour, _) = try tour([.list, .budget])
    #expect(send(.character("."), tour) == .closed)
    #expect(tour.isStartingAnew)
    let store = try tour.open(folder)
    #expect(tour.step == .budget && !tour.isStartingAnew)
    for key in Int64(1)...10 { try store.set("Sundry Hands", at: 2, of: .rowid(key)) }
    show(tour)
    shows(". ends the tour")
    #expect(send(.character("."), tour) == .resized(Size(columns: 80, rows: 24)))
    #expect(tour.size == Size(columns: 80, rows: 24))
    show(tour)
    shows(hides: "ran")
  }

  @Test(
    "Each step says two lines that fit, with the list beside a book and without",
    arguments: DemoStep.allCases, [false, true])
  func texts(_ step: DemoStep, isSplit: Bool) {
    for books in [100, 81_910, 100_000] {
      let lines = DemoWording.text(of: step, bookCount: books, isSplit: isSplit)
      #expect(lines.count == 2)
      #expect(lines.allSatisfy { TextWidth.width(of: $0) <= 78 })
    }
  }

  @Test("After a guess the strip says why, in 78 columns, and gives the score where there is room")
  func reasons() {
    for step in DemoStep.allCases where step.isForetellable {
      for guess in [3, 999_999] {
        let result = Quiz.Result(guess: guess, truth: 10_001)
        let line = DemoWording.line(.result(result, of: step, right: 1, total: 5), columns: 78)
        #expect(line.contains(" ran: ") && TextWidth.width(of: line) <= 78, "\(line)")
      }
    }
  }

  @Test(
    "The strip says where the scratch library is if there is room, and breaks its text for a wide terminal")
  func wideStrip() throws {
    let (tour, _) = try tour([.look])
    inner.size = Size(columns: 160, rows: 24)
    show(tour)
    #expect(inner.text.contains(folder.library))
    shows("now: it is hydrated")
    inner.size = Size(columns: 60, rows: 24)
    show(tour)
    #expect(!inner.text.contains(folder.library))
  }

  @Test("The budget of the tour follows the number of books", arguments: [(100, 1_280), (100_000, 1 << 20)])
  func budget(_ books: Int, _ bytes: Int) { #expect(DemoScript.budget(ofTourWith: books) == bytes) }

  // MARK: - Going back

  @Test(
    "A step that the tour goes back to begins with what was held and dirty then, and the file stays as it is")
  func goingBack() throws {
    var (tour, store) = try tour([.look, .edit, .warning])
    _ = try store.record(.rowid(2))
    #expect(press(.character("."), tour) == .woken)
    try store.set("Somebody Else", at: 2, of: .rowid(2))
    #expect(press(.character("."), tour) == .woken)
    #expect(tour.step == .warning)
    // What is dirty now is not written by going back.
    #expect(press(.character(","), tour) == .closed)
    #expect(store.counts.dirty == 0)
    #expect(try author(ofBook: 2) != "Somebody Else")
    store = try tour.open(folder)
    show(tour)
    #expect(tour.step == .edit)
    #expect(store.counts.hydrated == 1 && store.counts.dirty == 0)
    shows("before  1 hydrated · 0 dirty", "ran     no statement", "The database stays as it is.")
    // Of the first step there is none before.
    #expect(press(.character("<"), tour) == .closed)
    store = try tour.open(folder)
    #expect(tour.step == .look && store.counts.hydrated == 0)
    #expect(press(.character(","), tour) == .closed)
    store = try tour.open(folder)
    #expect(tour.step == .look && store.counts.hydrated == 0)
  }

  private func author(ofBook number: Int64) throws -> String {
    let store = try BookStore(path: folder.library, options: StoreOptions(isReadOnly: true))
    return store.schema.fields[2].text(of: try store.shelf.snapshot(of: .rowid(number)).values[2])
  }

  @Test("Edits that the database has by now are made again with a number, so that they are dirty again")
  func editedAgain() throws {
    var (tour, store) = try tour([.edit, .warning])
    try store.set("Somebody Else", at: 2, of: .rowid(2))
    #expect(press(.character("."), tour) == .woken)
    for expected in ["Somebody Else", "Somebody Else 2", "Somebody Else 3"] {
      #expect(tour.step == .warning && store.counts.dirty == 1)
      #expect(send(.character("m"), tour, timeout: .zero) == .key(.character("m")))
      store.dehydrateAll()
      #expect(try author(ofBook: 2) == expected)
      show(tour)
      shows("ran     BEGIN 1 · UPDATE 1 · columns 1  ")
      // First to the beginning of the step, when the edit was dirty.
      #expect(press(.character(","), tour) == .closed)
      store = try tour.open(folder)
      #expect(tour.step == .warning && store.counts.dirty == 1)
      #expect(press(.character(","), tour) == .closed)
      store = try tour.open(folder)
      // One step back is before the edit; one forward is after it again.
      #expect(tour.step == .edit && store.counts.dirty == 0)
      let number = (Int(expected.last.map(String.init) ?? "") ?? 1) + 1
      try store.set(.text(Text("Somebody Else \(number)")), at: 2, of: .rowid(2))
      #expect(press(.character("."), tour) == .woken)
    }
  }

  @Test("What was dirty when a step began is dirty again although the database has it meanwhile")
  func restoring() throws {
    let (_, store) = try tour([.look])
    try store.set("Somebody Else", at: 2, ofEach: [.rowid(2), .rowid(3)])
    try store.set("A New Title", at: 0, of: .rowid(3))
    _ = try store.record(.rowid(5))
    let start = StepStart(store)
    store.dehydrateAll()
    // Where the database has another text again, the one of the first time is right.
    for (pass, number) in [(2, " 2"), (3, ""), (4, " 4")] {
      try start.restore(in: store, pass: pass)
      #expect(store.counts.hydrated == 3 && store.counts.dirty == 2)
      #expect(store.heldRecords.count == 3)
      #expect(try store.record(.rowid(3)).values?[0] == .text(Text("A New Title" + number)))
      store.dehydrateAll()
      #expect(try author(ofBook: 2) == "Somebody Else" + number)
    }
  }

  @Test("A first look is at a book that is not held, whatever was looked at before") func firstLook() throws {
    let (tour, store) = try tour([.list, .look])
    try store.shelf.hydrate([.rowid(2), .rowid(3)])
    #expect(press(.character("."), tour) == .woken)
    #expect(tour.step == .look)
    #expect(press(.character("."), tour) == .woken)
    let keys = DemoStep.look.keys(row: 4)
    #expect(keys.suffix(5) == [.home, .down, .down, .down, .enter])
    for key in keys { #expect(tour.nextEvent(timeout: nil) == .key(key)) }
    #expect(tour.nextEvent(timeout: nil) == nil)
  }

  @Test("In a session that is opened again, the book that is held is selected first")
  func selectingAgain() throws {
    let (tour, store) = try tour([.look, .again, .edit])
    _ = try store.record(.rowid(12))
    #expect(press(.character("."), tour) == .woken)
    for key in [Key.escape, .enter] { #expect(send(key, tour, timeout: .zero) == .key(key)) }
    #expect(press(.character("."), tour) == .woken)
    #expect(tour.step == .edit)
    #expect(press(.character(","), tour) == .closed)
    _ = try tour.open(folder)
    #expect(press(.character("."), tour) == .woken)
    for key in DemoStep.again.keys(row: 12) { #expect(tour.nextEvent(timeout: nil) == .key(key)) }
    #expect(tour.nextEvent(timeout: nil) == nil)
  }

  @Test("While text is typed the tour's keys are text") func typedKeys() throws {
    let (tour, _) = try tour([.look])
    show(tour, cursor: Position(column: 0, row: 0))
    for key in ".,<[];#" { #expect(send(.character(key), tour, timeout: .zero) == .key(.character(key))) }
    #expect(!tour.isStepwise && !tour.isStartingAnew)
  }

  /// The brackets go to other years in the statistics; the tour's library has no readings, and so no years.
  @Test(
    "No key of the tour has a meaning where no text is typed, but for the dot among files and the brackets of years"
  )
  func freeKeys() throws {
    for key in ".,<[];#" {
      let modes = Mode.allCases.filter { KeyTable.action(for: .character(key), in: $0) != nil }
      let besides: Set<Mode> = key == "." ? [.files, .stars] : "[]".contains(key) ? [.statistics] : []
      #expect(modes.allSatisfy { $0.isTyping || besides.contains($0) }, "\(key) in \(modes)")
    }
    #expect(KeyTable.action(for: .character("["), in: .statistics) == .neighbor(-1))
  }

  // MARK: - The pace, and what is pressed

  @Test(
    "The keys that were pressed are shown: texts in one piece, repeated keys once, the last ones that fit")
  func pressedKeys() {
    let keys: [Key] =
      [.escape, .escape, .character("/")] + "light house".map(Key.character) + [.enter, .end]
    #expect(DemoWording.keys(keys, columns: 78) == "keys    Esc ×2  /light house  ⏎  End")
    #expect(DemoWording.keys(keys, columns: 30) == "keys    /light house  ⏎  End")
    #expect(DemoWording.keys(keys, columns: 1) == "keys    End")
    #expect(DemoWording.keys([], columns: 78) == "")
  }

  @Test("The strip shows the keys while they are pressed, and the pace can be set meanwhile")
  func pacing() throws {
    let (tour, _) = try tour([.look])
    #expect(press(.character("."), tour) == .woken)
    for _ in 1...7 { _ = tour.nextEvent(timeout: nil) }
    show(tour)
    shows("keys    Home  ↓ ")
    #expect(press(.character("["), tour) == .woken)
    shows("pace 10 ms")
    #expect(press(.character("["), tour) == .woken)
    shows("pace 15 ms")
    #expect(press(.character("]"), tour) == .woken)
    shows("pace 10 ms")
  }

  @Test("Keys wait for the pace; a letter after a letter and the same key again need a quarter of it")
  func delays() {
    var player = KeyPlayer(pace: .seconds(400))
    player.play([.enter, .enter, .end, .character("a"), .character("b")])
    #expect(player.next() == .enter)
    let again = player.wait ?? .zero
    #expect(again > .zero && again <= .seconds(100))
    #expect(player.next() == nil)
    player = KeyPlayer(pace: .seconds(400))
    player.play([.enter, .end])
    #expect(player.next() == .enter)
    #expect((player.wait ?? .zero) > .seconds(100))
    player.stop()
    #expect(player.wait == nil && !player.isPlaying)
  }

  // MARK: - Stopping

  @Test(
    "The tour stops when a record was read, and neither its keys nor the browser's work go on before a dot")
  func stopping() throws {
    let (tour, store) = try tour([.look])
    var isStepwise = false
    tour.onStepwise = { isStepwise = $0 }
    #expect(press(.character(";"), tour) == .woken)
    #expect(isStepwise && tour.isStepwise)
    shows("; stop at hydrations")
    #expect(press(.character("."), tour) == .woken)
    #expect(tour.nextEvent(timeout: nil) == .key(.escape))
    _ = try store.record(.rowid(2))
    show(tour)
    shows("hydrate: SELECT title, copyright, author FROM book WHERE pk = ?", ". goes on")
    // Neither news nor the time that passes ends it.
    inner.events = [.woken, .key(.character(".")), .key(.up)]
    #expect(tour.nextEvent(timeout: .zero) == .woken)
    #expect(inner.events == [.key(.up)])
    show(tour)
    shows(hides: ". goes on")
    // A key of the person's goes to the browser, and ends the stop as well.
    try store.shelf.hydrate([.rowid(3), .rowid(4)])
    show(tour)
    #expect(tour.nextEvent(timeout: .zero) == .key(.up))
  }

  @Test("The tour stops at writes and at evictions, and says how many there were since the last frame")
  func stoppingAtMany() throws {
    let (tour, store) = try tour([.look])
    #expect(press(.character(";"), tour) == .woken)
    #expect(press(.character(";"), tour) == .woken)
    try store.set("Somebody", at: 2, ofEach: [.rowid(2), .rowid(3)])
    show(tour)
    shows(hides: ". goes on")
    store.writeBack()
    show(tour)
    shows("UPDATE 2, last: UPDATE book SET author = ? WHERE pk = ?")
    #expect(press(.character("."), tour) == .woken)
    #expect(press(.character(";"), tour) == .woken)
    store.dehydrateAll()
    show(tour)
    shows("2 records were released.")
    // Another press of the key is for nothing, which ends it.
    #expect(press(.character("."), tour) == .woken)
    #expect(press(.character(";"), tour) == .woken)
    #expect(!tour.isStepwise && inner.text.contains("; stop at nothing"))
  }

  @Test("A new session that holds less than the one before is no eviction to stop at")
  func stoppingAnew() throws {
    let (tour, store) = try tour([.look, .again])
    for _ in 1...3 { #expect(press(.character(";"), tour) == .woken) }
    shows("; stop at evictions")
    _ = try store.record(.rowid(2))
    #expect(press(.character("<"), tour) == .closed)
    _ = try tour.open(folder)
    show(tour)
    shows(hides: "released")
  }

  // MARK: - Predicting

  @Test("The tour asks before each step, compares, and keeps score") func quiz() throws {
    let (tour, store) = try tour([.list, .look, .again, .edit], asksFirst: true)
    show(tour)
    shows(hides: "You guessed")
    #expect(press(.character("."), tour) == .woken)
    shows("how many of hydrate, BEGIN and UPDATE will this step run? _")
    for key in "12" { #expect(press(.character(key), tour) == .woken) }
    #expect(press(.backspace, tour) == .woken)
    shows("this step run? 1_")
    #expect(press(.enter, tour) == .woken)
    _ = try store.record(.rowid(2))
    show(tour)
    shows("You guessed 1, and 1 ran: one reads the book's other fields. 1 of 1 right.")
    // A wrong one.
    #expect(press(.character("."), tour) == .woken)
    #expect(press(.character("3"), tour) == .woken)
    #expect(press(.enter, tour) == .woken)
    #expect(press(.escape, tour) == .key(.escape))
    #expect(press(.enter, tour) == .key(.enter))
    shows("You guessed 3, and 0 ran: its fields are in memory. 1 of 2 right so far.")
    // One that is skipped does not count.
    #expect(press(.character("."), tour) == .woken)
    #expect(press(.enter, tour) == .woken)
    try store.set("Somebody Else", at: 2, of: .rowid(2))
    show(tour)
    shows(hides: "You guessed")
    #expect(tour.score == "You guessed the statements of 1 of 2 steps right.")
  }

  @Test("A key asks about the step that is due; a step that is done is not asked about")
  func asking() throws {
    let (tour, store) = try tour([.look])
    #expect(press(.character("#"), tour) == .woken)
    shows("will this step run? _")
    // Another key than those of an answer is the browser's.
    #expect(press(.up, tour) == .key(.up))
    shows(hides: "will this step run?")
    _ = try store.record(.rowid(2))
    #expect(press(.character("#"), tour) == .woken)
    shows(hides: "will this step run?")
    #expect(tour.score == nil)
  }
}
