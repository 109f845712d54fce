import Cells
import Pages
import Records
import Screens
import Testing

/// The question after a crash, the history, and the screen of conflicts.
@Suite struct SafetyScreenTests {
  static let sizes = [Size(columns: 80, rows: 24), Size(columns: 40, rows: 10)]
  static let comedy = RecordID.rowid(3)

  static let lines = [
    HistoryLine(
      number: 4, id: comedy, time: "09:15",
      what: "Undone: Author of “The Divine Comedy”: Durante degli Alighieri → Dante Alighieri",
      state: .pending),
    HistoryLine(number: 3, id: .rowid(2), time: "09:14", what: "Deletion of “Lamp”", state: .written),
    HistoryLine(number: 2, id: nil, time: "20 Nov 23:59", what: "Title of “Emma”: a → b", state: .undone),
    HistoryLine(
      number: 1, id: .rowid(1), time: "20 Nov 23:58", what: "Addition of “Emma”", state: .abandoned),
  ]

  static let steps = [
    HistoryLine(
      number: 9, id: comedy, time: "09:15", what: "Author of 500 books", state: .pending,
      changes: .init(step: 9, count: 500, writtenCount: 120)),
    HistoryLine(
      number: 8, id: .rowid(2), time: "09:14", what: "Deletion of “Lamp”, with 2 other rows", state: .undone,
      changes: .init(step: 8, count: 3, writtenCount: 2)),
    HistoryLine(
      number: 7, id: .rowid(2), time: "09:13", what: "Deletion of 100,000 books", state: .written,
      changes: .init(step: 7, count: 100_000, writtenCount: 99_998)),
    HistoryLine(
      number: 6, id: .rowid(2), time: "09:12", what: "Author of 12 books", state: .pending,
      changes: .init(step: 6, count: 12, writtenCount: 0)),
  ]

  static let conflicts = [
    ConflictLine(
      number: -1, id: comedy, title: "The Divine Comedy",
      fields: [
        ConflictLine.Field(
          2, label: "Author", mine: "Durante", theirs: "Boccaccio",
          original: "Dante Alighieri, " + String(repeating: "who wrote in terza rima, ", count: 12))
      ]),
    ConflictLine(number: -2, id: .rowid(2), title: "Lamp"),
    ConflictLine(
      number: -3,
      standing: "Not undone: 3 changes. “Emma”: Another row has its key. “Lamp”: Another row has its key."),
  ]

  private func builder(_ size: Size) -> StackBuilder { StackBuilder(columns: size.columns, rows: size.rows) }

  @Test(arguments: Golden.usualSize) func recovery(_ size: Size) throws {
    var screen = builder(size)
    screen.stack.receive(
      .alert(.recovering(AbandonedChanges(count: 3, first: 0, last: 0), from: "21 Nov 09:14")))
    try Golden.check(screen.stack.frame(), "recovery")
  }

  @Test("A file that was moved is asked about, and Enter alone changes nothing", arguments: sizes)
  func movedFile(_ size: Size) throws {
    var screen = builder(size)
    screen.stack.receive(.alert(.takingOver(from: "/home/ann/books/books.sqlite", unsavedCount: 3)))
    try Golden.check(screen.stack.frame(), "moved-file")
    screen.press(.right)
    #expect(screen.stack.press(.enter) == [.takeOverLog])
    for count in [nil, 0, 1] {
      screen.stack.receive(.alert(.takingOver(from: "/a", unsavedCount: count)))
      let text = screen.stack.frame().textPlane
      #expect(text.contains("1 unsaved") == (count == 1) && text.contains("unsaved") == (count == 1))
      screen.press(.escape)
    }
  }

  @Test func doubt() {
    var screen = builder(Size(columns: 80, rows: 24))
    let found = AbandonedChanges(count: 1, first: 0, last: 0, isDoubtful: true)
    screen.stack.receive(.alert(.recovering(found, from: "21 Nov 09:14")))
    #expect(screen.stack.frame().textPlane.contains("newer"))
  }

  @Test(arguments: sizes) func history(_ size: Size) throws {
    var screen = builder(size)
    screen.stack.openHistory(.steps, Self.lines)
    screen.press(.down)
    try Golden.check(screen.stack.frame(), "history")
  }

  @Test("The chosen line shows its values whole, wherever it stands", arguments: [1, 2, 3, 5, 10, 24])
  func fullLine(_ rows: Int) {
    var screen = builder(Size(columns: 80, rows: rows))
    let words = (1...40).map { "word\($0)" }.joined(separator: " ")
    let lines = (1...30).reversed().map {
      HistoryLine(
        number: $0, id: nil, time: "09:\($0 + 10)", what: "Change \($0): …", full: "Change \($0): \(words)",
        state: .abandoned)
    }
    screen.stack.openHistory(.abandoned, lines)
    for number in (1...30).reversed() {
      let text = screen.stack.frame().textPlane
      #expect(text.contains("Change \(number): word1"))
      if rows == 24 { #expect(text.contains("word40") && !text.contains("Change \(number): …")) }
      screen.press(.down)
    }
  }

  @Test("A step of several changes says how many are written", arguments: Golden.usualSize)
  func steps(_ size: Size) throws {
    var screen = builder(size)
    screen.stack.openHistory(.steps, Self.steps)
    screen.press(.down)
    try Golden.check(screen.stack.frame(), "history-steps")
    screen.stack.openHistory(.changes(ofStep: 8), Self.lines)
    try Golden.check(screen.stack.frame(), "history-step")
  }

  @Test("Enter on a step of several opens its changes, Esc leads back, and what is read is told apart")
  func openStep() {
    var screen = builder(Size(columns: 80, rows: 24))
    screen.stack.openHistory(.steps, Self.steps)
    #expect(screen.stack.press(.enter) == [.openHistory(.changes(ofStep: 9))])
    // The last number is the same as that of the steps below.
    let change = HistoryLine(number: 6, id: Self.comedy, time: "", what: "a change", state: .pending)
    screen.stack.openHistory(.changes(ofStep: 9), [change])
    #expect(screen.stack.press(.enter) == [.openRecord(Self.comedy)])
    screen.stack.openHistory(.changes(ofStep: 9), [change])
    #expect(screen.stack.needs.historyAgain == .readHistory(.upTo(6), of: .changes(ofStep: 9), limit: 600))
    screen.stack.receive(.history(.below(6), of: .changes(ofStep: 9), [change]))
    screen.press(.escape)
    screen.press(.escape)
    #expect(screen.stack.frame().textPlane.contains("Author of 12 books"))
    #expect(!screen.stack.frame().textPlane.contains("a change"))
  }

  @Test("What is read again keeps the selected line, and a step that is no more is closed")
  func again() {
    var screen = builder(Size(columns: 80, rows: 24))
    screen.stack.openHistory(.steps, Array(Self.steps.dropFirst()))
    screen.press(.down)
    #expect(
      screen.stack.needs.historyAgain == .readHistory(.upTo(6), of: .steps, limit: 3 * HistorySource.partSize)
    )
    screen.stack.receive(.history(.upTo(6), of: .steps, Self.steps))
    #expect(screen.stack.press(.enter) == [.openHistory(.changes(ofStep: 7))])
    screen.stack.openHistory(.changes(ofStep: 7), Self.lines)
    screen.stack.receive(.history(.upTo(1), of: .changes(ofStep: 7), []))
    #expect(screen.stack.press(.enter) == [.openHistory(.changes(ofStep: 7))])
  }

  @Test(arguments: sizes) func conflicts(_ size: Size) throws {
    var screen = builder(size)
    screen.stack.openConflicts(Self.conflicts)
    screen.press(.down)
    try Golden.check(screen.stack.frame(), "conflicts")
  }

  @Test("A record in conflict has its own sign in the list, and its field in the detail")
  func signs() throws {
    var screen = builder(Size(columns: 80, rows: 24))
    let book = screen.books[2]
    let rows = [ListRow(id: book.id, title: book.values[0], state: .dirty, isInConflict: true)]
    screen.stack.receive(.window(ListWindow(start: 0, rows: rows, count: .exactly(1))))
    screen.stack.meter.hasConflicts = true
    try Golden.check(screen.stack.frame(), "conflict-sign")
    let snapshot = RecordSnapshot(id: book.id, values: book.values, state: .dirty, conflicts: [2])
    screen.stack.receive(.linked(snapshot, .books))
    try Golden.check(screen.stack.frame(), "conflict-detail")
  }

  @Test("What waits turns a sign, and Esc is named where it cancels")
  func waiting() throws {
    var screen = builder(Size(columns: 80, rows: 24))
    for turn in 0..<8 {
      screen.stack.receive(
        .progress(WorkProgress("Waiting for another program", isCancellable: true, turn: turn)))
      let sign = ["|", "/", "-", "\\"][turn % 4]
      #expect(screen.stack.frame().textPlane.contains(" \(sign) Waiting for another program…  Esc cancels"))
    }
  }

  @Test("Enter on a change asks for its record, on a value for that value")
  func effects() throws {
    var screen = builder(Size(columns: 80, rows: 24))
    screen.stack.openHistory(.steps, Self.lines)
    #expect(screen.stack.press(.enter) == [.openRecord(Self.comedy)])
    screen.stack.openConflicts(Self.conflicts)
    #expect(screen.stack.press(.enter) == [.resolve(Self.comedy, field: 2, .mine)])
    #expect(screen.stack.press(.end) == [])
    #expect(screen.stack.press(.enter) == [.settleStanding(-3, isDiscarded: true)])
    for _ in 0..<2 { screen.press(.up) }
    #expect(screen.stack.press(.enter) == [.discard(.rowid(2))])
    #expect(screen.stack.press(.character("T")) == [.resolveAll(.theirs, isConfirmed: false)])
    screen.stack.receive(.conflicts(.first, []))
    #expect(screen.stack.mode == .history)
  }

  @Test("A long history is asked for in parts, in both directions, and only a few are held")
  func parts() {
    var screen = builder(Size(columns: 80, rows: 24))
    let count = 2_000
    func lines(_ numbers: some Sequence<Int>) -> [HistoryLine] {
      numbers.map { HistoryLine(number: Int64($0), id: nil, time: "", what: "change \($0)", state: .written) }
    }
    func part(_ part: LinePart, _ limit: Int) -> [HistoryLine] {
      switch part {
      case .first: lines((1...count).reversed().prefix(limit))
      case .last: lines((1...count).prefix(limit).reversed())
      case .below(let number): lines((1..<Int(number)).reversed().prefix(limit))
      case .above(let number): lines((Int(number) + 1..<count + 1).prefix(limit).reversed())
      case .upTo(let number): lines((Int(number)..<count + 1).prefix(limit).reversed())
      }
    }
    func press(_ key: Key) {
      for case .readHistory(let wanted, of: .steps, let limit) in screen.stack.press(key) {
        #expect(limit == HistorySource.partSize)
        screen.stack.receive(.history(wanted, of: .steps, part(wanted, limit)))
      }
    }
    func selected() -> String? {
      let frame = screen.stack.frame()
      let roles = frame.rolePlane.split(separator: "\n")
      let rows = frame.textPlane.split(separator: "\n", omittingEmptySubsequences: false)
      let row = roles.firstIndex { $0.hasPrefix("SSS") }.map { rows[$0] }
      return row?.split(separator: " ").dropFirst().first.map(String.init)
    }
    screen.stack.openHistory(.steps, part(.first, HistorySource.partSize))
    for _ in 0..<1_500 { press(.down) }
    #expect(selected() == "500")
    for _ in 0..<1_400 { press(.up) }
    #expect(selected() == "1900")
    press(.end)
    #expect(selected() == "1")
    for _ in 0..<30 { press(.up) }
    #expect(selected() == "31")
    press(.home)
    #expect(selected() == "2000")
  }

  @Test("The screens are sound at every size")
  func everySize() {
    for columns in [1, 2, 5, 12, 13, 24, 30, 36, 60, 100] {
      for rows in 1...12 {
        var screen = builder(Size(columns: columns, rows: rows))
        let openings: [(inout ScreenStack) -> Void] = [
          { $0.receive(.alert(.recovering(AbandonedChanges(count: 3, first: 0, last: 0), from: "09:14"))) },
          { $0.openHistory(.steps, Self.lines) },
          { $0.openConflicts(Self.conflicts) },
        ]
        for open in openings {
          open(&screen.stack)
          for key in [Key.down, .pageDown, .end, .home] {
            _ = screen.stack.press(key)
            let frame = screen.stack.frame()
            #expect(frame.cells.count == columns * rows)
            for row in 0..<rows {
              let cells = frame.cells[row * columns..<(row + 1) * columns]
              #expect(cells.reduce(0) { $0 + Int($1.width) } == columns)
            }
          }
        }
      }
    }
  }
}
