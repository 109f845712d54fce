import Cells
import Records
import Testing

@testable import Keys
@testable import Screens

/// Keys of keyboards that have another alphabet than the Latin one.
@Suite struct KeyboardLayoutTests {
  private func stack(_ changes: [String: [Key]] = [:], langmap: String? = nil) throws -> StackBuilder {
    var screen = StackBuilder(columns: 120, rows: 40)
    let layout = try langmap.map { try #require(KeyboardLayout(langmap: $0)) } ?? KeyboardLayout()
    screen.stack.settings.keys = try KeyMap(unchecked: changes, layout: layout).checked()
    return screen
  }

  /// The layouts by what a person types in a row of keys; Greek has a semicolon in the place of Q.
  private static let layouts = [
    ("Russian", "йцукенгшщзфывапролдячсмить", "qwertyuiopasdfghjklzxcvbnm"),
    ("Russian with Shift", "ЙЦУКЕНГШЩЗФЫВАПРОЛДЯЧСМИТЬБЮЖ", "QWERTYUIOPASDFGHJKLZXCVBNM<>:"),
    ("Ukrainian", "йцукенгшщзфівапролдячсмитьїє", "qwertyuiopasdfghjklzxcvbnm]'"),
    ("Greek", "ςερτυθιοπασδφγηξκλζχψωβνμ", "wertyuiopasdfghjklzxcvbnm"),
    ("Hebrew", "קראטוןםפשדגכעיחלךזסבהנמצ", "ertyuiopasdfghjklzxcvbnm"),
    ("Arabic", "ضصثقفغعهخحشسيبلاتنمئءؤرىة", "qwertyuiopasdfghjklzxcvnm"),
  ]

  @Test("A letter is the key that a US keyboard has in its place", arguments: layouts)
  func tables(_ name: String, _ typed: String, _ keys: String) {
    #expect(typed.count == keys.count)
    for (letter, key) in zip(typed, keys) {
      #expect(KeyMap.standard.meaning(of: .character(letter), in: .list) == .character(key), "\(letter)")
    }
  }

  @Test("On another layout every key does what it does on a US one, and a text that is typed is that text")
  func pressed() throws {
    var screen = try stack()
    screen.type("оол")
    #expect(screen.stack.selectedPlace == 1)
    screen.type("ξ")
    #expect(screen.stack.selectedPlace == 2)
    screen.press(.control("я"), .alt("й"))
    #expect(screen.effects.last == .say(Wording.unbound(.alt("й"), in: .list)))
    screen.type("/йщ")
    #expect(screen.stack.mode == .find && screen.filter == "йщ")
  }

  @Test("A question is answered by the key in the place of its letter")
  func answered() throws {
    for answer in ["d", "в", "δ", "ג", "ي"] {
      var screen = try stack()
      screen.type("-" + answer)
      #expect(screen.stack.mode == .list && screen.effects.contains(.delete(.rowid(1))), "\(answer)")
    }
  }

  @Test(
    "A character that is a key itself stays that key, and what the terminal tells comes before what is known")
  func precedence() throws {
    var screen = try stack(["copy": [.character("о")]])
    screen.type("о")
    #expect(screen.effects.contains(.copyText("War and Peace")))
    screen.stack.settings.keys.layout.told = ["л": "j", "ჯ": "j", "j": "k"]
    screen.type("л")
    #expect(screen.stack.selectedPlace == 1)
    screen.type("ჯj")
    #expect(screen.stack.selectedPlace == 2)
  }

  @Test("Letters of Latin keyboards are no other keys")
  func latin() {
    for letter in "öéñçßøåłțéž" {
      #expect(KeyMap.standard.meaning(of: .character(letter), in: .list) == .character(letter))
    }
  }

  @Test(
    "The setting says what letters are, also those that are keys; a key that has two meanings does not end that"
  )
  func langmap() throws {
    var screen = try stack(langmap: "jk,kj")
    screen.type("k")
    #expect(screen.stack.selectedPlace == 1)
    screen.type("j")
    #expect(screen.stack.selectedPlace == 0)
    screen.press(.control("j"))
    screen.type("/jk")
    #expect(screen.filter == "jk")
  }

  @Test(
    "The setting has Vim's form",
    arguments: [
      ("aA", ["a": "A"]), ("aAbB", ["a": "A", "b": "B"]), ("ab;AB", ["a": "A", "b": "B"]),
      ("aA,bc;BC", ["a": "A", "b": "B", "c": "C"]), ("\\;a\\,b\\\\c", [";": "a", ",": "b", "\\": "c"]),
      ("\\;\\,;ab", [";": "a", ",": "b"]), ("", [:]), ("a", nil), ("abc", nil), ("ab;A", nil), ("a;b;c", nil),
      ("aA,", nil), (";", [:]),
    ] as [(String, [Character: Character]?)])
  func form(_ text: String, _ expected: [Character: Character]?) {
    let layout = KeyboardLayout(langmap: text)
    #expect((layout == nil) == (expected == nil))
    for (character, key) in expected ?? [:] { #expect(layout?.key(character, isKey: true) == key) }
  }
}
