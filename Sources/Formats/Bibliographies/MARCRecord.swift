import Records

/// A record of MARC 21, and what its fields say of a book (MARC 21 Format for Bibliographic Data).
struct MARCRecord {
  private let json: JSONValue
  /// The fields in their order; those with one value only, as 001, have it as their only subfield, without a code.
  private let fields: [(tag: String, parts: [(code: String, text: String)])]

  init(_ json: JSONValue) {
    self.json = json
    fields = (json["fields"]?.elements ?? []).flatMap { field -> [(String, [(String, String)])] in
      guard case .object(let members) = field else { return [] }
      return members.map { tag, value in
        if let text = value.plain { return (tag, [("", text)]) }
        let parts = (value["subfields"]?.elements ?? []).flatMap { part -> [(String, String)] in
          guard case .object(let codes) = part else { return [] }
          return codes.compactMap { code, value in value.plain.map { (code, $0) } }
        }
        return (tag, parts)
      }
    }
  }

  /// The record as a row.
  var row: FormatRow {
    var tags: [String] = []
    for field in fields where !tags.contains(field.tag) { tags.append(field.tag) }
    let values = tags.map { tag in
      let texts = fields.filter { $0.tag == tag }.map { $0.parts.map(\.text).joined(separator: " ") }
      return Value.text(Text(texts.joined(separator: "; ")))
    }
    var row = FormatRow(line: 0, columns: tags, values: values)
    row.raw = json.text
    row.id = first("001", "")?.trimmed
    row.book = book
    if row.book[.title] == nil { row.problems.append(.untitled) }
    return row
  }

  private var book: [BookField: String] {
    var book: [BookField: String] = [:]
    book[.title] = first("245", "a").flatMap(Self.withoutMarks)
    book[.subtitle] = first("245", "b").flatMap(Self.withoutMarks)
    book[.author] = ["100", "110", "111"].lazy.compactMap { first($0, "a") }.first.flatMap(Self.name)
    book[.contributors] = contributors
    book[.isbn] = all("020", "a").lazy.compactMap(Self.isbn).first
    book[.publisher] = (first("264", "b") ?? first("260", "b")).flatMap(Self.withoutMarks)
    book[.published] = (first("264", "c") ?? first("260", "c")).flatMap(Self.year) ?? year
    book[.series] = (first("490", "a") ?? first("830", "a")).flatMap(Self.withoutMarks)
    book[.seriesNumber] = (first("490", "v") ?? first("830", "v")).flatMap(Self.number)
    book[.pages] = first("300", "a").flatMap(Self.pages)
    book[.language] = first("041", "a") ?? language
    book[.tags] = Self.joined(["650", "651", "655"].flatMap { all($0, "a") }.compactMap(Self.withoutMarks))
    book[.notes] = Self.joined(all("500", "a") + all("520", "a"), by: "\n")
    return book
  }

  private func all(_ tag: String, _ code: String) -> [String] {
    fields.filter { $0.tag == tag }.flatMap { field in field.parts.filter { $0.code == code }.map(\.text) }
  }

  private func first(_ tag: String, _ code: String) -> String? { all(tag, code).first }

  /// People beside the author, with what they did: `Le Guin, Ursula (translator)`.
  private var contributors: String? {
    let people = fields.filter { $0.tag == "700" }.compactMap { field -> String? in
      guard let name = field.parts.first(where: { $0.code == "a" }).flatMap({ Self.name($0.text) }) else {
        return nil
      }
      let role = field.parts.first { $0.code == "e" }.flatMap { Self.withoutMarks($0.text) }
      return role.map { "\(name) (\($0.hasSuffix(".") ? String($0.dropLast()) : $0))" } ?? name
    }
    return Self.joined(people)
  }

  /// The year of field 008, where the record's date is one year.
  private var year: String? {
    first("008", "").flatMap { $0.utf8.count > 10 ? PartialDateText.year($0.dropFirst(7).prefix(4)) : nil }
  }

  /// The language of field 008, as three letters.
  private var language: String? {
    guard let code = first("008", "")?.dropFirst(35).prefix(3), code.count == 3 else { return nil }
    return code.allSatisfy { $0.isASCII && $0.isLetter } ? String(code) : nil
  }

  // MARK: Texts of cataloguers

  /// A text without the marks that part it from the next one (ISBD): `Dune /` is `Dune`.
  private static func withoutMarks(_ text: String) -> String? {
    var text = text.trimmed[...]
    while let last = text.last, " /:;,=".contains(last) { text = text.dropLast() }
    return text.isEmpty ? nil : String(text)
  }

  /// A name without the point at its end, unless that belongs to an initial as in `Lewis, C. S.`.
  private static func name(_ text: String) -> String? {
    guard let name = withoutMarks(text) else { return nil }
    let last = name.dropLast().split(separator: " ").last ?? ""
    return name.hasSuffix(".") && last.count > 2 ? String(name.dropLast()) : name
  }

  /// The number before what is said of the binding: `0441172717 (pbk.)`.
  private static func isbn(_ text: String) -> String? {
    text.split(separator: " ").first.flatMap { ISBNText.thirteen($0) }
  }

  /// The year of `c1965.` or `[1965]`, as it is printed.
  private static func year(_ text: String) -> String? {
    let digits: Substring? = text.split { !$0.isASCII || !$0.isNumber }.first { $0.count == 4 }
    return digits.flatMap { PartialDateText.year($0) }
  }

  /// The first number: of `bk. 1`, or `2.5`.
  private static func number(_ text: String) -> String? {
    let digits = text.drop { !$0.isNumber }.prefix { $0.isNumber || $0 == "." }
    let number = digits.hasSuffix(".") ? digits.dropLast() : digits
    return Double(number) == nil ? nil : String(number)
  }

  /// The pages of `xii, 412 p.`: the last number before the sign for pages.
  private static func pages(_ text: String) -> String? {
    let words = text.split { !$0.isLetter && !$0.isNumber }
    guard let sign = words.firstIndex(where: { ["p", "pages", "S", "Seiten"].contains($0) }), sign > 0 else {
      return nil
    }
    return Int(words[sign - 1]).map(String.init)
  }

  private static func joined(_ texts: [String], by separator: String = "; ") -> String? {
    texts.isEmpty ? nil : texts.joined(separator: separator)
  }
}
