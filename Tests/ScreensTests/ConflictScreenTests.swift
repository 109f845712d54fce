import Cells
import Records
import Screens
import Testing

/// The screen of conflicts, where there are many.
@Suite struct ConflictScreenTests {
  private static let author = ConflictLine.Field(2, label: "Author", mine: "a", theirs: "b", original: "c")

  /// Rows in conflict, or gone, by descending numbers.
  private func conflicts(_ numbers: some Sequence<Int>) -> [ConflictLine] {
    numbers.map { number in
      let (id, title) = (RecordID.rowid(Int64(number)), "Book \(number)")
      return number % 5 == 0
        ? ConflictLine(number: Int64(number), gone: id, title: title)
        : ConflictLine(number: Int64(number), id: id, title: title, fields: [Self.author])
    }
  }

  @Test(
    "Very many rows in conflict are gone through one by one on screens of every height",
    arguments: [6, 240])
  func conflictParts(rows: Int) {
    let count = 130
    var stack = ScreenStack.opening(Size(80, rows)) {
      $0.openConflicts(conflicts(LinePart.first.numbers(of: count, ConflictLine.partSize)))
    }
    func press(_ key: String) {
      for case .readConflicts(let part, let limit) in stack.press(key) {
        stack.receive(.conflicts(part, conflicts(part.numbers(of: count, limit))))
      }
    }
    func selected() -> Int64? {
      switch stack.press("⏎").first {
      case .resolve(let id, _, _): id.rowid
      case .insertAgain(let id), .discard(let id): id.rowid
      default: nil
      }
    }
    // Each row has three choices, and every fifth two.
    let order = (1...count).reversed().flatMap { Array(repeating: Int64($0), count: $0 % 5 == 0 ? 2 : 3) }
    for (key, order) in [("↓", order), ("↑", order.reversed())] {
      for number in order {
        #expect(selected() == number && (number % 7 > 0 || stack.frame().rolePlane.contains("SSS")))
        press(key)
      }
    }
    press("⇲")
    #expect(selected() == 1)
    press("⇱")
    #expect(selected() == 130)
  }

  @Test("Once a choice is made the next one is chosen, and no row is given up by that") func nextConflict() {
    let title = ConflictLine.Field(1, label: "Title", mine: "a", theirs: "b", original: "c")
    func emma(_ fields: [ConflictLine.Field]) -> ConflictLine {
      ConflictLine(number: 3, id: .rowid(3), title: "Emma", fields: fields)
    }
    let below = [ConflictLine(number: 2, gone: .rowid(2), title: "Lamp")] + conflicts([1])
    var stack = ScreenStack.opening(keys: "↓↓↓↓") { $0.openConflicts([emma([title, Self.author])] + below) }
    #expect(stack.press("⏎") == [.resolve(.rowid(3), field: 2, .theirs)])
    stack.receive(.conflicts(.upTo(1), [emma([title])] + below))
    #expect(stack.press("⏎") == [.insertAgain(.rowid(2))])
    #expect(stack.press("↑⏎") == [.resolve(.rowid(3), field: 1, .original)])
    stack.receive(.conflicts(.upTo(1), below))
    #expect(stack.press("⏎") != [.discard(.rowid(2))])
  }

  @Test("What could not be restored or undone is kept or discarded, and the next is not given up by that")
  func standing() {
    let lines = [-1, -2].map { ConflictLine(number: $0, standing: "Not restored: change \($0).") }
    var stack = ScreenStack.opening { $0.openConflicts(lines) }
    #expect(stack.press("⏎") == [.settleStanding(-1, isDiscarded: false)])
    #expect(stack.press("↓⏎") == [.settleStanding(-1, isDiscarded: true)])
    stack.receive(.conflicts(.upTo(-2), [lines[1]]))
    #expect(stack.press("⏎") == [.settleStanding(-2, isDiscarded: false)])
  }

  @Test("What another machine has changed, too, is settled by one of the values, by the name of its machine")
  func machines() {
    let mine = Effect.library(.settle(1, "mine")), theirs = Effect.library(.settle(1, "theirs"))
    let line = ConflictLine(
      number: -9, heading: "Author of “Emma”",
      choices: [("Mine", "Jane Austen", mine), ("the laptop in the hall", "J. Austen", theirs)])
    var stack = ScreenStack.opening { $0.openConflicts([line]) }
    let text = stack.frame().textPlane
    #expect(text.contains("Author of “Emma”") && text.contains("the laptop in the hall  J. Austen"))
    #expect(stack.press("⏎") == [mine])
    #expect(stack.press("↓⏎") == [theirs])
  }
}
