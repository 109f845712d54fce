extension ISBNText {
  /// All ISBNs in a text, without repetition and with 13 digits.
  ///
  /// Nine digits alone are an ISBN-10 that begins with 0: spreadsheets drop the zero, and books had such numbers before ISBNs.
  package static func all(in text: some StringProtocol) -> [String] {
    let text = plain(text)
    let whole = text.hasSuffix(".0") ? text.dropLast(2) : text[...]
    if whole.utf8.count == 9, let isbn = thirteen("0" + whole) { return [isbn] }
    let runs = words(text).split { word in
      !word.allSatisfy { $0.isASCII && $0.isNumber || "-xX".contains($0) }
    }
    return runs.flatMap(isbns).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  private static func plain(_ text: some StringProtocol) -> String {
    let marks = text.map { character -> Character in
      if "\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2212}".contains(character) { return "-" }
      return character.isWhitespace ? " " : character
    }
    return String(String(marks).drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  /// Each sign but a hyphen is a word; words like ISBN are dropped.
  private static func words(_ text: String) -> [Substring] {
    let marked = text.lowercased().replacing("isbn", with: " ").flatMap { character -> [Character] in
      character.isLetter || character.isNumber || "- ".contains(character)
        ? [character] : [" ", character, " "]
    }
    return String(marked).split(separator: " ")
  }

  /// An ISBN may span up to five words: `978 0 306 40615 7`.
  private static func isbns(_ words: ArraySlice<Substring>) -> [String] {
    var (found, rest) = ([String](), words)
    while !rest.isEmpty {
      let count = (1...min(5, rest.count)).first { checked(rest.prefix($0).joined()) != nil }
      if let count, let isbn = thirteen(rest.prefix(count).joined()) { found.append(isbn) }
      rest = rest.dropFirst(count ?? 1)
    }
    return found
  }
}
