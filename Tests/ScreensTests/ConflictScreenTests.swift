import Cells
import Pages
import Records
import Screens
import Testing

/// The screen of conflicts, where there are many.
@Suite struct ConflictScreenTests {
  private func builder(_ size: Size) -> StackBuilder { StackBuilder(columns: size.columns, rows: size.rows) }

  /// Rows in conflict, or gone, by descending numbers.
  private func conflicts(_ numbers: some Sequence<Int>) -> [ConflictLine] {
    numbers.map { number in
      ConflictLine(
        number: Int64(number), id: .rowid(Int64(number)), title: "Book \(number)",
        fields: number % 5 == 0
          ? [] : [ConflictLine.Field(2, label: "Author", mine: "a", theirs: "b", original: "c")])
    }
  }

  @Test(
    "Very many rows in conflict are gone through one by one on screens of every height",
    arguments: [6, 240])
  func conflictParts(rows: Int) {
    var screen = builder(Size(columns: 80, rows: rows))
    let count = 130
    func part(_ part: LinePart, _ limit: Int) -> [ConflictLine] {
      switch part {
      case .first: conflicts((1...count).reversed().prefix(limit))
      case .last: conflicts((1...count).prefix(limit).reversed())
      case .below(let number): conflicts((1..<Int(number)).reversed().prefix(limit))
      case .above(let number): conflicts((Int(number) + 1..<count + 1).prefix(limit).reversed())
      case .upTo(let number): conflicts((Int(number)..<count + 1).prefix(limit).reversed())
      }
    }
    func press(_ key: Key) {
      for case .readConflicts(let wanted, let limit) in screen.stack.press(key) {
        screen.stack.receive(.conflicts(wanted, part(wanted, limit)))
      }
    }
    func selected() -> Int64? {
      switch screen.stack.press(.enter).first {
      case .resolve(let id, _, _): id.rowid
      case .insertAgain(let id), .discard(let id): id.rowid
      default: nil
      }
    }
    func isInSight() -> Bool { screen.stack.frame().rolePlane.contains("SSS") }
    screen.stack.openConflicts(part(.first, ConflictLine.partSize))
    // Each row has three choices, and every fifth two.
    let order = (1...count).reversed().flatMap { Array(repeating: Int64($0), count: $0 % 5 == 0 ? 2 : 3) }
    for number in order {
      #expect(selected() == number && (number % 7 > 0 || isInSight()))
      press(.down)
    }
    for number in order.reversed() {
      #expect(selected() == number && (number % 7 > 0 || isInSight()))
      press(.up)
    }
    press(.end)
    #expect(selected() == 1)
    press(.home)
    #expect(selected() == 130)
  }

  @Test("Once a choice is made the next one is chosen, and no row is given up by that")
  func nextConflict() {
    var screen = builder(Size(columns: 80, rows: 24))
    let fields = [
      ConflictLine.Field(1, label: "Title", mine: "a", theirs: "b", original: "c"),
      ConflictLine.Field(2, label: "Author", mine: "a", theirs: "b", original: "c"),
    ]
    let (gone, last) = (ConflictLine(number: 2, id: .rowid(2), title: "Lamp"), conflicts([1]))
    screen.stack.openConflicts(
      [ConflictLine(number: 3, id: .rowid(3), title: "Emma", fields: fields), gone] + last)
    for _ in 0..<4 { screen.press(.down) }
    #expect(screen.stack.press(.enter) == [.resolve(.rowid(3), field: 2, .theirs)])
    let left = ConflictLine(number: 3, id: .rowid(3), title: "Emma", fields: Array(fields.prefix(1)))
    screen.stack.receive(.conflicts(.upTo(1), [left, gone] + last))
    #expect(screen.stack.press(.enter) == [.insertAgain(.rowid(2))])
    screen.press(.up)
    #expect(screen.stack.press(.enter) == [.resolve(.rowid(3), field: 1, .original)])
    screen.stack.receive(.conflicts(.upTo(1), [gone] + last))
    #expect(screen.stack.press(.enter) != [.discard(.rowid(2))])
  }

  @Test("What could not be restored or undone is kept or discarded, and the next is not given up by that")
  func standing() {
    var screen = builder(Size(columns: 80, rows: 24))
    let lines = [-1, -2].map { ConflictLine(number: $0, standing: "Not restored: change \($0).") }
    screen.stack.openConflicts(lines)
    #expect(screen.stack.press(.enter) == [.settleStanding(-1, isDiscarded: false)])
    screen.press(.down)
    #expect(screen.stack.press(.enter) == [.settleStanding(-1, isDiscarded: true)])
    screen.stack.receive(.conflicts(.upTo(-2), [lines[1]]))
    #expect(screen.stack.press(.enter) == [.settleStanding(-2, isDiscarded: false)])
  }
}
