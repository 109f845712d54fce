import Cells
import Records
import Testing

@testable import Screens

/// What is typed to find rows, and which row stays selected.
@Suite struct FindingTests {
  private var screen = StackBuilder()

  private func found(_ effects: [Effect]) -> [String] {
    effects.compactMap { if case .find(let words, _) = $0 { words } else { nil } }
  }

  @Test("each change of the words asks for what they find, and a key that changes nothing does not")
  mutating func typing() {
    screen.type("/dá")
    screen.press(.left, .delete, .delete, .backspace, .backspace)
    #expect(found(screen.effects) == ["d", "dá", "d", ""])
  }

  @Test("small words that do not count are named while the words are typed, and after Enter")
  mutating func smallWords() {
    screen.type("/mac of")
    var window = ListWindow(start: 0, rows: [], count: .exactly(1), filter: "mac of")
    window.leftOutWords = ["of"]
    screen.stack.receive(.window(window))
    let message = "Nothing has all the words, so “of” does not count."
    #expect(screen.stack.frame().textPlane.contains(message))
    screen.press(.enter)
    #expect(screen.effects.contains(.say(Message(message))))
  }

  @Test("a list in which nothing is no says how to find what has no value")
  mutating func denied() {
    var schema = Schema.books
    schema.fields.append(Field(column: "owned", label: "Owned", kind: .boolean))
    let window = ListWindow(start: 0, rows: [], count: .exactly(0), filter: "owned:no")
    #expect(ListWording.noMatch(window, schema).hasSuffix("no:owned finds that."))
    #expect(!ListWording.noMatch(window, .books).contains("no:"))
    let misspelt = ListWindow(start: 0, rows: [], count: .exactly(0), filter: "auther:x")
    #expect(ListWording.noMatch(misspelt, .books).contains("Did you mean author:?"))
  }

  @Test("a paste is words, and keys of the list are text")
  mutating func text() {
    screen.type("/qm?+ ")
    screen.paste("a\nb\u{1B}")
    #expect(found(screen.effects).last == "qm?+ a b")
    #expect(screen.stack.mode == .find)
  }

  @Test("Esc brings back the list, and the book that was found stays selected", arguments: [false, true])
  mutating func escape(isKept: Bool) {
    screen.press(.down)
    screen.type("/dante")
    #expect(screen.selectedTitle == "The Divine Comedy")
    if isKept { screen.press(.enter) }
    screen.press(.escape)
    #expect(screen.selectedTitle == "The Divine Comedy")
    #expect(screen.shown.count == 3)
    #expect(screen.stack.mode == .list)
  }

  @Test("If nothing was found, Esc goes back to the book that was selected")
  mutating func escapeFromNothing() {
    screen.press(.down)
    screen.type("/nowhere")
    screen.press(.enter, .escape)
    #expect(screen.selectedTitle == "Mac OS X Internals")
  }

  @Test("A list that was opened for some words comes back to them, and then is left")
  mutating func given() {
    screen.stack.receive(.opened(ListSource(table: screen.schema.id), screen.schema))
    screen.filter = "o"
    screen.stack.receive(.finding("o"))
    screen.answer([])
    screen.type("/")
    #expect(screen.stack.frame().textPlane.contains("/o"))
    screen.type("x")
    #expect(screen.filter == "x")
    screen.press(.escape)
    #expect(screen.filter == "o")
    #expect(screen.stack.screenCount == 2)
    screen.press(.escape)
    #expect(screen.stack.screenCount == 1)
  }

  @Test(
    "The last search is offered: typing and deleting replace it, and other keys keep it",
    arguments: [
      ([.character("x")], "x"), ([.backspace], ""), ([.delete], ""), ([.left, .character("x")], "axc"),
      ([.home, .character("x")], "xac"), ([.end, .character("x")], "acx"),
      ([.right, .character("x")], "acx"),
      ([.control("u")], ""), ([.control("w")], ""), ([.up, .up], "ac"), ([.enter], "ac"),
      ([.control("y")], "ac"),
    ] as [([Key], String)])
  mutating func offering(_ keys: [Key], _ words: String) {
    screen.type("/ac")
    screen.press(.enter, .character("/"))
    screen.press(keys)
    #expect(screen.filter == words)
    #expect(screen.stack.needs.selectedPlace == 0)
  }

  @Test("In the help, Esc shows all keys again, from the one that was found", arguments: [false, true])
  mutating func help(isKept: Bool) {
    screen.type("?/finds rows")
    if isKept { screen.press(.enter) }
    screen.press(.escape)
    let rows = screen.stack.frame().textPlane.split(separator: "\n")
    #expect(rows[1].contains("finds rows by words") && rows[3].contains("Esc"), "\(rows)")
    screen.press(.escape)
    #expect(screen.stack.mode == .list)
  }

  @Test("A paste replaces the last search, too")
  mutating func pasting() {
    screen.type("/ac")
    screen.press(.enter, .character("/"))
    screen.paste("dante")
    #expect(screen.filter == "dante")
  }

  @Test("a book that is chosen among those found stays selected in the whole list")
  mutating func choosing() {
    screen.type("/e")
    screen.press(.control("n"))
    #expect(screen.selectedTitle == "Mac OS X Internals")
    screen.type(" int")
    screen.press(.escape)
    #expect(screen.selectedTitle == "Mac OS X Internals")
  }

  @Test("Enter keeps the filter, and Esc on the list ends it later")
  mutating func keeping() {
    screen.type("/o")
    screen.press(.enter)
    #expect(screen.stack.mode == .list)
    #expect(screen.stack.frame().textPlane.contains("Books “o”"))
    screen.press(.end, .enter, .escape)
    #expect(screen.filter == "o")
    screen.press(.escape)
    #expect(screen.filter == "")
    #expect(screen.selectedTitle == "The Divine Comedy")
  }

  @Test("while rows are not there yet, what was selected before is kept")
  mutating func missing() {
    screen.press(.down)
    screen.type("/")
    screen.missing = [0, 1, 2]
    screen.press(.down, .character("a"))
    #expect(screen.effects.last == .find("a", keeping: .rowid(2)))
  }

  @Test("words that are blank keep no filter")
  mutating func blank() {
    screen.type("/  ")
    screen.press(.enter)
    #expect(screen.filter == "")
    #expect(screen.stack.mode == .list)
  }

  @Test("a kept filter can be typed on")
  mutating func refining() {
    screen.type("/a")
    screen.press(.enter)
    screen.type("/")
    screen.press(.end)
    screen.type("m")
    #expect(screen.filter == "am")
  }

  @Test("the next match is asked for with the words of the last search, and in a filter it is the next row")
  mutating func next() {
    screen.type("n")
    #expect(screen.stack.message?.text.contains("No search yet") == true)
    screen.type("/a")
    screen.press(.enter)
    screen.type("nN")
    #expect(screen.stack.selectedPlace == 0)
    screen.type("n")
    #expect(screen.stack.selectedPlace == 1)
    screen.press(.character("/"), .backspace, .escape)
    screen.type("nN")
    #expect(screen.effects.suffix(2) == [.findNext("a", 1), .findNext("a", -1)])
  }

  @Test("what matches has a role of its own, also in the selected row, and not behind the edge")
  mutating func matches() {
    screen.type("/ac")
    let roles = screen.stack.frame().rolePlane.split(separator: "\n")
    #expect(roles[1].hasPrefix("SSSSSSSSSSSSSXXSS"))
    #expect(roles[2].hasPrefix("....MM......"))
    screen = StackBuilder([["An o and another one with more of them"]], columns: 12, rows: 8)
    screen.type("/o")
    #expect(screen.stack.frame().rolePlane.split(separator: "\n")[1] == "SSSSSSXSSSSS")
    screen = StackBuilder([["oooooooooooooooooooo"]], columns: 12, rows: 8)
    screen.type("/o")
    #expect(screen.stack.frame().rolePlane.split(separator: "\n")[1] == "SSSXXXXXXSSS")
  }

  @Test("Esc cancels what runs before it ends the filter, and the filter before it takes the marks")
  mutating func dismissing() {
    screen.type(" /o")
    screen.press(.enter)
    screen.stack.receive(.progress(WorkProgress("Sorting", isCancellable: true)))
    screen.press(.escape)
    #expect(screen.effects.last == .cancelWork)
    #expect(screen.filter == "o")
    screen.stack.receive(.progress(WorkProgress("Counting")))
    screen.press(.escape)
    #expect(screen.filter == "")
    #expect(screen.stack.frame().textPlane.contains("✓ 1"))
    screen.press(.escape)
    #expect(!screen.stack.frame().textPlane.contains("✓"))
  }

  @Test("how far a search is stands below the words until its rows are shown, and then in the meter")
  mutating func progressOfFinding() {
    screen.type("/o")
    screen.stack.receive(.window(ListWindow(start: 0, rows: [], count: .atLeast(3))))
    screen.stack.receive(.progress(WorkProgress("Sorting by Author", fraction: 0.5)))
    #expect(screen.stack.frame().textPlane.contains("Sorting by Author"))
    screen.stack.receive(.window(ListWindow(start: 0, rows: [], count: .atLeast(0), filter: "o")))
    #expect(!screen.stack.frame().textPlane.contains("Sorting by Author"))
    #expect(screen.stack.frame().textPlane.contains("⏎ keep"))
  }

  @Test("a list with a filter names the key that gives the whole list back")
  mutating func wholeListHint() {
    #expect(!screen.stack.frame().textPlane.contains("whole list"))
    screen.type("/xyz")
    screen.press(.enter)
    screen.press(.down)
    #expect(screen.stack.frame().textPlane.contains("Esc whole list"))
  }

  @Test("what is wrong is said below the words, and the words stay")
  mutating func problem() {
    screen.type("/o")
    screen.stack.message = .problem("The disk reports an error.")
    screen.stack.receive(.progress(WorkProgress("Counting")))
    let rows = screen.stack.frame().textPlane.split(separator: "\n")
    #expect(rows[22].hasPrefix(" /o  "))
    #expect(rows[23].hasPrefix(" The disk reports an error."))
    screen.type("x")
    #expect(screen.stack.frame().textPlane.contains("⏎ keep"))
  }

  @Test("on small terminals the meter gives way to the words, and the last row is theirs")
  mutating func small() {
    screen.type("/omnia")
    for (columns, rows, last) in [
      (50, 3, " /omnia                  0 of 3 books · ●0 ◆0 0 B "), (20, 3, " /omnia     0 books "),
      (13, 2, " /omnia      "), (6, 1, "/…nia "), (1, 1, " "),
    ] {
      screen.resize(columns, rows)
      let line = screen.stack.frame().textPlane.split(separator: "\n").last
      #expect(line?.hasPrefix(last.prefix(columns)) == true, "\(columns)x\(rows): \(line ?? "")")
      #expect(screen.stack.frame().cursor?.row == rows - 1)
    }
  }

  @Test("while a search has found nothing no row is drawn, and no key waits for one")
  mutating func nothingYet() {
    screen.isCounted = false
    screen.type("/qqq")
    screen.press(.enter, .down, .pageDown)
    #expect(screen.stack.selectedPlace == 0)
    #expect(!screen.stack.frame().textPlane.contains("…"))
  }

  @Test("while a search goes on, keys go no further than the rows that it has found")
  mutating func someYet() {
    screen.isCounted = false
    screen.type("/o")
    screen.press(.enter, .pageDown, .down, .down)
    #expect(screen.selectedTitle == "The Divine Comedy")
  }

  @Test("on the last match the key to the next one says so, and on the first the key to the one before")
  mutating func furtherMatch() {
    screen.type("/o")
    screen.press(.enter, .end)
    let last = screen.selectedTitle
    screen.press(.character("n"))
    #expect(screen.stack.message == Message("No more matches."))
    #expect(screen.selectedTitle == last)
    screen.press(.character("N"))
    #expect(screen.stack.message == nil)
    screen.press(.home, .character("N"))
    #expect(screen.stack.message == Message("No more matches."))
  }
}
