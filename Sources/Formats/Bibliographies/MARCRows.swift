import Records

/// The records of MARC-in-JSON (format.gbv.de/marc/json), concatenated or in a list.
struct MARCRows: RowReader {
  private var divider = JSONDivider(hasManyValues: true)

  mutating func rows(of bytes: [UInt8], isLast: Bool) throws(FormatError) -> [FormatRow] {
    var rows: [FormatRow] = []
    for part in try divider.parts(of: bytes, isLast: isLast) {
      let value = try part.value()
      for record in value["fields"] == nil ? value.enclosedRows ?? [value] : [value] {
        guard record["fields"] != nil else { throw .expected(.rows, part.place) }
        rows.append(MARCRecord(record).row)
      }
    }
    return rows
  }
}

struct MARCRecord {
  private let json: JSONValue
  /// A field with a single value, such as 001, stores it under an empty code.
  private let fields: [(tag: String, parts: [(code: String, text: String)])]
  private let dialect: MARCDialect

  init(_ json: JSONValue) {
    self.json = json
    let fields = Self.fields(of: json)
    self.fields = fields
    let tags = Set(fields.map(\.tag))
    let isForPrograms = fields.contains { field in
      let start = field.parts.first?.text.prefix(8) ?? ""
      return field.tag == "100" && start.count == 8 && start.allSatisfy(\.isNumber)
    }
    dialect = !tags.contains("245") && (tags.contains("200") || isForPrograms) ? .unimarc : .marc21
  }

  private static func fields(of json: JSONValue) -> [(tag: String, parts: [(code: String, text: String)])] {
    (json["fields"]?.elements ?? []).flatMap { field -> [(String, [(String, String)])] in
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

  var row: FormatRow {
    let byTag = Dictionary(grouping: fields) { $0.tag }
    var taken: Set<String> = []
    let tags = fields.map(\.tag).filter { taken.insert($0).inserted }
    let values = tags.map { tag in
      let texts = (byTag[tag] ?? []).map { $0.parts.map(\.text).joined(separator: " ") }
      return Value.text(Text(texts.joined(separator: "; ")))
    }
    var row = FormatRow(line: 0, columns: tags, values: values)
    row.raw = json.text
    row.id = first(("001", ""))?.trimmed
    row.book = book
    if row.book[.title] == nil { row.problems.append(.untitled) }
    return row
  }

  private var book: [BookField: String] {
    var book: [BookField: String] = [:]
    book[.title] = first(dialect.title).flatMap(Self.withoutMarks)
    book[.subtitle] = first(dialect.subtitle).flatMap(Self.withoutMarks)
    book[.author] = people(dialect.authors).first?.name
    book[.contributors] = contributors
    book[.isbn] = all(dialect.isbn).lazy.compactMap { ISBNText.all(in: $0).first }.first
    book[.publisher] = first(of: dialect.publisher).flatMap(Self.withoutMarks)
    book[.published] = first(of: dialect.published).flatMap(Self.year) ?? year
    book[.series] = first(of: dialect.series).flatMap(Self.withoutMarks)
    book[.seriesNumber] = first(of: dialect.seriesNumber).flatMap(Self.number)
    book[.pages] = first(dialect.pages).flatMap(Self.pages)
    book[.language] = first(dialect.language) ?? language
    let subjects = dialect.subjects.flatMap { all(($0, "a")) }.compactMap(Self.withoutMarks)
    book[.tags] = subjects.joined(separator: "; ").nonEmpty
    book[.notes] = dialect.notes.flatMap(all).joined(separator: "\n").nonEmpty
    return book
  }

  private func all(_ place: MARCDialect.Place) -> [String] {
    fields.filter { $0.tag == place.tag }.flatMap { field in
      field.parts.filter { $0.code == place.code }.map(\.text)
    }
  }

  private func first(_ place: MARCDialect.Place) -> String? { all(place).first }

  private func first(of places: [MARCDialect.Place]) -> String? { places.lazy.compactMap(first).first }

  private func people(_ tags: [String]) -> [(name: String, role: String?)] {
    tags.flatMap { tag in fields.filter { $0.tag == tag } }.compactMap { field in
      func part(_ code: String) -> String? { field.parts.first { $0.code == code }?.text }
      guard let last = part("a").flatMap(Self.name) else { return nil }
      let given = dialect.givenName.flatMap(part).flatMap(Self.withoutMarks)
      let name = [last, given].compactMap(\.self).joined(separator: ", ")
      let role = part("e").flatMap(Self.withoutMarks) ?? part("4").flatMap { MARCDialect.roles[$0] }
      return (name, role.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 })
    }
  }

  private var contributors: String? {
    let texts = people(dialect.contributors).map { person in
      person.role.map { "\(person.name) (\($0))" } ?? person.name
    }
    return texts.joined(separator: "; ").nonEmpty
  }

  private var year: String? {
    let (place, start) = dialect.givenName == nil ? (("008", ""), 7) : (("100", "a"), 9)
    return first(place).flatMap { PartialDateText.year($0.dropFirst(start).prefix(4)) }
  }

  private var language: String? {
    guard let code = first(("008", ""))?.dropFirst(35).prefix(3), code.count == 3 else { return nil }
    return code.allSatisfy { $0.isASCII && $0.isLetter } ? String(code) : nil
  }

  /// Removes the punctuation before the next element (ISBD): `Dune /` becomes `Dune`.
  private static func withoutMarks(_ text: String) -> String? {
    // Control characters enclose an article that is ignored in sorting.
    var text = String(text.unicodeScalars.filter { !(0x80..<0xA0).contains($0.value) }).trimmed[...]
    while let last = text.last, " /:;,=".contains(last) { text = text.dropLast() }
    return text.isEmpty ? nil : String(text)
  }

  /// Removes the final point of a name, except after an initial as in `Lewis, C. S.`.
  private static func name(_ text: String) -> String? {
    guard let name = withoutMarks(text) else { return nil }
    let last = name.dropLast().split(separator: " ").last ?? ""
    return name.hasSuffix(".") && last.count > 2 ? String(name.dropLast()) : name
  }

  /// The year of a printed date such as `c1965.` or `[1965]`.
  private static func year(_ text: String) -> String? {
    let digits: Substring? = text.split { !$0.isASCII || !$0.isNumber }.first { $0.count == 4 }
    return digits.flatMap { PartialDateText.year($0) }
  }

  private static func number(_ text: String) -> String? {
    let digits = text.drop { !$0.isNumber }.prefix { $0.isNumber || $0 == "." }
    let number = digits.hasSuffix(".") ? digits.dropLast() : digits
    return Double(number) == nil ? nil : String(number)
  }

  /// Reads `xii, 412 p.`: the number before the page sign.
  private static func pages(_ text: String) -> String? {
    let words = text.split { !$0.isLetter && !$0.isNumber }
    guard let sign = words.firstIndex(where: { ["p", "pages", "S", "Seiten"].contains($0) }), sign > 0 else {
      return nil
    }
    return Int(words[sign - 1]).map(String.init)
  }
}

struct MARCDialect {
  typealias Place = (tag: String, code: String)

  let title, subtitle: Place
  let authors, contributors: [String]
  let givenName: String?
  let isbn: Place
  let publisher, published, series, seriesNumber: [Place]
  let pages, language: Place
  let subjects: [String]
  let notes: [Place]

  /// MARC 21 (Format for Bibliographic Data).
  static let marc21 = MARCDialect(
    title: ("245", "a"), subtitle: ("245", "b"), authors: ["100", "110", "111"], contributors: ["700"],
    givenName: nil, isbn: ("020", "a"), publisher: [("264", "b"), ("260", "b")],
    published: [("264", "c"), ("260", "c")], series: [("490", "a"), ("830", "a")],
    seriesNumber: [("490", "v"), ("830", "v")], pages: ("300", "a"), language: ("041", "a"),
    subjects: ["650", "651", "655"], notes: [("500", "a"), ("520", "a")])

  /// UNIMARC (Manual, Bibliographic Format), whose field 100 has coded data.
  static let unimarc = MARCDialect(
    title: ("200", "a"), subtitle: ("200", "e"), authors: ["700", "710", "720"],
    contributors: ["701", "702", "711", "712"], givenName: "b", isbn: ("010", "a"),
    publisher: [("214", "c"), ("210", "c")], published: [("214", "d"), ("210", "d")],
    series: [("225", "a"), ("461", "t"), ("410", "t")],
    seriesNumber: [("225", "v"), ("461", "v"), ("410", "v")],
    pages: ("215", "a"), language: ("101", "a"), subjects: ["606", "607", "608", "610"],
    notes: [("300", "a"), ("330", "a")])

  static let roles = [
    "340": "editor", "440": "illustrator", "550": "narrator", "600": "photographer", "730": "translator",
  ]
}
