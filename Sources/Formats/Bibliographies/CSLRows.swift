import Records

/// The items of CSL-JSON (citeproc's schema, csl-data.json).
struct CSLRows: RowReader {
  private var divider = JSONDivider()

  static let names: Set<String> = [
    "id", "type", "title", "author", "editor", "translator", "illustrator", "publisher", "issued",
    "original-date", "ISBN", "collection-title", "collection-number", "language", "number-of-pages",
    "keyword", "note",
  ]

  /// The types of items (CSL 1.0.2, Appendix III).
  static let types: Set<String> = [
    "article", "article-journal", "article-magazine", "article-newspaper", "bill", "book", "broadcast",
    "chapter", "classic", "collection", "dataset", "document", "entry", "entry-dictionary",
    "entry-encyclopedia", "event", "figure", "graphic", "hearing", "interview", "legal_case", "legislation",
    "manuscript", "map", "motion_picture", "musical_score", "pamphlet", "paper-conference", "patent",
    "performance", "periodical", "personal_communication", "post", "post-weblog", "regulation", "report",
    "review", "review-book", "software", "song", "speech", "standard", "thesis", "treaty", "webpage",
  ]

  mutating func rows(of bytes: [UInt8], isLast: Bool) throws(FormatError) -> [FormatRow] {
    var rows: [FormatRow] = []
    for part in try divider.parts(of: bytes, isLast: isLast) {
      let value = try part.value()
      guard value.isObject else { throw .expected(.rows, part.place) }
      rows += (part.isElement ? [value] : value.enclosedRows ?? [value]).map(row)
    }
    return rows
  }

  private func row(_ item: JSONValue) -> FormatRow {
    var row = FormatRow(item)
    row.id = item["id"]?.plain
    row.book[.title] = item["title"]?.plain
    row.book[.author] = Self.names(item["author"], role: nil)
    let people = ["editor", "translator", "illustrator"].compactMap { Self.names(item[$0], role: $0) }
    row.book[.contributors] = people.joined(separator: "; ").nonEmpty
    row.book[.publisher] = item["publisher"]?.plain
    row.book[.published] = Self.date(item["issued"])
    row.book[.firstPublished] = Self.date(item["original-date"])
    row.book[.isbn] = item["ISBN"]?.plain.flatMap { ISBNText.all(in: $0).first }
    row.book[.series] = item["collection-title"]?.plain
    row.book[.seriesNumber] = item["collection-number"]?.plain.flatMap { Double($0) == nil ? nil : $0 }
    row.book[.language] = item["language"]?.plain
    row.book[.pages] = item["number-of-pages"]?.plain.flatMap { PageCount.read($0) }
    row.book[.tags] = item["keyword"]?.plain.map {
      $0.split { $0 == "," || $0 == ";" }.map(\.singleSpaced).joined(separator: "; ")
    }
    row.book[.notes] = item["note"]?.plain
    row.noteUnread(.isbn, "ISBN")
    row.noteUnread(.published, "issued")
    row.noteUnread(.firstPublished, "original-date")
    row.noteUnread(.pages, "number-of-pages")
    row.noteUnread(.seriesNumber, "collection-number")
    if row.book[.title] == nil { row.problems.append(.untitled) }
    return row
  }

  private static func names(_ value: JSONValue?, role: String?) -> String? {
    let names = value?.elements.compactMap { name -> String? in
      let particle = name["non-dropping-particle"]?.plain.map { $0 + " " } ?? ""
      let full = [name["family"]?.plain.map { particle + $0 }, name["given"]?.plain].compactMap(\.self)
        .joined(separator: ", ")
      let text = name["literal"]?.plain ?? (full.isEmpty ? name.plain : full)
      return text.map { text in role.map { "\(text) (\($0))" } ?? text }
    }
    return names.flatMap { $0.isEmpty ? nil : $0.joined(separator: "; ") }
  }

  private static func date(_ value: JSONValue?) -> String? {
    guard let value else { return nil }
    if let parts = value["date-parts"]?.elements.first?.elements.compactMap({ $0.plain.flatMap { Int($0) } }),
      let year = parts.first
    {
      return PartialDateText.joined(year, parts.dropFirst().first, parts.dropFirst(2).first)
    }
    return [value["raw"], value["literal"], value].lazy.compactMap { $0?.plain }.compactMap {
      PartialDateText.read($0, nil)
    }.first
  }
}
