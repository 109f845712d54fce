/// Text with the commands of LaTeX, as BibTeX files have it.
enum LaTeXText {
  /// The accents by their commands.
  private static let accents: [Character: Unicode.Scalar] = [
    "`": "\u{300}", "'": "\u{301}", "^": "\u{302}", "~": "\u{303}", "\"": "\u{308}", "=": "\u{304}",
    ".": "\u{307}",
    "u": "\u{306}", "v": "\u{30C}", "H": "\u{30B}", "c": "\u{327}", "k": "\u{328}", "d": "\u{323}",
    "b": "\u{331}",
    "r": "\u{30A}",
  ]
  private static let letters: [String: String] = [
    "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø", "aa": "å", "AA": "Å", "l": "ł",
    "L": "Ł", "i": "i", "j": "j", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ", "textendash": "–",
    "textemdash": "—",
    "ldots": "…", "dots": "…", "textquoteright": "’", "textquoteleft": "‘", "textbackslash": "\\", "S": "§",
    "pounds": "£", "texteuro": "€", "textasciitilde": "~", "textasciicircum": "^", "copyright": "©",
    "textbraceleft": "{", "textbraceright": "}",
  ]

  /// The text that LaTeX would print: accents on their letters, without braces; composed (NFC).
  static func plain(_ text: String) -> String {
    var (result, rest) = ("", LaTeXWriter.characters(of: text)[...])
    while let character = rest.popFirst() {
      switch character {
      case "{", "}": break
      case "~": result += "\u{A0}"
      case "\\": result += command(&rest)
      case "-" where rest.starts(with: "--"):
        rest = rest.dropFirst(2)
        result += "—"
      case "-" where rest.first == "-":
        rest = rest.dropFirst()
        result += "–"
      default: result.append(character)
      }
    }
    return composed(result).singleSpaced
  }

  /// The parts between a word that stands outside of braces.
  static func parts(of text: String, separatedBy word: String) -> [String] {
    var (parts, current, depth): ([String], [Substring], Int) = ([], [], 0)
    for part in text.split(whereSeparator: \.isWhitespace) {
      if depth == 0, part.lowercased() == word {
        parts.append(current.joined(separator: " "))
        current = []
        continue
      }
      depth += part.count { $0 == "{" } - part.count { $0 == "}" }
      current.append(part)
    }
    return parts + [current.joined(separator: " ")]
  }

  /// What a command stands for, with the letter that it takes.
  private static func command(_ rest: inout ArraySlice<Character>) -> String {
    guard let first = rest.first else { return "\\" }
    if !first.isASCII || !first.isLetter {
      rest = rest.dropFirst()
      guard let accent = accents[first] else { return String(first) }
      return accented(&rest, accent)
    }
    let name = String(rest.prefix { $0.isASCII && $0.isLetter })
    if name.count == 1, let accent = accents[first], letters[name] == nil {
      rest = rest.dropFirst()
      return accented(&rest, accent)
    }
    rest = rest.dropFirst(name.count)
    let isBlank = rest.first == " "
    if isBlank { rest = rest.dropFirst() }
    return letters[name] ?? ""
  }

  private static func accented(_ rest: inout ArraySlice<Character>, _ accent: Unicode.Scalar) -> String {
    while rest.first == "{" || rest.first == " " { rest = rest.dropFirst() }
    guard let letter = rest.popFirst() else { return "" }
    let base = letter == "\\" ? command(&rest) : String(letter)
    return base + String(accent)
  }

  /// Letters and the accents that follow them as one character each, where Unicode has it.
  private static func composed(_ text: String) -> String {
    String(text.map { character in composed[character] ?? character })
  }

  /// Equal characters have one form here, that of the keys' values: the composed one.
  private static let composed: [Character: Character] = Dictionary(
    (0xC0...0x17F).map { $0 as UInt32 }.compactMap { Unicode.Scalar($0) }.map {
      (Character($0), Character($0))
    },
    uniquingKeysWith: { first, _ in first })
}
