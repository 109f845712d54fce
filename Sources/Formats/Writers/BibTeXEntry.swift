import Records

/// A book as an entry of BibTeX.
enum BibTeXEntry {
  /// The entry; its key has not been taken before.
  static func text(_ row: FormatRow, keys: inout Set<String>) -> String {
    let book = row.book
    var fields: [(String, String)] = []
    func add(_ name: String, _ value: String?) { if let value { fields.append((name, value)) } }
    add("title", book[.title].map { "{" + LaTeXText.escaped($0) + "}" })
    add("subtitle", book[.subtitle].map(LaTeXText.escaped))
    add("author", book[.author].map { names($0) })
    add("editor", role("editor", book))
    add("translator", role("translator", book))
    add("publisher", book[.publisher].map(LaTeXText.escaped))
    add("date", book[.published])
    add("year", book[.published].flatMap { PartialDateText.parts($0).first }.map(String.init))
    add("origdate", book[.firstPublished])
    add("series", book[.series].map(LaTeXText.escaped))
    add("number", book[.seriesNumber])
    add("isbn", book[.isbn])
    add("language", book[.language].map(LaTeXText.escaped))
    add("pagetotal", book[.pages])
    add("keywords", book[.tags].map { LaTeXText.escaped($0.split(separator: "; ").joined(separator: ", ")) })
    add("note", book[.notes].map(LaTeXText.escaped))
    let lines = fields.map { "  \($0.0) = {\($0.1)},\n" }.joined()
    return "@book{\(key(row, &keys)),\n\(lines)}\n\n"
  }

  private static func names(_ text: String) -> String {
    text.split(separator: "; ").map { LaTeXText.escaped(String($0)) }.joined(separator: " and ")
  }

  private static func role(_ role: String, _ book: [BookField: String]) -> String? {
    let end = " (\(role))"
    let people = (book[.contributors] ?? "").split(separator: "; ").filter { $0.hasSuffix(end) }
    return people.isEmpty ? nil : names(people.map { String($0.dropLast(end.count)) }.joined(separator: "; "))
  }

  /// The author's last name, the year and the first word of the title, or the key that the book came with.
  private static func key(_ row: FormatRow, _ keys: inout Set<String>) -> String {
    let author = row.book[.author]?.split(separator: "; ").first ?? ""
    let last = author.contains(",") ? author.split(separator: ",").first : author.split(separator: " ").last
    let year = row.book[.published].flatMap { PartialDateText.parts($0).first }.map(String.init)
    let word = row.book[.title]?.split { !$0.isLetter }.first { $0.count > 3 }
    let made = [last.map { String($0) }, year, word.map { String($0) }].compactMap { $0 }.joined()
      .lowercased()
    let base = row.id ?? made.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    let start = base.isEmpty ? "book" : base
    var (key, number) = (start, 2)
    while !keys.insert(key).inserted {
      key = "\(start)-\(number)"
      number += 1
    }
    return key
  }
}
