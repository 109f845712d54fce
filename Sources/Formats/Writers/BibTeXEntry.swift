import Records

enum BibTeXEntry {
  static func text(_ row: FormatRow, names taken: inout BookNames) -> String {
    let book = row.book
    var fields: [(String, String)] = []
    func add(_ name: String, _ value: String?) { if let value { fields.append((name, value)) } }
    add("title", book[.title].map { "{" + LaTeXWriter.escaped($0) + "}" })
    add("subtitle", book[.subtitle].map(LaTeXWriter.escaped))
    add("author", book[.author].map { names($0) })
    add("editor", role("editor", book))
    add("translator", role("translator", book))
    add("publisher", book[.publisher].map(LaTeXWriter.escaped))
    add("date", book[.published])
    add("year", book[.published].flatMap { PartialDateText.parts($0).first }.map(String.init))
    add("origdate", book[.firstPublished])
    add("series", book[.series].map(LaTeXWriter.escaped))
    add("number", book[.seriesNumber])
    add("isbn", book[.isbn])
    add("language", book[.language].map(LaTeXWriter.escaped))
    add("pagetotal", book[.pages])
    add(
      "keywords", book[.tags].map { LaTeXWriter.escaped($0.split(separator: "; ").joined(separator: ", ")) })
    add("note", book[.notes].map(LaTeXWriter.escaped))
    let lines = fields.map { "  \($0.0) = {\($0.1)},\n" }.joined()
    return "@book{\(taken.unique(key(row))),\n\(lines)}\n\n"
  }

  private static func names(_ text: String) -> String {
    text.split(separator: "; ").map { name(String($0)) }.joined(separator: " and ")
  }

  /// A name, in braces if BibTeX would read it as several people or as `others`.
  private static func name(_ text: String) -> String {
    let words = text.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
    let escaped = LaTeXWriter.escaped(text)
    return words.contains("and") || words == ["others"] ? "{\(escaped)}" : escaped
  }

  private static func role(_ role: String, _ book: [BookField: String]) -> String? {
    let end = " (\(role))"
    let people = (book[.contributors] ?? "").split(separator: "; ").filter { $0.hasSuffix(end) }
    return people.isEmpty ? nil : names(people.map { String($0.dropLast(end.count)) }.joined(separator: "; "))
  }

  private static func key(_ row: FormatRow) -> String {
    let isKey = row.id?.unicodeScalars.allSatisfy {
      $0.value > 32 && !"{}()\"#%',=\\~".unicodeScalars.contains($0)
    }
    return isKey == true ? row.id ?? "" : BookNames.made(of: row.book)
  }
}
