/// What terminals send that is no text, a few of each kind; `␛` stands for ESC.
///
/// Most of it is in XTerm Control Sequences; the rest is kitty's, rxvt's, and the consoles'.
package enum TerminalSequences {
  /// Keys, whole.
  package static let keys = [
    "␛[A", "␛[B", "␛[C", "␛[D", "␛[E", "␛[F", "␛[H", "␛[P", "␛[Z", "␛[1;2A", "␛[1;3B", "␛[1;5C", "␛[1;9D",
    "␛[1~", "␛[2~", "␛[3~", "␛[5~", "␛[6;5~", "␛[11~", "␛[15~", "␛[24;2~", "␛[29~", "␛[34~", "␛[3$", "␛[7^",
    "␛[8@", "␛[a", "␛[[A", "␛[[E", "␛OA", "␛OB", "␛OC", "␛OD", "␛OF", "␛OH", "␛OM", "␛OP", "␛OS", "␛Oa",
    "␛Oj", "␛Op", "␛Oy", "␛O0C", "␛O5C", "␛O1;0D", "␛O1;5P", "␛O2S", "␛[27;5;9~", "␛[27;6;113~", "␛[27;2;13~",
  ]

  /// Keys of kitty's protocol; those that stand for characters are not among them.
  package static let kittyKeys = [
    "␛[27u", "␛[27;129u", "␛[27;1:3u", "␛[13u", "␛[13;2u", "␛[9;2u", "␛[127;5u", "␛[97;5u", "␛[113;9u",
    "␛[113;5:3u", "␛[100;33u", "␛[57358u", "␛[57376u", "␛[57414u", "␛[57417;5u", "␛[57420;129u", "␛[57425u",
    "␛[57427u", "␛[57441;2u", "␛[1;1:3A", "␛[3;1:3~", "␛[57428u", "␛[97;5;97u", "␛[97:65;6u", "␛[63743u",
    "␛[1114112u", "␛[99999999999999999999u",
  ]

  /// Reports of the mouse: X10, 1005, 1006, 1015, and those that rxvt, highlighting and a locator send.
  package static let mouse = [
    "␛[M %#", "␛[M#%#", "␛[M q%", "␛[M u%", "␛[M`%%", "␛[MC%%", "␛[M q\u{7F}", "␛[M é#", "␛[M %é", "␛[M àé",

    "␛[<0;5;4M", "␛[<0;5;4m", "␛[<32;6;4M", "␛[<35;6;4M", "␛[<64;1;1M", "␛[<65;80;24M", "␛[<2;1;1m",
    "␛[<0;0;0M", "␛[<;;M", "␛[32;5;4M", "␛[35;5;4M", "␛[64;5;4M", "␛[96;5;4M", "␛[99;5;4M", "␛[32;400;200M",
    "␛[I", "␛[O", "␛[1;5;4;3;2&w", "␛[t%#", "␛[T%#%#%#",
  ]

  /// Answers to what somebody asked.
  package static let answers = [
    "␛[?1;2c", "␛[?62;4c", "␛[>41;354;0c", "␛[=0;0;0c", "␛[0n", "␛[24;80R", "␛[?24;80;1R", "␛[?2026;2$y",
    "␛[4;2$y", "␛[?2031;0$y", "␛[?997;1n", "␛[8;24;80t", "␛[4;600;800t", "␛[?1u", "␛[?0;1S",
    "␛[1;1;1;128;128;1;0x", "␛[?10n", "␛[5i",
  ]

  /// Strings for the system and for programs: OSC, DCS, APC.
  package static let strings = [
    "␛]11;rgb:1e1e/2020/ffff␛\\", "␛]11;rgb:00/00/00\u{7}", "␛]10;rgba:1/2/3/4\u{7}",
    "␛]4;1;rgb:ffff/0000/qqqq␛\\", "␛]52;c;cXVpdAo=\u{7}", "␛]lquit␛\\", "␛]Lqdu-y␛\\", "␛]133;A\u{7}",
    "␛]8;;http://q␛\\", "␛]1337;q=1\u{7}", "␛P>|XTerm(390)␛\\", "␛P1$r0 q␛\\", "␛P0$r␛\\",
    "␛P1+r544e=787465726d␛\\", "␛P0+r␛\\", "␛P!|00000000␛\\", "␛P2$u1␛\\", "␛_Gi=31;OK␛\\",
    "␛_Gi=31;EINVAL:qdu-y␛\\",
  ]

  /// All of it, with the letters of commands in strings of any length.
  package static var all: [String] {
    keys + kittyKeys + mouse + answers + strings
      + [300, 5_000].map { "␛]52;c;" + String(repeating: "qdu-y ", count: $0) + "\u{7}" }
      + [
        "␛P1$r" + String(repeating: "qdu-y", count: 2_000) + "␛\\",
        "␛[" + String(repeating: "1;", count: 500) + "q",
      ]
  }

  /// The bytes of one of them.
  package static func bytes(of sequence: String) -> [UInt8] {
    Array(sequence.utf8).split(separator: Array("␛".utf8), omittingEmptySubsequences: false)
      .map { Array($0) }.reduce(into: [[UInt8]]()) { $0.append($1) }
      .enumerated().flatMap { $0.offset == 0 ? $0.element : [0x1B] + $0.element }
  }
}
