import Cells
import Records
import Testing

@testable import Screens

/// Keys of keyboards that have another alphabet than the Latin one.
@Suite struct KeyboardLayoutTests {
  private func screen(_ changes: [String: [Key]] = [:], langmap: String? = nil) throws -> StackBuilder {
    var screen = StackBuilder(Size(120, 40))
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
    var screen = try screen()
    screen.press("оол", at: 1)
    screen.press("ξ", at: 2)
    screen.press("⌃я⌥й", asks: .say(Wording.unbound(.alt("й"), in: .list)))
    screen.press("/йщ", to: .find)
    #expect(screen.filter == "йщ")
  }

  @Test("A question is answered by the key in the place of its letter", arguments: ["d", "в", "δ", "ג", "ي"])
  func answered(_ answer: String) throws {
    var screen = try screen()
    screen.receive(.alert(.deleting(.rows([.rowid(1)]), .exactly(1), .books, title: "War and Peace")))
    screen.press(answer, to: .list, asks: .delete(.rowid(1)))
  }

  @Test(
    "A character that is a key itself stays that key, and what the terminal tells comes before what is known")
  func precedence() throws {
    var screen = try screen(["copy": [.character("о")]])
    screen.press("о", asks: .copyText("War and Peace"))
    screen.stack.settings.keys.layout.told = ["л": "j", "ჯ": "j", "j": "k"]
    screen.press("л", at: 1)
    screen.press("ჯj", at: 2)
  }

  @Test("Letters of Latin keyboards are no other keys") func latin() {
    for letter in "öéñçßøåłțéž" {
      #expect(KeyMap.standard.meaning(of: .character(letter), in: .list) == .character(letter))
    }
  }

  @Test(
    "The setting says what letters are, also those that are keys; a key that has two meanings does not end that"
  )
  func langmap() throws {
    var screen = try screen(langmap: "jk,kj")
    screen.press("k", at: 1)
    screen.press("j", at: 0)
    screen.press("⌃j/jk")
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
