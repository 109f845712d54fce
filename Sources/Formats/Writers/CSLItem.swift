import Records

enum CSLItem {
  static func value(_ row: FormatRow, names taken: inout BookNames) -> JSONValue {
    let book = row.book
    let name = taken.unique(
      row.id ?? book[.isbn].flatMap { ISBNText.thirteen($0) } ?? BookNames.made(of: book))
    var members: [(name: String, value: JSONValue)] = [("id", .string(name)), ("type", .string("book"))]
    func add(_ name: String, _ value: JSONValue?) { if let value { members.append((name, value)) } }
    add("title", book[.title].map { .string($0) })
    add("author", book[.author].map { names($0.split(separator: "; ").map(String.init)) })
    for role in ["editor", "translator", "illustrator"] { add(role, people(role, book)) }
    add("publisher", book[.publisher].map { .string($0) })
    add("issued", book[.published].map(date))
    add("original-date", book[.firstPublished].map(date))
    add("ISBN", book[.isbn].map { .string($0) })
    add("collection-title", book[.series].map { .string($0) })
    add("collection-number", book[.seriesNumber].map { .string($0) })
    add("language", book[.language].map { .string($0) })
    add("number-of-pages", book[.pages].map { .string($0) })
    add("keyword", book[.tags].map { .string($0.split(separator: "; ").joined(separator: ", ")) })
    add("note", book[.notes].map { .string($0) })
    return .object(members)
  }

  private static func people(_ role: String, _ book: [BookField: String]) -> JSONValue? {
    let end = " (\(role))"
    let people = (book[.contributors] ?? "").split(separator: "; ").filter { $0.hasSuffix(end) }
    return people.isEmpty ? nil : names(people.map { String($0.dropLast(end.count)) })
  }

  private static func names(_ names: [String]) -> JSONValue {
    .list(
      names.map { name in
        guard let comma = name.firstIndex(of: ",") else { return .object([("literal", .string(name))]) }
        return .object([
          ("family", .string(name[..<comma].trimmed)),
          ("given", .string(name[name.index(after: comma)...].trimmed)),
        ])
      })
  }

  private static func date(_ date: String) -> JSONValue {
    .object([("date-parts", .list([.list(PartialDateText.parts(date).map { .number(String($0)) })]))])
  }
}
