import Cells
import Records
import Testing

@testable import Keys
@testable import Screens

/// Keys that a person has given to actions.
@Suite struct KeyMapTests {
  private func stack(_ changes: [String: [Key]], columns: Int = 120) throws -> StackBuilder {
    var screen = StackBuilder(columns: columns, rows: 40)
    screen.stack.settings.keys = try KeyMap(unchecked: changes).checked()
    return screen
  }

  @Test("An action has the keys that it was given, and no others")
  func given() throws {
    var screen = try stack(["copy": [.character("Q"), .alt("q")], "help": [.character("?")]])
    screen.type("y")
    #expect(screen.stack.message?.text == "y does nothing here. ? shows the keys.")
    screen.type("Q")
    #expect(screen.effects.contains(.copyText("War and Peace")))
  }

  @Test("An action can have none, and several can change keys")
  func noneAndSwapped() throws {
    var screen = try stack(["memory-warning": [], "sort": [.character("c")], "columns": [.character("s")]])
    screen.type("m")
    #expect(!screen.effects.contains(.memoryWarning))
    screen.type("s")
    #expect(screen.stack.mode == .columns)
  }

  @Test("The last line and the help show the new keys")
  func shown() throws {
    var screen = try stack(["open": [.character("o")], "open-address": []])
    #expect(screen.stack.frame().textPlane.contains("o open"))
    screen.type("?")
    #expect(screen.stack.frame().textPlane.contains(" o                    opens the row"))
  }

  @Test("Where characters are typed no character is taken from the text")
  func typing() throws {
    var screen = try stack([
      "cancel": [.character("x")], "save": [.alt("z"), .character("z")], "help": [.character("?")],
    ])
    screen.type("/xz")
    #expect(screen.stack.mode == .find && screen.filter == "xz")
    screen.press(.alt("z"))
    #expect(screen.stack.mode == .list && screen.filter == "xz")
  }

  @Test("A key with two meanings is refused, and both are named")
  func collision() {
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

  @Test("Every name of a key is read again, in both forms of Control")
  func names() {
    for key in KeyTable.bindings.flatMap(\.actions).map(\.key) {
      #expect(Key(name: key.word) == key, "\(key.word)")
    }
    #expect(Key(name: "Ctrl-S") == .control("s") && Key(name: "^s") == .control("s"))
    #expect(Key(name: "pgdn") == .pageDown && Key(name: "Y") == .character("Y"))
    for wrong in ["", "Foo", "Ctrl-", "Alt-XY", "^^^"] { #expect(Key(name: wrong) == nil, "\(wrong)") }
  }

  @Test("No two actions have the same name")
  func uniqueNames() {
    var actions: [String: Action] = [:]
    for action in Set(KeyTable.bindings.flatMap(\.actions).map(\.action)) {
      guard let name = action.name else { continue }
      #expect(actions[name] == nil, "\(name)")
      #expect(name.allSatisfy { $0.isLowercase || $0 == "-" }, "\(name)")
      actions[name] = action
    }
    #expect(actions.count > 80)
  }

  @Test("The help begins with the signs, has its keys in groups, and can be searched")
  func help() {
    var screen = StackBuilder(columns: 160, rows: 24)
    screen.type("?")
    let text = screen.stack.frame().textPlane
    #expect(text.contains("● hydrated   ◆ changed, not yet written") && text.contains("Moving and opening"))
    screen.type("/csv")
    #expect(screen.stack.frame().textPlane.contains("copies the marked rows"))
    #expect(!screen.stack.frame().textPlane.contains("Moving and opening"))
    screen.type("qqq")
    #expect(screen.stack.frame().textPlane.contains("No key here matches “csvqqq”."))
    screen.press(.escape)
    #expect(screen.stack.mode == .help && screen.stack.frame().textPlane.contains("Moving and opening"))
    screen.press(.escape)
    #expect(screen.stack.mode == .list)
  }
}
