/// The ASCII replacement of a glyph, with the same width, for terminals that show only ASCII.
public enum AsciiFallback {
  /// The glyph itself, a similar sign, its letter without accents, or a question mark per column; O(1).
  public static func text(for glyph: Glyph) -> String {
    text(for: glyph.text, width: glyph.width)
  }

  /// The replacement of a cell's text, empty in the right half of a wide character; O(1).
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
      ("●◌○", "o"), ("◆", "*"), ("×", "x"), ("✓", "v"), ("≠", "#"), ("▸", ")"), ("━", "="), ("›»≥▶", ">"),
      ("‹«≤◀", "<"), ("…", "~"),
      ("“”„‟″", "\""),
      ("‘’‚‛′", "'"), ("·•∙", "."), ("│┃", "|"), ("─‐‑‒–—―−␤", "-"), ("┌┐└┘├┤┬┴┼╭╮╰╯", "+"),
      ("⏎↵", "<"), ("↑", "^"), ("↓", "v"), ("←", "<"), ("→", ">"), ("█▇▉▊▋▌▐▰", "#"), ("▓", "%"),
      ("▒☆▱", "-"),
      ("░", ":"), ("★", "*"), ("½", "+"), ("▍▎▏", "|"),
      ("▁", "_"), ("▂▃", "-"),
      ("▄▅▆", "="), ("▀", "\""), ("▲", "^"), ("⁄", "/"),
      ("æÆ", "a"), ("øðØ", "o"), ("đĐÐ", "d"), ("łŁ", "l"), ("ı", "i"), ("ß", "s"), ("µμ", "u"),
      ("\u{A0}", " "),
    ]
    var signs: [String: String] = [:]
    for (characters, sign) in rows {
      for character in characters { signs[String(character)] = sign }
    }
    return signs
  }()

  /// Canonically equivalent strings are equal, so `é` as one scalar also finds `e` with a combining accent.
  private static let letters: [String: String] = {
    let tones = ["\u{300}", "\u{301}", "\u{303}", "\u{309}", "\u{323}"]
    let accents =
      tones + [
        "\u{302}", "\u{304}", "\u{306}", "\u{307}", "\u{308}", "\u{30A}", "\u{30B}", "\u{30C}", "\u{31B}",
        "\u{326}", "\u{327}", "\u{328}", "\u{331}",
      ]
    // Vietnamese adds tone marks to these.
    let doubled = ["\u{302}", "\u{306}", "\u{31B}", "\u{308}"].flatMap { accent in tones.map { accent + $0 } }
    var letters: [String: String] = [:]
    for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" {
      for accent in accents + doubled { letters[String(letter) + accent] = String(letter) }
    }
    return letters
  }()
}
