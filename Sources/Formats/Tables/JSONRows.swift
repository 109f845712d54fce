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

  /// The object with its lists, including objects used as lists, joined by semicolons.
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
