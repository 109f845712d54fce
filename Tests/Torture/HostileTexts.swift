import TestSupport

/// Texts that nobody would think of, from the fixtures and from here.
enum HostileTexts {
  // Nothing that a path could be made of: a random key may take it for the name of a file.
  static let all = (HostileNames.all + own).map { $0.filter { $0 != "/" && $0 != "~" && $0 != "w" } }

  private static let own = [
    "", " ", "\u{1B}[31m\u{7}\u{9B}2J", "日本の👨‍👩‍👧‍👦 e\u{301}\u{301}\u{301}\u{301}\u{301}", "\u{0}", "a\nb\r\nc\td",
    "\u{202E}abc",
    String(repeating: "x", count: 5_000), String(repeating: "\u{301}", count: 100),
    "\u{FEFF}\u{200D}\u{FE0F}",
    "12.50", "-1", "1321-06-07", "%s%n", "'; DROP TABLE book; --", "🏴󠁧󠁢󠁥󠁮󠁧󠁿🇩🇪🇩", "\u{1100}\u{1161}\u{11A8}", "ﷺ",
  ]
}
