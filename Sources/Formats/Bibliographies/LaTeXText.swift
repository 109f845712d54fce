/// Text with LaTeX commands, as in BibTeX files.
enum LaTeXText {
  private static let accents: [Character: Unicode.Scalar] = [
    "`": "\u{300}", "'": "\u{301}", "^": "\u{302}", "~": "\u{303}", "\"": "\u{308}", "=": "\u{304}",
    ".": "\u{307}",
    "u": "\u{306}", "v": "\u{30C}", "H": "\u{30B}", "c": "\u{327}", "k": "\u{328}", "d": "\u{323}",
    "b": "\u{331}",
    "r": "\u{30A}",
  ]
  private static let spaces: [Character: String] = [
    "\\": " ", ",": " ", ";": " ", ":": " ", " ": " ", "\n": " ", "-": "", "/": "", "!": "", "@": "", "(": "",
    ")": "",
    "[": "", "]": "",
  ]

  /// The text that LaTeX would print: accents on their letters, without braces, in NFC.
  static func plain(_ text: String) -> String {
    guard text.utf8.contains(where: isSpecial) else { return text.singleSpaced }
    var (result, rest) = ("", LaTeXWriter.characters(of: text)[...])
    while let character = rest.popFirst() {
      switch character {
      case "{", "}", "$": break
      case "~": result += "\u{A0}"
      case "\\": result += command(&rest)
      case "`" where rest.first == "`": result += taking(1, of: &rest, "“")
      case "'" where rest.first == "'": result += taking(1, of: &rest, "”")
      case "-" where rest.starts(with: "--"): result += taking(2, of: &rest, "—")
      case "-" where rest.first == "-": result += taking(1, of: &rest, "–")
      default: result.append(character)
      }
    }
    return composed(result).singleSpaced
  }

  private static func isSpecial(_ byte: UInt8) -> Bool { byte >= 0x80 || "\\{}$~`'-".utf8.contains(byte) }

  private static func taking(_ count: Int, of rest: inout ArraySlice<Character>, _ text: String) -> String {
    rest = rest.dropFirst(count)
    return text
  }

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

  private static func command(_ rest: inout ArraySlice<Character>) -> String {
    // Accents can be nested; the innermost comes first after the letter.
    var marks: [Unicode.Scalar] = []
    while let accent = accent(&rest) {
      // Without a letter, these two are ordinary signs, as in a URL.
      if marks.isEmpty, rest.starts(with: "{}"), accent == "\u{303}" || accent == "\u{302}" {
        rest = rest.dropFirst(2)
        return accent == "\u{303}" ? "~" : "^"
      }
      marks.insert(accent, at: 0)
      skipToLetter(&rest)
      guard rest.first == "\\" else { return (rest.popFirst().map { String($0) } ?? "") + marked(marks) }
      rest = rest.dropFirst()
    }
    return word(&rest) + marked(marks)
  }

  private static func marked(_ marks: [Unicode.Scalar]) -> String { String(String.UnicodeScalarView(marks)) }

  private static func accent(_ rest: inout ArraySlice<Character>) -> Unicode.Scalar? {
    guard let first = rest.first, let accent = accents[first] else { return nil }
    // A letter as an accent ends before another letter: `\u` is an accent, `\url` is not.
    if first.isLetter, let next = rest.dropFirst().first, next.isASCII, next.isLetter { return nil }
    rest = rest.dropFirst()
    return accent
  }

  private static func skipToLetter(_ rest: inout ArraySlice<Character>) {
    while let first = rest.first, first == "{" || first == " " {
      rest = rest.dropFirst(rest.starts(with: "{}") ? 2 : 1)
    }
  }

  private static func word(_ rest: inout ArraySlice<Character>) -> String {
    guard let first = rest.first else { return "\\" }
    guard first.isASCII, first.isLetter else {
      rest = rest.dropFirst()
      return spaces[first] ?? String(first)
    }
    let name = String(rest.prefix { $0.isASCII && $0.isLetter })
    rest = rest.dropFirst(name.count)
    let (text, takesBlank) = LaTeXCommand.text(name)
    if takesBlank, rest.first == " " { rest = rest.dropFirst() }
    let hasArgument = rest.first == "{" && !rest.starts(with: "{}")
    return !takesBlank && hasArgument ? text + " " : text
  }

  private static func composed(_ text: String) -> String {
    String(text.map { character in composed[character] ?? character })
  }

  /// Maps each character to itself: equal keys are found in any form, and the values are composed.
  private static let composed: [Character: Character] = Dictionary(
    [0xC0...0x24F, 0x1E00...0x1EFF].joined().map { $0 as UInt32 }.compactMap { Unicode.Scalar($0) }.map {
      (Character($0), Character($0))
    },
    uniquingKeysWith: { first, _ in first })
}
