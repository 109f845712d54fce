import Cells
import Records
import Testing

@testable import Screens

/// What is typed to find rows, and which row stays selected.
@Suite struct FindingTests {
  private func found(_ screen: StackBuilder) -> [String] {
    screen.effects.compactMap { if case .find(let words, _) = $0 { words } else { nil } }
  }

  @Test(
    "Each change of the words asks for what they find, and a key that changes nothing does not",
    arguments: [
      ("/dá←⌦⌦⌫⌫", ["d", "dá", "d", ""]), ("/  ⏎", [" ", "  ", ""]), ("/a⏎/⇲m", ["a", "am"]),
      ("/q?+ ", ["q", "q?", "q?+", "q?+ "]),
    ])
  func typing(_ keys: String, _ words: [String]) { #expect(found(StackBuilder(.usual, keys)) == words) }

  @Test("small words that do not count are named while the words are typed, and after Enter")
  func smallWords() {
    var screen = StackBuilder(.usual, "/mac of")
    var window = ListWindow(start: 0, rows: [], count: .exactly(1), filter: "mac of")
    window.leftOutWords = ["of"]
    screen.receive(.window(window))
    let message = "Nothing has all the words, so “of” does not count."
    screen.shows(message)
    screen.press("⏎")
    #expect(screen.effects.contains(.say(Message(message))))
  }

  @Test("a list in which nothing is no says how to find what has no value") func denied() {
    var schema = Schema.books
    schema.fields.append(Field("Owned", .boolean))
    let window = ListWindow(start: 0, rows: [], count: .exactly(0), filter: "owned:no")
    #expect(ListWording.noMatch(window, schema).hasSuffix("no:owned finds that."))
    #expect(!ListWording.noMatch(window, .books).contains("no:"))
    let misspelt = ListWindow(start: 0, rows: [], count: .exactly(0), filter: "auther:x")
    #expect(ListWording.noMatch(misspelt, .books).contains("Did you mean author:?"))
  }

  @Test("a paste is words, and replaces the last search") func pasting() {
    var screen = StackBuilder(.usual, "/qm ")
    screen.paste("a\nb\u{1B}")
    #expect(found(screen).last == "qm a b" && screen.mode == .find)
    screen.press("⏎/")
    screen.paste("dante")
    #expect(screen.filter == "dante")
  }

  @Test(
    "Esc keeps the row that was found or chosen; if nothing was found, the one before",
    arguments: [
      ("↓/dante⎋", 3), ("↓/dante⏎⎋", 3), ("↓/nowhere⏎⎋", 2), ("/e⌃n int⎋", 2), ("/e⌃n⎋", 2), ("/o⏎⇲⎋", 3),
    ])
  func escape(_ keys: String, _ kept: Int64) {
    let screen = StackBuilder(.usual, keys)
    #expect(screen.effects.last == .find("", keeping: .rowid(kept)))
    #expect(screen.mode == .list && screen.stack.selectedPlace == Int(kept) - 1)
  }

  @Test("A list that was opened for some words comes back to them, and then is left") func given() {
    var screen = StackBuilder()
    screen.receive(.opened(ListSource(table: screen.schema.id), screen.schema))
    screen.filter = "o"
    screen.receive(.finding("o"))
    screen.answer([])
    for (keys, filter, depth) in [("/", "o", 2), ("x", "x", 2), ("⎋", "o", 2), ("⎋", "o", 1)] {
      screen.press(keys)
      #expect(screen.filter == filter && screen.stack.screenCount == depth)
      if keys == "/" { screen.shows("/o") }
    }
  }

  @Test(
    "The last search is offered: typing and deleting replace it, and other keys keep it",
    arguments: [
      ("x", "x"), ("⌫", ""), ("⌦", ""), ("←x", "axc"), ("⇱x", "xac"), ("⇲x", "acx"), ("→x", "acx"),
      ("⌃u", ""), ("⌃w", ""), ("↑↑", "ac"), ("⏎", "ac"), ("⌃y", "ac"),
    ])
  func offering(_ keys: String, _ words: String) {
    let screen = StackBuilder(.usual, "/ac⏎/" + keys)
    #expect(screen.filter == words)
    #expect(screen.stack.needs.selectedPlace == 0)
  }

  @Test("In the help, Esc shows all keys again, from the one that was found", arguments: ["", "⏎"])
  func help(_ kept: String) {
    var screen = StackBuilder(.usual, "?/finds rows" + kept + "⎋")
    #expect(screen.lines[1].contains("finds rows by words") && screen.lines[4].contains("Esc"))
    screen.press("⎋", to: .list)
  }

  @Test("Enter keeps the filter, and Esc on the list ends it later") func keeping() {
    var screen = StackBuilder(.usual, "/o")
    screen.press("⏎", to: .list, shows: "Books “o”")
    screen.press("⇲⏎⎋")
    #expect(screen.filter == "o")
    screen.press("⎋")
    #expect(screen.filter == "")
  }

  @Test("while rows are not there yet, what was selected before is kept") func missing() {
    var screen = StackBuilder(.usual, "↓/")
    screen.missing = [0, 1, 2]
    screen.press("↓a", asks: .find("a", keeping: .rowid(2)))
  }

  @Test("who types “read in 2023” is offered what was finished then, and Enter finds it") func meantYear() {
    var screen = QuickKeyTests.screen()
    screen.press("/read in 2023", shows: "⏎ finds finished:2023 instead of these words")
    screen.press("⏎", to: .list)
    #expect(screen.filter == "finished:2023")
    screen.press("/⌃u\"read in 2023\"", hides: "instead of these words")
    screen.press("⏎", to: .list)
    #expect(screen.filter == "\"read in 2023\"")
  }

  @Test("the next match is asked for with the words of the last search, and in a filter it is the next row")
  func next() {
    var screen = StackBuilder()
    screen.press("n")
    #expect(screen.message?.contains("No search yet") == true)
    screen.press("/a⏎nN", at: 0)
    screen.press("n", at: 1)
    screen.press("/⌫⎋nN")
    #expect(screen.effects.suffix(2) == [.findNext("a", 1), .findNext("a", -1)])
  }

  @Test("on the last match the key to the next one says so, and on the first the key to the one before")
  func furtherMatch() {
    var screen = StackBuilder(.usual, "/o⏎⇲")
    let last = screen.stack.selectedPlace
    screen.press("n", at: last)
    #expect(screen.stack.message == Message("No more matches."))
    screen.press("N")
    #expect(screen.stack.message == nil)
    screen.press("⇱N", at: 0)
    #expect(screen.stack.message == Message("No more matches."))
  }

  @Test("what matches has a role of its own, also in the selected row, and not behind the edge")
  func matches() {
    let found = StackBuilder(.usual, "/ac").stack.roles
    #expect(found[1].hasPrefix("SSSSSSSSSSSSSXXSS") && found[2].hasPrefix("....MM......"))
    for (title, row) in [
      ("An o and another one with more of them", "SSSSSSXSSSSS"), ("oooooooooooooooooooo", "SSSXXXXXXSSS"),
    ] { #expect(StackBuilder([[.text(Text(title))]], Size(12, 8), "/o").stack.roles[1] == row) }
  }

  @Test("Esc cancels what runs before it ends the filter, and the filter before it takes the marks")
  func dismissing() {
    var screen = StackBuilder(.usual, " /o⏎")
    screen.receive(.progress(WorkProgress("Sorting", isCancellable: true)))
    screen.press("⎋", asks: .cancelWork)
    #expect(screen.filter == "o")
    screen.receive(.progress(WorkProgress("Counting")))
    screen.press("⎋", shows: "✓ 1")
    #expect(screen.filter == "")
    screen.press("⎋", hides: "✓")
  }

  @Test("how far a search is stands below the words until its rows are shown, and then in the meter")
  func progressOfFinding() {
    var screen = StackBuilder(.usual, "/o")
    screen.receive(.window(ListWindow(start: 0, rows: [], count: .atLeast(3))))
    screen.receive(.progress(WorkProgress("Sorting by Author", fraction: 0.5)))
    screen.shows("Sorting by Author")
    screen.receive(.window(ListWindow(start: 0, rows: [], count: .atLeast(0), filter: "o")))
    screen.shows("⏎ keep", hides: "Sorting by Author")
  }

  @Test("what is wrong is said below the words, and the words stay") func problem() {
    var screen = StackBuilder(.usual, "/o")
    screen.stack.message = .problem("The disk reports an error.")
    screen.receive(.progress(WorkProgress("Counting")))
    #expect(screen.lines[22].hasPrefix(" /o  "))
    #expect(screen.lines[23].hasPrefix(" The disk reports an error."))
    screen.press("x", shows: "⏎ keep")
  }

  @Test("on small terminals the meter gives way to the words, and the last row is theirs") func small() {
    var screen = StackBuilder(.usual, "/omnia")
    for (columns, rows, last) in [
      (50, 3, " /omnia                              0 of 3 books "), (20, 3, " /omnia     0 books "),
      (13, 2, " /omnia      "), (6, 1, "/…nia "), (1, 1, " "),
    ] {
      screen.resize(columns, rows)
      #expect(screen.lines.last?.hasPrefix(last.prefix(columns)) == true, "\(screen.text)")
      #expect(screen.stack.frame().cursor?.row == rows - 1)
    }
  }

  @Test("while a search goes on, no row is drawn that it has not found, and no key goes further")
  func someYet() {
    for (words, place) in [("qqq", 0), ("o", 2)] {
      var screen = StackBuilder()
      screen.isCounted = false
      screen.press("/\(words)⏎↓⇟↓↓", at: place, hides: "…")
    }
  }
}
