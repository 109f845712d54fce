import Cells
import Records
import Testing

@testable import Screens

/// Keys that a person has given to actions.
@Suite struct KeyMapTests {
  private func screen(_ changes: [String: [Key]], _ keys: String = "") throws -> StackBuilder {
    var screen = StackBuilder(Size(120, 40))
    screen.stack.settings.keys = try KeyMap(unchecked: changes).checked()
    screen.press(keys)
    return screen
  }

  @Test("An action has the keys that it was given, and no others") func given() throws {
    var screen = try screen(["copy": [.character("Q"), .alt("q")], "help": [.character("?")]], "y")
    #expect(screen.message == "y does nothing here. ? shows the keys.")
    screen.press("Q", asks: .copyText("War and Peace"))
  }

  @Test("An action can have none, and several can change keys") func noneAndSwapped() throws {
    var screen = try screen(
      ["memory-warning": [], "sort": [.character("c")], "columns": [.character("s")]], "m")
    #expect(!screen.effects.contains(.memoryWarning))
    screen.press("s", to: .columns)
  }

  @Test("The last line and the help show the new keys") func shown() throws {
    var screen = try screen(["open": [.character("o")], "open-address": []])
    screen.shows("o open")
    screen.press("?", shows: " o           opens the row")
  }

  @Test("Where characters are typed no character is taken from the text") func typing() throws {
    let keys: [String: [Key]] = [
      "cancel": [.character("x")], "save": [.alt("z"), .character("z")], "help": [.character("?")],
    ]
    var screen = try screen(keys)
    for (key, mode) in [("/xz", Mode.find), ("⌥z", .list)] {
      screen.press(key, to: mode)
      #expect(screen.filter == "xz")
    }
  }

  @Test("A key with two meanings is refused, and both are named") func collision() {
    #expect(throws: KeyProblem.collision(.character("m"), .list, "copy", "memory-warning")) {
      try KeyMap(unchecked: ["copy": [.character("m")]]).checked()
    }
    #expect(
      KeyProblem.collision(.character("m"), .list, "copy", "memory-warning").text
        == "m would be both “copy” and “memory-warning” (List): give one of them another key")
    #expect(throws: KeyProblem.noAction("memory-warnin", nearest: "memory-warning")) {
      try KeyMap(unchecked: ["memory-warnin": []]).checked()
    }
  }

  @Test("Every name of a key is read again, in both forms of Control") func names() {
    for key in KeyTable.bindings.flatMap(\.actions).map(\.key) {
      #expect(Key(name: key.word) == key, "\(key.word)")
    }
    #expect(Key(name: "Ctrl-S") == .control("s") && Key(name: "^s") == .control("s"))
    #expect(Key(name: "pgdn") == .pageDown && Key(name: "Y") == .character("Y"))
    for wrong in ["", "Foo", "Ctrl-", "Alt-XY", "^^^"] { #expect(Key(name: wrong) == nil, "\(wrong)") }
  }

  @Test("No two actions have the same name") func uniqueNames() {
    var actions: [String: Action] = [:]
    for action in Set(KeyTable.bindings.flatMap(\.actions).map(\.action)) {
      guard let name = action.name else { continue }
      #expect(actions[name] == nil, "\(name)")
      #expect(name.allSatisfy { $0.isLowercase || $0 == "-" }, "\(name)")
      actions[name] = action
    }
    #expect(actions.count > 80)
  }

  @Test(
    "The help of a list says what it is for, and its keys are grouped by use: first reading, at last the program"
  )
  func uses() {
    let help = QuickKeyTests.screen("?", Size(120, 200)).lines.map { line in
      line.split(separator: " ").joined(separator: " ")
    }
    #expect(
      help[1].hasPrefix("Here are your rows, a line each: / finds some") && help[3].hasPrefix("○ to read"))
    let uses = help.filter(KeyUse.allCases.map(\.rawValue).contains)
    #expect(uses == ["Reading", "Finding", "Looking", "Changing", "Moving", "The program at work"])
    func place(_ words: String) -> Int { help.firstIndex { $0.contains(words) } ?? 0 }
    let places = [
      "notes that you have finished it", "finds rows by words", "opens the row", "adds a row",
      "goes to the first or the last row", "opens or closes the inspector",
    ].map(place)
    #expect(places == places.sorted() && !places.contains(0))
  }
}
