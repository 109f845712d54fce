import Records

/// The entries of a BibTeX or BibLaTeX file; text between them is skipped, as in BibTeX.
struct BibTeXRows: RowReader {
  private var reader = BibTeXReader()

  private static let isbns = ["isbn", "isbn13", "isbn-13", "isbn10", "isbn-10"]

  static let names = Set(
    isbns + [
      "type", "key", "title", "booktitle", "subtitle", "author", "editor", "translator", "publisher",
      "school", "institution", "series", "number", "volume", "language", "langid", "pagetotal", "date",
      "year", "month", "day", "origdate", "keywords", "note", "annotation", "annote", "readstatus",
    ])

  mutating func rows(of bytes: [UInt8], isLast: Bool) throws(FormatError) -> [FormatRow] {
    var rows: [FormatRow] = []
    reader.append(bytes, isLast: isLast)
    while let entry = try reader.next() { rows.append(Self.row(entry)) }
    return rows
  }

  private static func row(_ entry: BibTeXReader.Entry) -> FormatRow {
    var row = FormatRow(
      line: entry.line, columns: ["type", "key"] + entry.fields.map(\.name),
      values: ([entry.type, entry.key] + entry.fields.map(\.value)).map { .text(Text($0)) })
    row.id = entry.key.nonEmpty
    func field(_ names: String...) -> String? {
      names.lazy.compactMap { row.text($0) }.first.flatMap { LaTeXText.plain($0).nonEmpty }
    }
    var book: [BookField: String] = [:]
    book[.title] = field("title", "booktitle")
    book[.subtitle] = field("subtitle")
    book[.author] = row.text("author").map { names($0) }
    let people = ["editor", "translator"].compactMap { role in
      row.text(role).map {
        names($0).split(separator: "; ").map { "\($0) (\(role))" }.joined(separator: "; ")
      }
    }
    if !people.isEmpty { book[.contributors] = people.joined(separator: "; ") }
    book[.publisher] = field("publisher", "school", "institution")
    book[.series] = field("series")
    book[.seriesNumber] = field("number", "volume").flatMap { Double($0) == nil ? nil : $0 }
    book[.isbn] =
      isbns.lazy.compactMap { row.text($0) }.compactMap {
        ISBNText.all(in: LaTeXText.plain($0)).first
      }.first
    book[.language] = field("language", "langid")
    book[.pages] = field("pagetotal").flatMap { PageCount.read($0) }
    book[.published] = date(field("date"), field("year"), field("month"), field("day"))
    book[.firstPublished] = field("origdate").flatMap { PartialDateText.read($0, nil) }
    book[.tags] = field("keywords").map {
      $0.split { $0 == "," || $0 == ";" }.map(\.singleSpaced).joined(separator: "; ")
    }
    book[.notes] = field("note", "annotation", "annote")
    book[.status] = field("readstatus").flatMap { StatusText.status($0) }
    row.book = book
    for name in isbns { row.noteUnread(.isbn, name) }
    row.noteUnread(.published, "date", "year")
    row.noteUnread(.firstPublished, "origdate")
    row.noteUnread(.pages, "pagetotal")
    row.noteUnread(.status, "readstatus")
    if entry.type == "book" { row.noteUnread(.seriesNumber, "number", "volume") }
    if book[.title] == nil { row.problems.append(.untitled) }
    return row
  }

  /// Splits at ` and ` outside braces; `Last, First` stays, and `others` is ignored.
  private static func names(_ text: String) -> String {
    LaTeXText.parts(of: text, separatedBy: "and").filter { $0 != "others" }.map { LaTeXText.plain($0) }
      .filter { !$0.isEmpty }.joined(separator: "; ")
  }

  private static func date(_ date: String?, _ year: String?, _ month: String?, _ day: String?) -> String? {
    // A range is not read, unless it is open, such as `2001/`.
    if let date { return PartialDateText.read(date.hasSuffix("/") ? date.dropLast() : date[...], nil) }
    guard let year = year.flatMap({ Int($0) }) else { return year.flatMap { PartialDateText.read($0) } }
    let month = month.flatMap { Int($0) ?? PartialDateText.month($0) }
    return PartialDateText.joined(year, month, month == nil ? nil : day.flatMap { Int($0) })
      ?? PartialDateText.joined(year, nil, nil)
  }
}

enum LaTeXText {
  private static let accents: [Character: Unicode.Scalar] = [
    "`": "\u{300}", "'": "\u{301}", "^": "\u{302}", "~": "\u{303}", "\"": "\u{308}", "=": "\u{304}",
    ".": "\u{307}", "u": "\u{306}", "v": "\u{30C}", "H": "\u{30B}", "c": "\u{327}", "k": "\u{328}",
    "d": "\u{323}", "b": "\u{331}", "r": "\u{30A}",
  ]
  private static let spaces: [Character: String] = [
    "\\": " ", ",": " ", ";": " ", ":": " ", " ": " ", "\n": " ", "-": "", "/": "", "!": "", "@": "", "(": "",
    ")": "", "[": "", "]": "",
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
    // `\u` is an accent, `\url` is not.
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

enum LaTeXCommand {
  /// The text of a command, by default its name, and whether the command swallows the next blank.
  static func text(_ name: String) -> (text: String, takesBlank: Bool) {
    if let text = texts[name] ?? symbols[name] { return (text, true) }
    return forms.contains(name) ? ("", true) : (name, false)
  }

  /// Commands that only change the style or position of the text after them.
  private static let forms: Set<String> = [
    "emph", "textbf", "textit", "textmd", "textnormal", "textrm", "textsc", "textsf", "textsl", "texttt",
    "textup", "bf", "bfseries", "em", "it", "itshape", "mdseries", "normalfont", "rm", "rmfamily", "sc",
    "scshape", "sf", "sffamily", "sl", "slshape", "tt", "ttfamily", "upshape", "tiny", "scriptsize",
    "footnotesize", "small", "normalsize", "large", "Large", "mathbb", "mathbf", "mathcal", "mathfrak",
    "mathit", "mathnormal", "mathrm", "mathsf", "mathscr", "mathtt", "boldsymbol", "operatorname",
    "ensuremath", "text", "mbox", "hbox", "fbox", "underline", "textsuperscript", "textsubscript", "protect",
    "relax", "left", "right", "displaystyle", "uppercase", "lowercase", "MakeUppercase", "MakeLowercase",
    "url", "path", "nolinkurl", "bibinfo", "noopsort", "sortas", "allowbreak", "nobreak", "noindent",
  ]

  private static let texts: [String: String] = [
    "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø", "aa": "å", "AA": "Å",
    "l": "ł", "L": "Ł", "i": "i", "j": "j", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ", "dj": "đ",
    "DJ": "Đ", "ng": "ŋ", "NG": "Ŋ", "SS": "SS", "textendash": "–", "textemdash": "—", "ldots": "…",
    "dots": "…", "textellipsis": "…", "textquoteright": "’", "textquoteleft": "‘", "textquotedblleft": "“",
    "textquotedblright": "”", "quotedblbase": "„", "quotesinglbase": "‚", "textquotesingle": "'",
    "textquotedbl": "\"", "lq": "‘", "rq": "’", "guillemotleft": "«", "guillemotright": "»",
    "guillemetleft": "«", "guillemetright": "»", "guilsinglleft": "‹", "guilsinglright": "›", "flqq": "«",
    "frqq": "»", "glqq": "„", "grqq": "“", "textbackslash": "\\", "textasciitilde": "~",
    "textasciicircum": "^", "textasciigrave": "`", "textasciiacute": "´", "textbar": "|", "textless": "<",
    "textgreater": ">", "textunderscore": "_", "textdollar": "$", "textbraceleft": "{",
    "textbraceright": "}", "lbrace": "{", "rbrace": "}", "textnumbersign": "#", "textpercent": "%",
    "textampersand": "&", "S": "§", "textsection": "§", "P": "¶", "textparagraph": "¶", "dag": "†",
    "ddag": "‡", "textdagger": "†", "textdaggerdbl": "‡", "pounds": "£", "textsterling": "£",
    "texteuro": "€", "euro": "€", "EUR": "€", "textyen": "¥", "textcent": "¢", "copyright": "©",
    "textcopyright": "©", "textregistered": "®", "texttrademark": "™", "textdegree": "°", "degree": "°",
    "textmu": "µ", "textbullet": "•", "textperiodcentered": "·", "textexclamdown": "¡",
    "textquestiondown": "¿", "textordfeminine": "ª", "textordmasculine": "º", "textonehalf": "½",
    "textonequarter": "¼", "textthreequarters": "¾", "texttimes": "×", "textdiv": "÷", "textpm": "±",
    "slash": "/", "textvisiblespace": " ", "newline": " ", "linebreak": " ", "par": " ", "space": " ",
    "quad": " ", "qquad": " ", "nobreakspace": "\u{A0}",
  ]

  private static let symbols: [String: String] = [
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ϵ", "varepsilon": "ε", "zeta": "ζ",
    "eta": "η", "theta": "θ", "vartheta": "ϑ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν",
    "xi": "ξ", "omicron": "ο", "pi": "π", "varpi": "ϖ", "rho": "ρ", "varrho": "ϱ", "sigma": "σ",
    "varsigma": "ς", "tau": "τ", "upsilon": "υ", "phi": "ϕ", "varphi": "φ", "chi": "χ", "psi": "ψ",
    "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ",
    "Upsilon": "Υ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω", "times": "×", "cdot": "·", "cdots": "⋯", "div": "÷",
    "pm": "±", "mp": "∓", "ast": "∗", "star": "⋆", "circ": "∘", "bullet": "•", "prime": "′", "infty": "∞",
    "partial": "∂", "nabla": "∇", "sum": "∑", "prod": "∏", "int": "∫", "ell": "ℓ", "hbar": "ℏ", "Re": "ℜ",
    "Im": "ℑ", "aleph": "ℵ", "to": "→", "rightarrow": "→", "leftarrow": "←", "leftrightarrow": "↔",
    "Rightarrow": "⇒", "Leftarrow": "⇐", "mapsto": "↦", "uparrow": "↑", "downarrow": "↓", "leq": "≤",
    "le": "≤", "geq": "≥", "ge": "≥", "neq": "≠", "ne": "≠", "approx": "≈", "sim": "∼", "simeq": "≃",
    "equiv": "≡", "cong": "≅", "propto": "∝", "ll": "≪", "gg": "≫", "in": "∈", "notin": "∉", "subset": "⊂",
    "subseteq": "⊆", "supset": "⊃", "cup": "∪", "cap": "∩", "emptyset": "∅", "forall": "∀", "exists": "∃",
    "neg": "¬", "wedge": "∧", "vee": "∨", "oplus": "⊕", "otimes": "⊗", "perp": "⊥", "parallel": "∥",
    "langle": "⟨", "rangle": "⟩", "dagger": "†", "ddagger": "‡",
  ]
}

/// A reader for BibTeX (btxdoc, 2; the grammar of btparse): lowercase names, and values with their inner braces.
struct BibTeXReader {
  struct Entry {
    let type, key: String
    let fields: [(name: String, value: String)]
    let line: Int
  }

  private var bytes: [UInt8] = []
  private var isWhole = false
  /// The number of bytes required before an incomplete entry is tried again.
  private var wanted = 0
  private var place = 0
  private var counter = PlaceCounter()
  private var strings: [String: String] = [:]
  /// How far names may still expand in bytes: each can contain another twice, and so double in length.
  private var room = 1 << 20

  mutating func append(_ next: [UInt8], isLast: Bool) {
    bytes.removeFirst(place)
    place = 0
    bytes += next
    room += 4 * next.count
    isWhole = isLast
  }

  /// The next entry, in linear time however the bytes are divided; nil if they end before the entry does.
  mutating func next() throws(FormatError) -> Entry? {
    guard isWhole || bytes.count >= wanted else { return nil }
    wanted = 0
    while skip(to: UInt8(ascii: "@")) {
      let start = (place: place, counter: counter, room: room)
      do throws(FormatError) {
        if let entry = try entryHere() { return entry }
        guard !isWhole, place == bytes.count else { continue }
      } catch {
        // More bytes may complete an entry that fails at the end.
        guard !isWhole, place == bytes.count else { throw error }
      }
      (place, counter, room) = start
      if bytes.count - place > ReadLimit.row { throw .rowTooLong(here) }
      wanted = 2 * (bytes.count - place)
      return nil
    }
    return nil
  }

  private mutating func entryHere() throws(FormatError) -> Entry? {
    let line = counter.place.line
    advance()
    let type = word().lowercased()
    skipBlanks()
    guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "("), !type.isEmpty else { return nil }
    let end: UInt8 = byte == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: ")")
    if type == "comment" {
      _ = try enclosed(end)
      return nil
    }
    advance()
    switch type {
    case "preamble":
      _ = try value()
      try take(end)
    case "string":
      for field in try fields(end) { strings[field.name] = field.value }
    default: return try entry(type, end, line)
    }
    return nil
  }

  private mutating func entry(_ type: String, _ end: UInt8, _ line: Int) throws(FormatError) -> Entry {
    skipBlanks()
    let (start, before) = (place, counter)
    while let byte, byte != UInt8(ascii: ","), byte != end, byte != 10, byte != 13 { advance() }
    var key = text(start..<place).trimmed
    if key.contains("=") {
      // The first field follows at once, without a key.
      (key, place, counter) = ("", start, before)
    }
    skipBlanks()
    if byte == UInt8(ascii: ",") { advance() }
    return Entry(type: type, key: key, fields: try fields(end), line: line)
  }

  private mutating func fields(_ end: UInt8) throws(FormatError) -> [(name: String, value: String)] {
    var fields: [(name: String, value: String)] = []
    while true {
      skipBlanks()
      if byte == UInt8(ascii: ",") { advance(); continue }
      if byte == end { break }
      let name = word().lowercased()
      guard !name.isEmpty else { throw .expected(.name, here) }
      try take(UInt8(ascii: "="))
      fields.append((name, try value()))
    }
    advance()
    return fields
  }

  private mutating func value() throws(FormatError) -> String {
    var value = ""
    repeat {
      skipBlanks()
      switch byte {
      case UInt8(ascii: "{"): value += try enclosed(UInt8(ascii: "}"))
      case UInt8(ascii: "\""): value += try enclosed(UInt8(ascii: "\""))
      default:
        let word = word()
        guard !word.isEmpty else { throw .expected(.value, here) }
        value += try text(named: word)
      }
      skipBlanks()
    } while takes(UInt8(ascii: "#"))
    return value.singleSpaced
  }

  private mutating func text(named name: String) throws(FormatError) -> String {
    guard let text = strings[name.lowercased()] else { return name }
    room -= text.utf8.count
    if room < 0 { throw .expandsTooFar(here) }
    return text
  }

  private mutating func enclosed(_ end: UInt8) throws(FormatError) -> String {
    let opened = here
    advance()
    let start = place
    var depth = 0
    while let byte {
      if byte == end && depth == 0 {
        defer { advance() }
        return text(start..<place)
      }
      // BibTeX ignores a backslash before a brace; a Windows path may end with one.
      if byte == UInt8(ascii: "{") { depth += 1 } else if byte == UInt8(ascii: "}") { depth -= 1 }
      advance()
    }
    throw end == UInt8(ascii: "\"")
      ? .unclosedQuote(opened) : .expected(.character(Character(Unicode.Scalar(end))), opened)
  }

  private var byte: UInt8? { place < bytes.count ? bytes[place] : nil }

  private var here: TextPlace { counter.place }

  private func text(_ range: Range<Int>) -> String {
    let part = bytes[range]
    return String(validating: part, as: UTF8.self)
      ?? String(decoding: TextDecoder.windows1252(part), as: UTF8.self)
  }

  private mutating func advance() {
    guard let byte else { return }
    place += 1
    counter.advance(over: byte)
  }

  private mutating func skip(to wanted: UInt8) -> Bool {
    while let byte, byte != wanted { advance() }
    return byte != nil
  }

  private mutating func skipBlanks() {
    while let byte {
      if byte == UInt8(ascii: "%") { while let byte = self.byte, byte != 10 { advance() } }
      guard let next = self.byte, [32, 9, 10, 13].contains(next) else { return }
      advance()
    }
  }

  private mutating func word() -> String {
    skipBlanks()
    let start = place
    while let byte, byte > 32, !"\"#%'(),={}".utf8.contains(byte) { advance() }
    return text(start..<place)
  }

  private mutating func takes(_ wanted: UInt8) -> Bool {
    skipBlanks()
    guard byte == wanted else { return false }
    advance()
    return true
  }

  private mutating func take(_ wanted: UInt8) throws(FormatError) {
    guard takes(wanted) else { throw .expected(.character(Character(Unicode.Scalar(wanted))), here) }
  }
}
