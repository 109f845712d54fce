import Cells
import Testing

@testable import CursesTerminal

/// Keys as kitty's protocol reports them: with what they type, and where they are on a US keyboard.
@Suite struct KittyKeyTests {
  /// What comes of a sequence, and what it tells about the keyboard.
  private func read(_ text: String) -> (events: [Event], base: [Character: Character]) {
    var (decoder, events) = (decoder(), [Event]())
    decoder.feed(Array(escaped(text).utf8))
    while let event = decoder.next() { events.append(event) }
    return (events, decoder.baseKeys)
  }

  @Test(
    "A key types what it is said to type, whatever is printed on it",
    arguments: [
      ("␛[97;;97u", "a"), ("␛[97:65;2;65u", "A"), ("␛[97;65;65u", "A"), ("␛[32;;32u", " "),
      ("␛[55:47;2;47u", "/"), ("␛[55:47;2u", "/"), ("␛[49:33;2u", "!"), ("␛[113;;64u", "@"), ("␛[97;2u", "A"),
      ("␛[246::59;;246u", "ö"), ("␛[101;;233u", "é"), ("␛[0;;26085:26412u", "日本"), ("␛[0;;97u", "a"),
      ("␛[101;;101:769u", "e\u{301}"), ("␛[97;1:2;97u", "a"), ("␛[97;1:3;97u", ""), ("␛[57441;2u", ""),
      ("␛[57358u", ""), ("␛[97;9;97u", ""), ("␛[97;;7u", "a"), ("␛[59425;65:2;112u", ""),
    ])
  func typed(_ sequence: String, _ text: String) {
    let (events, base) = read(sequence + "x")
    #expect(events == (text + "x").unicodeScalars.map { .key(.character(Character($0))) })
    #expect(base.isEmpty)
  }

  @Test(
    "Where a letter of another alphabet is on a US keyboard is told, with Shift as without",
    arguments: [
      ("␛[1086::106;;1086u", "о", "j"), ("␛[1086:1054:106;2;1054u", "О", "J"), ("␛[1086::106u", "о", "j"),
      ("␛[1078::59;;1078u", "ж", ";"), ("␛[1078:1046:59;2;1046u", "Ж", ":"), ("␛[4335::106;;4335u", "ჯ", "j"),
      ("␛[1501::111;;1501u", "ם", "o"), ("␛[1101:1069:39;2;1069u", "Э", "\""),
    ] as [(String, Character, Character)])
  func base(_ sequence: String, _ typed: Character, _ key: Character) {
    let (events, base) = read(sequence)
    #expect(events == keys(.character(typed)) && base == [typed: key])
  }

  @Test("With Control or Alt a key is that of a US keyboard, and its text is not typed") func modified() {
    let sequences = "␛[1089::99;5u␛[1089:1057:99;3u␛[1086:1054:106;4u␛[1089;5u␛[97;5;97u␛[106::99;5u"
    #expect(
      read(sequences).events
        == keys(.control("c"), .alt("c"), .alt("J"), .control("с"), .control("a"), .control("j")))
  }

  @Test("Keys that type nothing are what they are, however they are reported") func others() {
    #expect(
      read("␛[13u␛[9u␛[127u␛[27u␛[9;2u␛[13;2u␛[57417u␛[57399;129u␛[1;1A").events
        == keys(.enter, .tab, .backspace, .escape, .backTab, .control("j"), .left, .character("0"), .up))
  }
}
