import Cells
import Records
import Screens
import Testing

/// The question after a crash, the history, and the screen of conflicts.
@Suite struct SafetyScreenTests {
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
      count: 500, writtenCount: 120),
    HistoryLine(
      number: 8, id: .rowid(2), time: "09:14", what: "Deletion of “Lamp”, with 2 other rows", state: .undone,
      count: 3, writtenCount: 2),
    HistoryLine(
      number: 7, id: .rowid(2), time: "09:13", what: "Deletion of 100,000 books", state: .written,
      count: 100_000, writtenCount: 99_998),
    HistoryLine(
      number: 6, id: .rowid(2), time: "09:12", what: "Author of 12 books", state: .pending,
      count: 12, writtenCount: 0),
  ]

  static let conflicts = [
    ConflictLine(
      number: -1, id: comedy, title: "The Divine Comedy",
      fields: [
        ConflictLine.Field(
          2, label: "Author", mine: "Durante", theirs: "Boccaccio",
          original: "Dante Alighieri, " + String(repeating: "who wrote in terza rima, ", count: 12))
      ]),
    ConflictLine(number: -2, gone: .rowid(2), title: "Lamp"),
    ConflictLine(
      number: -3,
      standing: "Not undone: 3 changes. “Emma”: Another row has its key. “Lamp”: Another row has its key."),
  ]

  private func history(
    _ lines: [HistoryLine], of source: HistorySource = .steps, _ size: Size = .usual, keys: String = ""
  ) -> ScreenStack { .opening(size, keys: keys) { $0.openHistory(source, lines) } }

  @Test("Changes, steps of several changes, and conflicts are as recorded") func golden() throws {
    try Golden.check("history") { history(Self.lines, $0, keys: "↓") }
    try Golden.check("history-steps") { history(Self.steps, $0, keys: "↓") }
    try Golden.check("history-step") {
      var stack = history(Self.steps, $0)
      stack.openHistory(.changes(ofStep: 8), Self.lines)
      return stack
    }
    try Golden.check("conflicts") { size in .opening(size, keys: "↓") { $0.openConflicts(Self.conflicts) } }
  }

  @Test("A record in conflict has its own sign in the list, and its field in the detail")
  func signs() throws {
    var screen = StackBuilder()
    let book = screen.books[2]
    let rows = [ListRow(id: book.id, title: book.values[0], state: .dirty, isInConflict: true)]
    screen.receive(.window(ListWindow(start: 0, rows: rows, count: .exactly(1))))
    screen.stack.meter.hasConflicts = true
    try Golden.check("conflict-sign") { _ in screen.stack }
    screen.receive(
      .linked(RecordSnapshot(id: book.id, values: book.values, state: .dirty, conflicts: [2]), .books))
    try Golden.check("conflict-detail") { _ in screen.stack }
  }

  @Test("A file that was moved is asked about, and Enter alone changes nothing", arguments: [nil, 0, 1, 3])
  func movedFile(_ count: Int?) {
    var stack = StackBuilder().stack
    stack.receive(.alert(.takingOver(from: "/home/ann/books/books.sqlite", unsavedCount: count)))
    stack.shows("/home/ann/books/books.sqlite")
    let said = (count ?? 0) > 0
    #expect(stack.text.contains("unsaved") == said && stack.text.contains("\(count ?? 0) unsaved") == said)
    var moved = stack
    #expect(!moved.press("⏎").contains(.takeOverLog) && moved.mode == .list)
    #expect(stack.press("→⏎") == [.takeOverLog])
  }

  @Test func doubt() {
    let found = AbandonedChanges(count: 1, first: 0, last: 0, isDoubtful: true)
    let stack = ScreenStack.opening { $0.receive(.alert(.recovering(found, from: "21 Nov 09:14"))) }
    stack.shows("newer")
  }

  @Test("The chosen line shows its values whole, wherever it stands", arguments: [1, 2, 3, 5, 10, 24])
  func fullLine(_ rows: Int) {
    let words = (1...40).map { "word\($0)" }.joined(separator: " ")
    let lines = (1...30).reversed().map {
      HistoryLine(
        number: $0, id: nil, time: "09:\($0 + 10)", what: "Change \($0): …", full: "Change \($0): \(words)",
        state: .abandoned)
    }
    var stack = history(lines, of: .abandoned, Size(80, rows))
    for number in (1...30).reversed() {
      stack.shows("Change \(number): word1")
      if rows == 24 { stack.shows("word40", hides: "Change \(number): …") }
      stack.press("↓")
    }
  }

  @Test("Enter on a step of several opens its changes, Esc leads back, and what is read is told apart")
  func openStep() {
    var stack = history(Self.steps)
    #expect(stack.press("⏎") == [.openHistory(.changes(ofStep: 9))])
    // The last number is the same as that of the steps below.
    let change = HistoryLine(number: 6, id: Self.comedy, time: "", what: "a change", state: .pending)
    stack.openHistory(.changes(ofStep: 9), [change])
    #expect(stack.press("⏎") == [.openRecord(Self.comedy)])
    stack.openHistory(.changes(ofStep: 9), [change])
    #expect(stack.needs.historyAgain == .readHistory(.upTo(6), of: .changes(ofStep: 9), limit: 600))
    stack.receive(.history(.below(6), of: .changes(ofStep: 9), [change]))
    stack.press("⎋⎋", shows: "Author of 12 books", hides: "a change")
  }

  @Test("What is read again keeps the selected line, and a step that is no more is closed") func again() {
    var stack = history(Array(Self.steps.dropFirst()), keys: "↓")
    let limit = 3 * HistorySource.partSize
    #expect(stack.needs.historyAgain == .readHistory(.upTo(6), of: .steps, limit: limit))
    stack.receive(.history(.upTo(6), of: .steps, Self.steps))
    #expect(stack.press("⏎") == [.openHistory(.changes(ofStep: 7))])
    stack.openHistory(.changes(ofStep: 7), Self.lines)
    stack.receive(.history(.upTo(1), of: .changes(ofStep: 7), []))
    #expect(stack.press("⏎") == [.openHistory(.changes(ofStep: 7))])
  }

  @Test("What waits turns a sign, and Esc is named where it cancels") func waiting() {
    var stack = StackBuilder().stack
    for turn in 0..<8 {
      stack.receive(.progress(WorkProgress("Waiting for another program", isCancellable: true, turn: turn)))
      stack.shows(" \(["|", "/", "-", "\\"][turn % 4]) Waiting for another program…  Esc cancels")
    }
  }

  @Test("Enter on a change asks for its record, on a value for that value") func effects() {
    var stack = history(Self.lines)
    #expect(stack.press("⏎") == [.openRecord(Self.comedy)])
    stack.openConflicts(Self.conflicts)
    #expect(stack.press("⏎") == [.resolve(Self.comedy, field: 2, .mine)])
    #expect(stack.press("⇲⏎") == [.settleStanding(-3, isDiscarded: true)])
    #expect(stack.press("↑↑⏎") == [.discard(.rowid(2))])
    #expect(stack.press("T") == [.resolveAll(.theirs, isConfirmed: false)])
    stack.receive(.conflicts(.first, []))
    #expect(stack.mode == .history)
  }

  @Test("A long history is asked for in parts, in both directions, and only a few are held") func parts() {
    func lines(_ numbers: some Sequence<Int>) -> [HistoryLine] {
      numbers.map { HistoryLine(number: Int64($0), id: nil, time: "", what: "change \($0)", state: .written) }
    }
    var stack = history(lines((1...2_000).reversed().prefix(HistorySource.partSize)))
    for (key, count, selected) in [
      ("↓", 1_500, 500), ("↑", 1_400, 1_900), ("⇲", 1, 1), ("↑", 30, 31), ("⇱", 1, 2_000),
    ] {
      for _ in 0..<count {
        for case .readHistory(let part, of: .steps, let limit, _) in stack.press(key) {
          #expect(limit == HistorySource.partSize)
          stack.receive(.history(part, of: .steps, lines(part.numbers(of: 2_000, limit))))
        }
      }
      let row = stack.roles.firstIndex { $0.hasPrefix("SSS") }
      #expect(row.map { stack.lines[$0].contains("change \(selected) ") } == true)
    }
  }
}

extension LinePart {
  /// The numbers of this part of lines that are numbered from 1 and have the last on top.
  func numbers(of count: Int, _ limit: Int) -> [Int] {
    let all = 1...count
    return switch self {
    case .first: all.suffix(limit).reversed()
    case .last: all.prefix(limit).reversed()
    case .below(let number): all.filter { $0 < number }.suffix(limit).reversed()
    case .above(let number): all.filter { $0 > number }.prefix(limit).reversed()
    case .upTo(let number): all.filter { $0 >= number }.prefix(limit).reversed()
    case .around(let number):
      LinePart.upTo(number).numbers(of: count, limit) + LinePart.below(number).numbers(of: count, limit)
    }
  }
}
