import Records

/// The rows of a JSON file: a list of objects, an object of objects, or a single object.
struct JSONRows: RowReader {
  private let service: BookService?
  private var divider = JSONDivider()

  init(_ service: BookService?) { self.service = service }

  mutating func rows(of bytes: [UInt8], isLast: Bool) throws(FormatError) -> [FormatRow] {
    var rows: [FormatRow] = []
    for part in try divider.parts(of: bytes, isLast: isLast) {
      for value in try objects(part) {
        try value.checkCells(at: part.place)
        let row = row(value)
        if row.columns.count > ReadLimit.cells { throw .tooManyCells(part.place) }
        rows.append(row)
      }
    }
    return rows
  }

  private func objects(_ part: JSONDivider.Part) throws(FormatError) -> [JSONValue] {
    let value = try part.value()
    guard case .object(let members) = value else { throw .expected(.rows, part.place) }
    if part.isElement { return [value] }
    if let rows = value.enclosedRows { return rows }
    return service != nil && members.allSatisfy(\.value.isObject) ? members.map(\.value) : [value]
  }

  private func row(_ value: JSONValue) -> FormatRow {
    guard let service else { return FormatRow(value) }
    var row = FormatRow(value.withListsJoined)
    row.raw = value.text
    ServiceReader(service, row.columns).read(&row)
    row.takeNotes(of: value)
    return row
  }
}

extension JSONValue {
  func checkCells(at place: TextPlace) throws(FormatError) {
    if case .object(let members) = self, members.count > ReadLimit.cells { throw .tooManyCells(place) }
  }

  var isObject: Bool { if case .object = self { true } else { false } }

  fileprivate var withListsJoined: JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(
      members.map { name, value in
        switch value {
        case .list, .object: (name, .string(value.elements.flatMap(\.words).joined(separator: "; ")))
        default: (name, value)
        }
      })
  }

  /// For a person, the name with the role in brackets.
  private var words: [String] {
    switch self {
    case .list(let values): values.flatMap(\.words)
    case .object:
      [self["lf"], self["fl"], self["text"], self["name"]].lazy.compactMap { $0?.plain }.first.map { name in
        let role = self["role"]?.plain?.lowercased()
        return [role.map { $0 == "author" ? name : "\(name) (\($0))" } ?? name]
      } ?? []
    default: [plain].compactMap(\.self)
    }
  }
}

extension FormatRow {
  init(_ value: JSONValue, line: Int = 0) {
    let cells = value.leaves()
    self.init(line: line, columns: cells.map(\.name), values: cells.map(\.value.cell))
    raw = value.text
    let isbns = [BookField.isbn.rawValue] + BookField.isbn.otherNames
    for (place, cell) in cells.enumerated() {
      guard let text = cell.value.listText else { continue }
      lists[place] = isbns.contains(cell.name.lowercased()) ? ISBNText.all(in: text).first ?? text : text
    }
  }
}

struct NDJSONRows: RowReader {
  private var divider = LineDivider()
  private var line = 0

  mutating func rows(of bytes: [UInt8], isLast: Bool) throws(FormatError) -> [FormatRow] {
    var rows: [FormatRow] = []
    for text in try divider.lines(of: bytes, isLast: isLast) {
      line += 1
      if text.allSatisfy({ [32, 9, 13].contains($0) }) { continue }
      rows.append(try row(text))
    }
    return rows
  }

  private func row(_ text: [UInt8]) throws(FormatError) -> FormatRow {
    do throws(FormatError) {
      let value = try JSONReader.value(of: text)
      guard value.isObject else { throw .expected(.rows, TextPlace(line: 1, column: 1)) }
      let row = FormatRow(value, line: line)
      if row.columns.count > ReadLimit.cells { throw .tooManyCells(TextPlace(line: 1, column: 1)) }
      return row
    } catch { throw error.moved(to: TextPlace(line: line, column: 1)) }
  }
}

extension JSONValue {
  private static let rowNames: Set<String> = [
    "books", "items", "rows", "records", "data", "results", "entries", "docs", "documents", "library", "list",
  ]

  /// The rows of an object such as `{"books": […]}`; nil if the object is a row itself.
  var enclosedRows: [JSONValue]? {
    guard case .object(let members) = self else { return nil }
    let lists = members.filter {
      if case .list(let values) = $0.value { values.allSatisfy(\.isObject) } else { false }
    }
    guard lists.count == 1, let rows = lists.first, case .list(let values) = rows.value else { return nil }
    let isNamed = Self.rowNames.contains(rows.name.lowercased()) && self["title"] == nil
    return members.count == 1 || isNamed ? values : nil
  }

  /// The items of a list as text, `Ann Author; Bo Other`; nil for anything else.
  var listText: String? {
    guard case .list(let values) = self else { return nil }
    var parts: [String] = []
    for value in values {
      if case .null = value { continue }
      guard let part = value.partText else { return nil }
      if !part.isEmpty { parts.append(part) }
    }
    return parts.joined(separator: "; ")
  }

  private var partText: String? {
    switch self {
    case .string(let text): text
    case .number(let digits): digits
    case .object:
      ["name", "full_name", "fullName", "literal", "label", "title"].lazy.compactMap { self[$0]?.plain }.first
        ?? personText
    default: nil
    }
  }

  private var personText: String? {
    func first(_ names: String...) -> String? { names.lazy.compactMap { self[$0]?.plain }.first }
    let parts = [
      first("family", "last", "lastName", "last_name"), first("given", "first", "firstName", "first_name"),
    ]
    return parts.compactMap(\.self).joined(separator: ", ").nonEmpty
  }
}
