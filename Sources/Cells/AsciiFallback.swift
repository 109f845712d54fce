/// What a terminal that shows only ASCII gets in place of a glyph; always of the glyph's width.
public enum AsciiFallback {
  /// The ASCII text that stands for a glyph: the glyph itself, a sign that looks like it, its letter without
  /// accents, or a question mark for each column.
  ///
  /// - Complexity: O(1)
  public static func text(for glyph: Glyph) -> String {
    text(for: glyph.text, width: glyph.width)
  }

  /// The ASCII text that stands for a cell's; empty in the right half of a wide character.
  ///
  /// - Complexity: O(1)
  public static func text(for cell: Cell) -> String {
    text(for: cell.text, width: Int(cell.width))
  }

  private static func text(for text: String, width: Int) -> String {
    if let first = text.unicodeScalars.first, first.isASCII { return String(first) }
    if width == 1, let sign = signs[text] ?? letters[text] { return sign }
    return String(repeating: "?", count: width)
  }

  private static let signs: [String: String] = {
    let rows: [(String, String)] = [
      ("●◌○", "o"), ("◆×", "*"), ("✓", "x"), ("━", "="), ("›»≥▶", ">"), ("‹«≤◀", "<"), ("…", "~"),
      ("“”„‟″", "\""),
      ("‘’‚‛′", "'"), ("·•∙", "."), ("│┃", "|"), ("─‐‑‒–—―−␤", "-"), ("┌┐└┘├┤┬┴┼╭╮╰╯", "+"),
      ("⏎↵", "<"), ("↑", "^"), ("↓", "v"), ("←", "<"), ("→", ">"), ("█▇▉▊▋▌▐", "#"), ("▓", "%"), ("▒☆", "-"),
      ("░", ":"), ("★", "*"), ("½", "+"), ("▍▎▏", "|"),
      ("▁", "_"), ("▂▃", "-"),
      ("▄▅▆", "="), ("▲", "^"), ("⁄", "/"),
      ("æÆ", "a"), ("øðØ", "o"), ("đĐÐ", "d"), ("łŁ", "l"), ("ı", "i"), ("ß", "s"), ("µμ", "u"),
      ("\u{A0}", " "),
    ]
    var signs: [String: String] = [:]
    for (characters, sign) in rows {
      for character in characters { signs[String(character)] = sign }
    }
    return signs
  }()

  /// The Latin letters with accents, each with its bare letter.
  ///
  /// Strings that are canonically equivalent are equal, so `é` as one scalar finds `e` and its accent.
  private static let letters: [String: String] = {
    let tones = ["\u{300}", "\u{301}", "\u{303}", "\u{309}", "\u{323}"]
    let accents =
      tones + [
        "\u{302}", "\u{304}", "\u{306}", "\u{307}", "\u{308}", "\u{30A}", "\u{30B}", "\u{30C}", "\u{31B}",
        "\u{326}", "\u{327}", "\u{328}", "\u{331}",
      ]
    // Vietnamese writes a tone over these.
    let doubled = ["\u{302}", "\u{306}", "\u{31B}", "\u{308}"].flatMap { accent in tones.map { accent + $0 } }
    var letters: [String: String] = [:]
    for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" {
      for accent in accents + doubled { letters[String(letter) + accent] = String(letter) }
    }
    return letters
  }()
}
