import Cells
import Foundation
import Testing

@testable import CursesTerminal

/// What a terminal answers, and when.
@Suite struct ReplyTests {
  private static let answers = "␛[?2026;2$y␛]11;rgb:1e1e/2020/ffff␛\\␛[?62;4c"

  private static let replies: [TerminalReply] = [
    .mode(2026, .reset), .background(red: 0x1e1e / 65_535, green: 0x2020 / 65_535, blue: 1),
    .attributes(hasSixel: true),
  ]

  /// What comes of bytes that come in pieces, with a silence behind each if that is wished.
  private func read(_ pieces: [String], silences: Bool = false) -> (events: [Event], replies: [TerminalReply])
  {
    var decoder = decoder()
    decoder.awaitsReply = true
    var events: [Event] = []
    for piece in pieces {
      decoder.feed(Array(escaped(piece).utf8))
      while let event = decoder.next() { events.append(event) }
      if silences, decoder.patience.map({ $0 < .milliseconds(100) }) == true, let event = decoder.giveUp() {
        events.append(event)
      }
    }
    return (events, decoder.takeReplies())
  }

  @Test("Answers are taken, whole or in any two pieces, and nothing is typed") func pieces() {
    #expect(read([Self.answers]).replies == Self.replies)
    let characters = Array(Self.answers)
    for cut in 1..<characters.count {
      let (events, replies) = read([String(characters[..<cut]), String(characters[cut...])], silences: true)
      #expect(events.isEmpty && replies == Self.replies, "\(cut)")
    }
    let single = read(characters.map { String($0) })
    #expect(single.events.isEmpty && single.replies == Self.replies)
  }

  @Test("Keys before, between and after answers are keys") func keysAround() {
    let (events, replies) = read(["a␛[?2026;0$yb␛]11;rgb:00/00/00\u{7}␛[A␛[?1;2cc"])
    #expect(events == keys(.character("a"), .character("b"), .up, .character("c")))
    #expect(
      replies == [
        .mode(2026, .unknown), .background(red: 0, green: 0, blue: 0), .attributes(hasSixel: false),
      ])
  }

  @Test(
    "What others were answered is passed over",
    arguments: [
      "␛]10;rgb:ffff/ffff/ffff␛\\", "␛]4;1;rgb:00/00/00\u{7}", "␛P>|tmux 3.3a␛\\", "␛P1$r0m␛\\",
      "␛_Gi=31;EINVAL:x␛\\", "␛_Gi=1;OK␛\\",
      "␛[?997;3n", "␛[?1016;2$y", "␛]52;c;cm0gLXJm\u{7}", "␛]11;rgb:zz/00/00\u{7}", "␛]11;?\u{7}",
    ])
  func others(_ text: String) {
    let (events, replies) = read([text + "x"])
    #expect(events == keys(.character("x")) && replies.isEmpty)
  }

  @Test("A terminal says whether it tells when it becomes light or dark, and tells it") func appearance() {
    let (events, replies) = read(["␛[?2031;2$yx␛[?997;1n␛[?997;2n␛[?2031;0$y"])
    #expect(events == keys(.character("x")))
    #expect(
      replies == [
        .mode(2031, .reset), .appearance(isLight: false), .appearance(isLight: true), .mode(2031, .unknown),
      ])
    #expect(
      [0, 1, 2, 3, 4, 5].map { ModeState(rawValue: $0)?.canBeSet } == [false, true, true, true, false, nil])
  }

  @Test("A terminal says how it was found, and what is between: screen and tmux have numbers of their own")
  func foundModes() {
    let (events, replies) = read(["␛[?2004;1$yx␛[?25;2$y␛[?7;1$y␛[?1049;9$y␛[>83;40900;0c␛[>84;0;0c␛[>c"])
    #expect(events == keys(.character("x")))
    #expect(replies == [.mode(2004, .set), .mode(25, .reset), .program(83), .program(84), .program(0)])
    #expect(Multiplexer(rawValue: 83) == .screen && Multiplexer(rawValue: 84) == .tmux)
  }

  @Test(
    "The environment says what is between as well",
    arguments: [
      (["TERM": "xterm-256color"], nil), (["TERM": "xterm", "TMUX": "/tmp/a"], .tmux),
      (["TERM": "tmux-256color"], .tmux), (["TERM": "screen-256color"], .tmux),
      (["TERM": "screen", "STY": "1.a"], .screen), (["TERM": "screen.xterm-256color"], .screen),
      (["TERM": "screen", "STY": "1.a", "TMUX": "/tmp/a"], .tmux), ([:], nil),
    ] as [([String: String], Multiplexer?)])
  func multiplexers(_ environment: [String: String], _ multiplexer: Multiplexer?) {
    #expect(Multiplexer.inEnvironment { environment[$0] } == multiplexer)
  }

  @Test("A terminal says whether it shows pictures in kitty's way and in Sixel") func pictures() {
    let (events, replies) = read(["␛_Gi=31;OK␛\\x␛[?62;14;41c␛[?4;1c␛[?62;9;4;22c"])
    #expect(events == keys(.character("x")))
    #expect(
      replies == [
        .pictures, .attributes(hasSixel: false), .attributes(hasSixel: false), .attributes(hasSixel: true),
      ])
  }

  @Test("Alt with the characters that open a string is still a key") func alt() {
    for character in ["]", "P", "_", "^"] {
      #expect(events(of: escaped("␛\(character)")) == keys(.alt(Character(character))))
      #expect(events(of: escaped("␛\(character)x")) == keys(.alt(Character(character)), .character("x")))
    }
  }

  @Test("An answer in a paste is text, and one without an end is given up") func pasteAndEndless() {
    #expect(
      events(of: escaped("␛[200~a␛]11;rgb:00/00/00\u{7}␛[201~")) == [
        .paste(escaped("a␛]11;rgb:00/00/00\u{7}"))
      ])
    #expect(events(of: escaped("␛]11;rgb:00/00")).isEmpty)
    let endless = escaped("␛]11;") + String(repeating: "x", count: 10_000) + "\u{7}"
    #expect(read([endless]).replies.isEmpty)
  }

  @Test(
    "What is done with the left button and the wheel is told with its cell; other buttons are passed over")
  func mouse() {
    let (events, _) = read([
      "␛[<0;5;4M␛[<32;6;4M␛[<0;6;4m␛[<64;1;1M␛[<65;80;24Mx␛[<2;1;1M␛[<2;1;1m␛[<35;1;1M␛[<0;0;1M␛[<0;1M␛[<;;M"
    ])
    #expect(
      events == [
        .mouse(MouseEvent(.press, at: Position(column: 4, row: 3))),
        .mouse(MouseEvent(.drag, at: Position(column: 5, row: 3))),
        .mouse(MouseEvent(.release, at: Position(column: 5, row: 3))),
        .mouse(MouseEvent(.wheel(-1), at: Position(column: 0, row: 0))),
        .mouse(MouseEvent(.wheel(1), at: Position(column: 79, row: 23))), .key(.character("x")),
      ])
  }

  @Test("A terminal that knows kitty's protocol says so, and its keys are the same as others'") func kitty() {
    let (events, replies) = read([
      "␛[?0u␛[27u␛[97;5u␛[98;3u␛[13;2u␛[9;2u␛[127;5u␛[109;6u␛[32;1u␛[57441u␛[13u␛[110;3u␛[27;1:1u"
    ])
    #expect(replies == [.keyboard])
    #expect(
      events
        == keys(
          .escape, .control("a"), .alt("b"), .control("j"), .backTab, .control("w"), .control("m"),
          .character(" "), .enter,
          .alt("n"), .escape))
  }

  @Test("Nothing that is copied or shown as a title ends its sequence") func requests() {
    let title = TerminalRequest.setTitle("a\u{7}b\u{1B}\\c\u{9C}d\n").bytes
    #expect(title.dropFirst().dropLast().allSatisfy { $0 >= 32 && $0 != 127 })
    #expect(!String(decoding: title, as: UTF8.self).unicodeScalars.contains { 0x80..<0xA0 ~= $0.value })
    let copy = TerminalRequest.setClipboard(base64: "QQ==\u{7}\u{1B}]0;x").bytes
    #expect(String(decoding: copy, as: UTF8.self) == "\u{1B}]52;c;QQ==0x\u{7}")
  }

  @Test("Through screen a copy goes in pieces that it hands on, of which the terminal gets the same bytes")
  func screen() {
    for length in [4, 500, 504, 4_000] {
      let copy = TerminalRequest.setClipboard(base64: String(repeating: "Q", count: length))
      let pieces = String(decoding: copy.bytesForScreen, as: UTF8.self).split(separator: "\u{1B}\\")
      #expect(pieces.allSatisfy { $0.hasPrefix("\u{1B}P") && $0.utf8.count < 768 })
      #expect(pieces.map { $0.dropFirst(2) }.joined() == String(decoding: copy.bytes, as: UTF8.self))
    }
  }
}
