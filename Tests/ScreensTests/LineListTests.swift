import Cells
import Records
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

  @Test("Where nothing has the words, there is no line; cancelling brings all back") mutating func nothing() {
    perform(.find)
    list.insert("sand", isPaste: false)
    #expect(list.count == 0 && list.chosen == nil && list.visible(in: 0..<4).isEmpty)
    perform(.cancel)
    #expect(list.count == 6 && list.prompt == nil)
  }

  @Test("The selected line stays selected while others come or go") mutating func replace() {
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

  @Test("Lines are sorted by each column in turn, down as well, and then stand as they came") func order() {
    struct Row: TextLine {
      let texts: [String]
      var values: [Value] { [.text(Text(texts[0])), .integer(Int64(texts[1]) ?? 0)] }
    }
    var list = LineList([("pear", 9), ("Apple", 10), ("fig", 9)].map { Row(texts: [$0.0, String($0.1)]) })
    func names() -> [String] { list.shown.map { $0.texts[0] } }
    func sort(_ action: Action) { list.sort(by: action, columns: 2) }
    sort(.chooseOrder)
    #expect(names() == ["Apple", "fig", "pear"] && list.chosen?.texts == ["pear", "9"])
    sort(.reverseOrder)
    #expect(names() == ["pear", "fig", "Apple"])
    sort(.chooseOrder)
    #expect(names() == ["pear", "fig", "Apple"] && list.order?.column == 1)
    sort(.reverseOrder)
    list.append([Row(texts: ["plum", "11"])])
    #expect(names() == ["plum", "Apple", "pear", "fig"] && list.chosen?.texts == ["pear", "9"])
    _ = list.perform(.find, height: 4)
    list.insert("p", isPaste: false)
    #expect(names() == ["plum", "Apple", "pear"])
    _ = list.perform(.cancel, height: 4)
    sort(.chooseOrder)
    #expect(list.order == nil && names() == ["pear", "Apple", "fig", "plum"])
  }

  @Test("In very many lines, words are found some at a time, also in those that come meanwhile")
  func slices() {
    var list = LineList((0..<20_000).map { Line(texts: ["\($0)"], depth: $0 % 10_000 == 0 ? 0 : 1) })
    _ = list.perform(.find, height: 4)
    list.insert("19999", isPaste: false)
    #expect(list.isUnread)
    list.append([Line(texts: ["x 19999"])])
    var turns = 0
    while list.isUnread, turns < 10 {
      list.findMore()
      turns += 1
    }
    #expect(list.shown.map { $0.texts[0] } == ["10000", "19999", "x 19999"] && turns > 0)
    _ = list.perform(.dismiss, height: 4)
    #expect(list.count == 20_001 && !list.isUnread)
  }

  @Test("An action that is not about lines is left to the screen") mutating func others() {
    #expect(
      !list.perform(.open, height: 4) && !list.perform(.cancel, height: 4) && !list.perform(.save, height: 4))
  }
}
