import Cells
import Testing

@testable import Screens

/// What all lists of lines can do.
@Suite struct LineListTests {
  private struct Line: TextLine {
    let texts: [String]
    var depth = 0
    var isSelectable = true
  }

  private var list = LineList(
    [("fruit", 0), ("apple", 1), ("of an old tree", 2), ("pear", 1), ("stone", 0), ("granite, old", 1)].map {
      Line(texts: [$0.0], depth: $0.1)
    })

  private var shown: [String] { list.shown.map { $0.texts[0] } }

  private mutating func perform(_ actions: Action...) {
    for action in actions { _ = list.perform(action, height: 4) }
  }

  @Test("Words narrow the lines as they are typed, and keep the lines that the found ones belong to")
  mutating func find() {
    perform(.find)
    #expect(list.prompt != nil)
    list.insert("old", isPaste: false)
    #expect(shown == ["fruit", "apple", "of an old tree", "stone", "granite, old"])
    list.insert(" tree", isPaste: false)
    #expect(shown == ["fruit", "apple", "of an old tree"])
    perform(.save)
    #expect(list.prompt == nil && list.isFinding && list.isNarrowed)
    list.append([Line(texts: ["a tree, old, too"]), Line(texts: ["grass"])])
    #expect(shown == ["fruit", "apple", "of an old tree", "a tree, old, too"])
    perform(.last, .dismiss)
    #expect(list.chosen?.texts == ["a tree, old, too"] && list.count == 8 && !list.isFinding)
  }

  @Test("Where nothing has the words, there is no line; cancelling brings all back")
  mutating func nothing() {
    perform(.find)
    list.insert("sand", isPaste: false)
    #expect(list.count == 0 && list.chosen == nil && list.visible(in: 0..<4).isEmpty)
    perform(.cancel)
    #expect(list.count == 6 && list.prompt == nil)
  }

  @Test("The selected line stays selected while others come or go")
  mutating func replace() {
    perform(.move(3))
    #expect(list.chosen?.texts == ["pear"])
    let lines = list.all
    list.replace([Line(texts: ["air"])] + lines) { $0.texts == ["pear"] }
    #expect(list.chosen?.texts == ["pear"])
    list.removeAll { $0.depth == 1 }
    #expect(list.count == 4 && list.selection.place == 3)
    list.select { $0.texts == ["air"] }
    #expect(list.selection.place == 0)
  }

  @Test("Where lines have several rows, what is selected is in sight, and all else is scrolled past")
  func rows() {
    var list = LineList(
      (0..<12).map { Line(texts: ["\($0)"], isSelectable: $0 == 0 || $0 > 9) })
    let starts = Array(stride(from: 0, through: 24, by: 2))
    func perform(_ action: Action) -> (selected: String?, seen: [String]) {
      _ = list.perform(action, height: 5, starts: starts)
      list.settle(height: 5, starts: starts)
      return (list.chosen?.texts[0], list.visible(in: 0..<5, starts: starts).map(\.line.texts[0]))
    }
    for (action, selected, seen) in [
      (Action.move(1), "0", ["0", "1", "2"]), (.move(14), "0", ["7", "8", "9"]),
      (.move(1), "10", ["8", "9", "10"]), (.last, "11", ["9", "10", "11"]),
      (.move(-1), "10", ["9", "10", "11"]),
      (.move(-1), "10", ["9", "10", "11"]), (.moveHalfPages(-2), "10", ["7", "8", "9"]),
      (.first, "0", ["0", "1", "2"]),
    ] {
      let found = perform(action)
      #expect(found.selected == selected && found.seen == seen, "\(action): \(found)")
    }
  }

  @Test("An action that is not about lines is left to the screen") mutating func others() {
    #expect(
      !list.perform(.open, height: 4) && !list.perform(.cancel, height: 4) && !list.perform(.save, height: 4))
  }
}
